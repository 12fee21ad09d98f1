import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button.jsx'
import { DropZone } from '../../ui/drop-zone.jsx'
import { EmptyState } from '../../ui/empty-state.jsx'
import { ErrorNotice } from '../../ui/error-notice.jsx'
import { ProofFacts } from './proof-facts.jsx'
import { Stations } from './stations.jsx'
import type { CheckState } from './use-check.js'
import { VerdictPanel } from './verdict-panel.jsx'

interface FindingProps {
  state: CheckState
  onFiles: (files: File[]) => void
  /** Begins anew; without it there is no such button. */
  onReset?: () => void
}

/** What came out of a check, and what can be done next. */
export function Finding({ state, onFiles, onReset }: FindingProps) {
  const { t } = useTranslation('verify')
  const top = useRef<HTMLDivElement>(null)
  // The answer is read out, and is where the keyboard goes on.
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever there is another answer
  useEffect(() => top.current?.focus({ preventScroll: true }), [state])
  const again = onReset ? (
    <Button look="primary" onClick={onReset}>
      {t('again')}
    </Button>
  ) : null
  return (
    <div ref={top} tabIndex={-1} className="flex flex-col gap-6 outline-none">
      {state.step === 'judged' ? (
        <>
          <VerdictPanel judgement={state.judgement} document={state.document} />
          <Stations judgement={state.judgement} document={state.document} />
          {state.document === null || state.judgement.refusal === 'document' ? (
            <DropZone
              title={t(state.document ? 'other.title' : 'missing.title')}
              text={t(state.document ? 'other.text' : 'missing.text')}
              button={t('drop.button')}
              onFiles={onFiles}
              className="py-8"
            />
          ) : null}
          {state.judgement.proof ? <ProofFacts judgement={state.judgement} proof={state.proof} /> : null}
        </>
      ) : null}
      {state.step === 'unknown' ? (
        <EmptyState
          title={t(`unknown.${state.what}.title`)}
          text={
            <>
              {t(`unknown.${state.what}.text`, { code: state.code ?? '' })}
              {state.digest ? (
                <span className="mt-3 block font-mono text-sm break-all" data-testid="digest">
                  {state.digest}
                </span>
              ) : null}
            </>
          }
          action={state.what === 'document' ? <DropProof onFiles={onFiles} /> : null}
        />
      ) : null}
      {state.step === 'stray' ? (
        <EmptyState title={t(`stray.${state.stray}.title`)} text={t(`stray.${state.stray}.text`)} />
      ) : null}
      {state.step === 'failed' ? <ErrorNotice title={t('failed')} error={state.error} /> : null}
      <div className="flex flex-wrap gap-2">{again}</div>
    </div>
  )
}

/** The document is here, and nobody knows it: its proof may be at hand. */
function DropProof({ onFiles }: { onFiles: (files: File[]) => void }) {
  const { t } = useTranslation('verify')
  return (
    <DropZone
      title={t('unknown.proof.title')}
      text={t('unknown.proof.text')}
      button={t('unknown.proof.button')}
      onFiles={onFiles}
      className="w-full max-w-xl py-6"
    />
  )
}
