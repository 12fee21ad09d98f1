import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PublicFrame } from '../../base/public-frame.jsx'
import { buttonLook } from '../../ui/button.jsx'
import { EmptyState } from '../../ui/feedback/empty-state.jsx'
import { ErrorNotice } from '../../ui/feedback/error-notice.jsx'
import { SkeletonRows } from '../../ui/feedback/skeleton.jsx'
import { PageHeader } from '../../ui/frame/page-header.jsx'
import { isBusy } from './check-given.js'
import { CheckProgress } from './check-progress.jsx'
import { Finding } from './finding.jsx'
import { type PublicPage, publicPage } from './lookup.js'
import { useCheck } from './use-check.js'

type Looked =
  | { state: 'looking' }
  | { state: 'found'; page: PublicPage }
  | { state: 'none' }
  | { state: 'failed'; error: unknown }

/** Public page of a stamp or a file, proven in this browser, with a check of the visitor's own document. */
export function SharedScreen({ code }: { code: string }) {
  const { t } = useTranslation('verify')
  const [looked, setLooked] = useState<Looked>({ state: 'looking' })
  const { state, takeFiles, takeDocument, takeCode, confirm, unconfirm } = useCheck()
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, for the code in the address
  useEffect(() => {
    publicPage(code).then(
      (page) => {
        setLooked(page ? { state: 'found', page } : { state: 'none' })
        if (page) void takeCode(code)
      },
      (error: unknown) => setLooked({ state: 'failed', error }),
    )
  }, [code])
  if (looked.state === 'none') {
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
      {looked.state === 'found' ? (
        <SharedHeader page={looked.page} />
      ) : (
        <PageHeader title={t('shared.title', { code: code.toUpperCase() })} />
      )}
      {looked.state === 'failed' ? (
        <ErrorNotice title={t('failed')} error={looked.error} onRetry={() => location.reload()} />
      ) : null}
      {looked.state === 'looking' ? <SkeletonRows label={t('looking')} /> : null}
      {isBusy(state) ? <CheckProgress state={state} onCancel={() => takeCode(code)} /> : null}
      {state.step !== 'idle' && !isBusy(state) ? (
        <Finding state={state} onFiles={takeFiles} onDocument={takeDocument} onKnown={confirm} onForget={unconfirm} />
      ) : null}
    </PublicFrame>
  )
}

/** Name of a stamp or a file; owner and descriptions of a stamp whose owner has published them. */
function SharedHeader({ page }: { page: PublicPage }) {
  const { t } = useTranslation('verify')
  const isFile = page.type === 'file'
  const code = isFile ? page.uniqueId : page.code
  const descriptions = isFile ? [] : page.metaData.map(descriptionOf)
  return (
    <PageHeader
      title={isFile ? page.fileName : page.filename}
      text={
        <>
          {page.ownerName === '' ? t('shared.code', { code }) : t('shared.by', { owner: page.ownerName, code })}
          {descriptions
            .filter((text) => text !== '')
            .map((text) => (
              <span key={text} className="mt-1.5 block break-words whitespace-pre-line text-ink">
                {text}
              </span>
            ))}
        </>
      }
    />
  )
}

function descriptionOf({ description }: { [key: string]: unknown }): string {
  return typeof description === 'string' ? description : ''
}
