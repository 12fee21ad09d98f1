import { PublicFrame } from '../base/public-frame.jsx'
import { useTranslation } from '../texts/translation.js'
import { ErrorNotice } from '../ui/feedback/error-notice.jsx'
import { reloadPage } from './loading.js'

/** Error inside the frame: the page could not be loaded, or it threw. */
export function Failed({ error }: { error: unknown }) {
  const { t } = useTranslation('common')
  return (
    <>
      <h1 className="sr-only">{t('crashed')}</h1>
      <ErrorNotice title={t('crashed')} error={error} onRetry={() => void reloadPage().catch(() => undefined)} />
    </>
  )
}

/** The same error outside any frame. */
export function Crashed({ error }: { error: unknown }) {
  return (
    <PublicFrame>
      <Failed error={error} />
    </PublicFrame>
  )
}
