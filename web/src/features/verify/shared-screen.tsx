import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ServiceError } from 'tallystick/service-error'
import { PublicFrame } from '../../app/public-frame.jsx'
import { buttonLook } from '../../ui/button.jsx'
import { EmptyState } from '../../ui/empty-state.jsx'
import { ErrorNotice } from '../../ui/error-notice.jsx'
import { PageHeader } from '../../ui/page-header.jsx'
import { SkeletonRows } from '../../ui/skeleton.jsx'
import { CheckProgress } from './check-progress.jsx'
import { Finding } from './finding.jsx'
import { type PublicPage, publicPage } from './lookup.js'
import { useCheck } from './use-check.js'

/** What everybody may know of a stamp or a file, proven here and now; and whether a document at hand is the one. */
export function SharedScreen({ code }: { code: string }) {
  const { t } = useTranslation('verify')
  const [page, setPage] = useState<PublicPage | null>(null)
  const [error, setError] = useState<unknown>(null)
  const { state, takeFiles, takeCode } = useCheck()
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, for the code in the address
  useEffect(() => {
    publicPage(code).then((found) => {
      setPage(found)
      void takeCode(code)
    }, setError)
  }, [code])
  if (error instanceof ServiceError && error.status === 404) {
    return (
      <PublicFrame>
        <PageHeader title={t('shared.noneTitle')} />
        <EmptyState
          title={t('unknown.code.title')}
          text={t('unknown.code.text', { code })}
          action={
            <a href="/verify" className={buttonLook({ look: 'primary' })}>
              {t('shared.other')}
            </a>
          }
        />
      </PublicFrame>
    )
  }
  return (
    <PublicFrame>
      <PageHeader
        title={page ? ('filename' in page ? page.filename : page.fileName) : t('shared.title', { code })}
        {...(page
          ? {
              text: page.ownerName
                ? t('shared.by', { owner: page.ownerName, code: code.toUpperCase() })
                : t('shared.code', { code: code.toUpperCase() }),
            }
          : {})}
      />
      {error ? <ErrorNotice title={t('failed')} error={error} onRetry={() => location.reload()} /> : null}
      {!page && !error ? <SkeletonRows label={t('looking')} /> : null}
      {state.step === 'hashing' || state.step === 'looking' ? (
        <CheckProgress state={state} onCancel={() => takeCode(code)} />
      ) : null}
      {state.step !== 'idle' && state.step !== 'hashing' && state.step !== 'looking' ? (
        <Finding state={state} onFiles={takeFiles} />
      ) : null}
    </PublicFrame>
  )
}
