import type { KnownBlock } from '@tallystick/proof'
import { ServiceError } from '@tallystick/sdk'
import { lazy, Suspense, useEffect, useRef } from 'react'
import { blocksOf, isComparable, startFits } from '../../checking/anchors.js'
import { verifyCommandOf } from '../../checking/verify-command.js'
import { useTranslation } from '../../texts/translation.js'
import { Button } from '../../ui/button.jsx'
import { LookedFor } from '../../ui/drawings/looked-for.jsx'
import { EmptyState } from '../../ui/feedback/empty-state.jsx'
import { ErrorNotice } from '../../ui/feedback/error-notice.jsx'
import { DropZone } from '../../ui/forms/drop-zone.jsx'
import { Spinner } from '../../ui/spinner.jsx'
import type { CheckState } from './check-given.js'
import { CompareAgain, CompareBlock } from './compare-block.jsx'
import { FolderFinding } from './folder/folder-finding.jsx'
import { Unreachable } from './lookup.js'
import { loadManyFinding } from './many/load.js'
import { OriginalPart } from './original-part.jsx'
import { ProofFacts } from './proof-facts.jsx'
import { Stations } from './stations.jsx'
import { VerdictPanel } from './verdict-panel.jsx'

const ManyFinding = lazy(async () => ({ default: (await loadManyFinding()).ManyFinding }))

interface FindingProps {
  state: CheckState
  onFiles: (files: File[]) => void
  /** Checks a file as the document, whatever it carries. */
  onDocument: (file: File) => void
  /** Compares the blocks with blocks that someone else knows. */
  onKnown: (known: readonly KnownBlock[]) => void
  /** Forgets all comparisons. */
  onForget: () => void
  /** Starts over; without it, the button is absent. */
  onReset?: () => void
}

/** Result of a check, and what to do next. */
export function Finding({ state, onFiles, onDocument, onKnown, onForget, onReset }: FindingProps) {
  const { t } = useTranslation('verify')
  const top = useRef<HTMLDivElement>(null)
  // Screen readers announce the answer, and the keyboard continues from it. After a comparison it may be above the screen.
  // biome-ignore lint/correctness/useExhaustiveDependencies: for every new answer
  useEffect(() => {
    top.current?.focus({ preventScroll: true })
    if (top.current && top.current.getBoundingClientRect().top < 0) top.current.scrollIntoView()
  }, [state])
  return (
    <div ref={top} tabIndex={-1} className="flex scroll-mt-6 flex-col gap-6 outline-none">
      {state.step === 'judged' ? (
        <DocumentResult {...state} onFiles={onFiles} onDocument={onDocument} onKnown={onKnown} onForget={onForget} />
      ) : null}
      {state.step === 'folder' ? (
        <FolderFinding
          finding={state.finding}
          comparison={state.comparison}
          name={state.evidence.file.name}
          onFiles={onFiles}
          onKnown={onKnown}
          onForget={onForget}
        />
      ) : null}
      {state.step === 'unknown' ? (
        <EmptyState
          drawing={<LookedFor />}
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
          action={
            state.what === 'code' ? null : (
              <DropZone
                title={t('unknown.proof.title')}
                hint={t('drop.hint')}
                text={t('unknown.proof.text')}
                button={t('unknown.proof.button')}
                onFiles={onFiles}
                className="w-full max-w-xl py-6"
              />
            )
          }
        />
      ) : null}
      {state.step === 'many' ? (
        <Suspense fallback={<Spinner />}>
          <ManyFinding result={state.result} onFiles={onFiles} onKnown={onKnown} onForget={onForget} />
        </Suspense>
      ) : null}
      {state.step === 'failed' ? <Failure error={state.error} /> : null}
      {onReset ? (
        <Button className="self-start" onClick={onReset}>
          {t('again')}
        </Button>
      ) : null}
    </div>
  )
}

/** The service refused or cannot be reached, or the file itself is unreadable. */
function Failure({ error }: { error: unknown }) {
  const { t } = useTranslation('verify')
  const isService = error instanceof ServiceError || error instanceof Unreachable
  return isService ? <ErrorNotice title={t('failed')} error={error} /> : <ErrorNotice title={t('unreadable')} />
}

type DocumentResultProps = Extract<CheckState, { step: 'judged' }> & {
  onFiles: (files: File[]) => void
  onDocument: (file: File) => void
  onKnown: (known: readonly KnownBlock[]) => void
  onForget: () => void
}

/** Result of checking a document and its proof, or either of them alone. */
function DocumentResult(props: DocumentResultProps) {
  const { finding, digest, start, document, evidence, onFiles, onDocument, onKnown, onForget } = props
  const { t } = useTranslation('verify')
  const { failure, outcome } = finding
  const { file, form } = evidence
  const proof = finding.about === 'proof' ? finding.proof : undefined
  const isOther = failure?.code === 'digest' && failure.facts.case !== 'other'
  const isAbsent = isOther && failure.facts.case === 'absent'
  const wants = (document === null && proof?.kind !== 'change') || isOther
  return (
    <>
      <VerdictPanel finding={finding} digest={digest} document={document} />
      {failure?.code === 'block' ? <CompareAgain onForget={onForget} /> : null}
      {isComparable(finding) && proof ? (
        <CompareBlock
          blocks={blocksOf(finding)}
          isOneEnough
          isAsked={outcome === 'stated'}
          command={verifyCommandOf(proof, { document, carrier: evidence.file }, t('facts.byHandFile'))}
          onKnown={onKnown}
        />
      ) : null}
      {document && start && startFits(finding) ? (
        <OriginalPart
          copy={document}
          length={start.length}
          finding={finding.about === 'proof' ? finding.original : undefined}
        />
      ) : null}
      {wants ? (
        <DropZone
          title={t(document ? 'other.title' : 'missing.title')}
          hint={t('drop.hint')}
          text={t(isAbsent ? 'other.absentText' : document ? 'other.text' : 'missing.text')}
          button={t('drop.button')}
          multiple
          onFiles={onFiles}
          className="py-10"
        />
      ) : null}
      {(form === 'pdf' || form === 'html') && file && document === null ? (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2 text-soft">
          <p className="min-w-0 [overflow-wrap:anywhere]">{t('itself.text', { name: file.name })}</p>
          <Button size="small" onClick={() => onDocument(file)}>
            {t('itself.button')}
          </Button>
        </div>
      ) : null}
      {isAbsent ? null : <Stations finding={finding} digest={digest} document={document} />}
      {proof ? <ProofFacts outcome={outcome} proof={proof} evidence={evidence} document={document} /> : null}
    </>
  )
}
