import { originalOf } from '@tallystick/proof'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { AccountLink } from '../../../base/account-link.jsx'
import { PublicFrame } from '../../../base/public-frame.jsx'
import { useTranslation } from '../../../texts/translation.js'
import { buttonLook } from '../../../ui/button.jsx'
import { LookedFor } from '../../../ui/drawings/looked-for.jsx'
import { EmptyState } from '../../../ui/feedback/empty-state.jsx'
import { ErrorNotice } from '../../../ui/feedback/error-notice.jsx'
import { SkeletonRows } from '../../../ui/feedback/skeleton.jsx'
import { PageHeader, usePageTitle } from '../../../ui/frame/page-header.jsx'
import { isBusy } from '../check-given.js'
import { CheckProgress } from '../check-progress.jsx'
import { Finding } from '../finding.jsx'
import { type PublicPage, publicPage } from '../lookup.js'
import { useCheck } from '../use-check.js'
import { Conditions } from './conditions.jsx'
import { OtherDocument, WhatWasStamped } from './other-document.jsx'
import { MatchingDocument, OwnDocument } from './own-document.jsx'
import { SharedFolds } from './shared-folds.jsx'
import { isOther, type Shared, sharedOf, useStanding } from './shared-page.js'
import { StampPanel } from './stamp-panel.jsx'

type Looked =
  | { state: 'looking' }
  | { state: 'found'; page: PublicPage }
  | { state: 'none' }
  | { state: 'failed'; error: unknown }

/** Public page of a stamp or a file, proven in this browser, with a check of the visitor's own document. */
export function SharedScreen({ code }: { code: string }) {
  const [looked, setLooked] = useState<Looked>({ state: 'looking' })
  useEffect(() => {
    publicPage(code).then(
      (page) => setLooked(page ? { state: 'found', page } : { state: 'none' }),
      (error: unknown) => setLooked({ state: 'failed', error }),
    )
  }, [code])
  return (
    <PublicFrame actions={<AccountLink />}>
      {looked.state === 'found' ? <SharedPage shared={sharedOf(looked.page)} /> : null}
      {looked.state === 'none' ? <NoPage code={code} /> : null}
      {looked.state === 'looking' ? <Waiting code={code} /> : null}
      {looked.state === 'failed' ? <NotLooked code={code} error={looked.error} /> : null}
    </PublicFrame>
  )
}

/** The page, once the service has said what it is about. */
function SharedPage({ shared }: { shared: Shared }) {
  const { t } = useTranslation('shared')
  const { state, takeFiles, takeDocument, takeCode, confirm, unconfirm } = useCheck()
  const { stamped, own, isForeign } = useStanding(state, shared.code)
  const head = useRef<HTMLElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, for the code in the address
  useEffect(() => void takeCode(shared.code), [shared.code])
  // The keyboard continues from an answer to what the visitor did; the first one comes by itself.
  const answers = useRef(0)
  useEffect(() => {
    if (state.step !== 'judged' || answers.current++ === 0) return
    head.current?.focus({ preventScroll: true })
    if (head.current && head.current.getBoundingClientRect().top < 0) head.current.scrollIntoView()
  }, [state])
  const proof = stamped?.finding.about === 'proof' ? stamped.finding.proof : undefined
  const hash = proof?.hash
  const isOfCopy = proof !== undefined && originalOf(proof) !== undefined
  const other = own && isOther(own.finding) && own.digest !== null && hash !== undefined ? own : null
  const fitting = own?.finding.isFileCompared && !isOther(own.finding) ? own : null
  const shown = fitting ?? stamped
  usePageTitle(other ? t('other.title', { name: other.document.name }) : shared.name)
  if (stamped === null && (isBusy(state) || state.step === 'idle')) return <Waiting code={shared.code} />
  return (
    <>
      <div className="grid gap-3 sm:gap-4 lg:grid-cols-[minmax(0,1fr)_22rem]">
        {other && stamped && hash !== undefined ? (
          <>
            <OtherDocument ref={head} own={other} stamped={hash} onFiles={takeFiles} />
            <WhatWasStamped shared={shared} judged={stamped} />
          </>
        ) : (
          <>
            <StampPanel ref={head} shared={shared} judged={shown} onKnown={confirm} onForget={unconfirm} />
            {isBusy(state) ? (
              <CheckProgress state={state} onCancel={() => void takeCode(shared.code)} />
            ) : fitting ? (
              <MatchingDocument own={fitting} onFiles={takeFiles} />
            ) : (
              <OwnDocument isOfCopy={isOfCopy} onFiles={takeFiles} />
            )}
          </>
        )}
      </div>
      {isForeign ? (
        <div className="mt-6">
          <Finding
            state={state}
            onFiles={takeFiles}
            onDocument={takeDocument}
            onKnown={confirm}
            onForget={unconfirm}
            onReset={() => void takeCode(shared.code)}
          />
        </div>
      ) : null}
      {shown ? <Conditions finding={shown.finding} /> : null}
      {shared.descriptions.map((text) => (
        <p key={text} className="mt-4 max-w-prose whitespace-pre-line [overflow-wrap:anywhere]">
          {text}
        </p>
      ))}
      {shown && !isForeign ? <SharedFolds judged={other ?? shown} onKnown={confirm} /> : null}
    </>
  )
}

/** Stands in for the page, as high as its head, so that nothing jumps. */
function Waiting({ code }: { code: string }) {
  const { t } = useTranslation('verify')
  return (
    <Titled code={code}>
      <SkeletonRows label={t('looking')} rows={9} />
    </Titled>
  )
}

function NotLooked({ code, error }: { code: string; error: unknown }) {
  const { t } = useTranslation('verify')
  return (
    <Titled code={code}>
      <ErrorNotice title={t('failed')} error={error} onRetry={() => location.reload()} />
    </Titled>
  )
}

function Titled({ code, children }: { code: string; children: ReactNode }) {
  const { t } = useTranslation('shared')
  return (
    <>
      <h1 className="sr-only">
        {t('code')} {code.toUpperCase()}
      </h1>
      {children}
    </>
  )
}

function NoPage({ code }: { code: string }) {
  const { t } = useTranslation(['shared', 'verify'])
  return (
    <>
      <PageHeader title={t('none.title')} />
      <EmptyState
        drawing={<LookedFor />}
        title={t('verify:unknown.code.title')}
        text={t('verify:unknown.code.text', { code })}
        action={
          <a href="/verify" className={buttonLook({ look: 'primary' })}>
            {t('none.action')}
          </a>
        }
      />
    </>
  )
}
