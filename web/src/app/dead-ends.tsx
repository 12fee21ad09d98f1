import { useTranslation } from 'react-i18next'
import { Button, buttonLook } from '../ui/button.jsx'
import { EmptyState } from '../ui/empty-state.jsx'
import { ErrorNotice } from '../ui/error-notice.jsx'
import { PublicFrame } from './public-frame.jsx'

/** There is no such page. */
export function NotFound() {
  const { t } = useTranslation('common')
  return (
    <PublicFrame>
      <h1 className="sr-only">{t('notFound.title')}</h1>
      <EmptyState
        title={t('notFound.title')}
        text={t('notFound.text')}
        action={
          <a href="/portal/" className={buttonLook({ look: 'primary' })}>
            {t('notFound.action')}
          </a>
        }
      />
    </PublicFrame>
  )
}

/** A page that failed: a chunk that could not be loaded after an update, or a mistake of ours. */
export function Crashed({ error }: { error: unknown }) {
  const { t } = useTranslation('common')
  return (
    <PublicFrame>
      <h1 className="sr-only">{t('crashed.title')}</h1>
      <ErrorNotice title={t('crashed.title')} error={error} />
      <Button className="mt-4 self-start" onClick={() => location.reload()}>
        {t('crashed.action')}
      </Button>
    </PublicFrame>
  )
}
