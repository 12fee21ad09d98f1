import { useTranslation } from '../texts/translation.js'
import { buttonLook } from '../ui/button.jsx'
import { LookedFor } from '../ui/drawings/looked-for.jsx'
import { EmptyState } from '../ui/feedback/empty-state.jsx'
import { usePageTitle } from '../ui/frame/page-header.jsx'

/** Says that there is no page at this address, and leads on. */
export function MissingPage({ home }: { home: string }) {
  const { t } = useTranslation('common')
  usePageTitle(t('notFound.title'))
  return (
    <>
      <h1 className="sr-only">{t('notFound.title')}</h1>
      <EmptyState
        drawing={<LookedFor />}
        title={t('notFound.title')}
        text={t('notFound.text')}
        action={
          <a href={home} className={buttonLook({ look: 'primary' })}>
            {t('notFound.action')}
          </a>
        }
      />
    </>
  )
}
