import { useTranslation } from '../texts/translation.js'

/** First tab stop: skips the navigation. */
export function SkipLink() {
  const { t } = useTranslation('common')
  return (
    <a
      href="#main"
      className="sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-60 focus:rounded-lg focus:bg-raised focus:px-4 focus:py-2"
    >
      {t('skip')}
    </a>
  )
}
