import { useEffect } from 'react'
import { PublicFrame } from '../../base/public-frame.jsx'
import { useTranslation } from '../../texts/translation.js'
import { Button, buttonLook } from '../../ui/button.jsx'
import { LookedFor } from '../../ui/drawings/looked-for.jsx'
import { EmptyState } from '../../ui/feedback/empty-state.jsx'
import { usePageTitle } from '../../ui/frame/page-header.jsx'

const reload = () => location.reload()

const lookMs = 3000

/** Opens the page if the service answers. */
async function openIfThere(): Promise<void> {
  const answer = await fetch('/healthz', { cache: 'no-store' }).catch(() => null)
  if (answer?.ok) reload()
}

/**
 * Stands for a page of the portal that can't be fetched. Opens it once the service answers: a browser says only that there is a network,
 * and sometimes a moment before there is.
 */
export function OfflineScreen() {
  const { t } = useTranslation(['front', 'common'])
  usePageTitle(t('offline.title'))
  useEffect(() => {
    const timer = setInterval(openIfThere, lookMs)
    addEventListener('online', openIfThere)
    return () => {
      clearInterval(timer)
      removeEventListener('online', openIfThere)
    }
  }, [])
  return (
    <PublicFrame>
      <h1 className="sr-only">{t('offline.title')}</h1>
      <EmptyState
        drawing={<LookedFor />}
        title={t('offline.title')}
        text={t('offline.text')}
        action={
          <div className="flex flex-wrap justify-center gap-2">
            <a href="/verify" className={buttonLook()}>
              {t('common:verifyPage')}
            </a>
            <Button look="primary" onClick={reload}>
              {t('common:retry')}
            </Button>
          </div>
        }
      />
    </PublicFrame>
  )
}
