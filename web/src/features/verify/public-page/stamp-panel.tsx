import type { KnownBlock, Outcome } from '@tallystick/proof'
import { Download } from 'lucide-react'
import type { ReactNode, Ref } from 'react'
import { network } from '../../../base/network.js'
import { blocksOf, type DocumentFinding, isComparable, isElsewhere } from '../../../checking/anchors.js'
import { spoken } from '../../../checking/spoken.js'
import { useTranslation } from '../../../texts/translation.js'
import { Button, buttonLook } from '../../../ui/button.jsx'
import { cn } from '../../../ui/classes.js'
import { TallyDrawing } from '../../../ui/values/tally.jsx'
import { NotKnownHere } from '../ask-here.jsx'
import { CompareAgain } from '../compare-block.jsx'
import { useAskHere } from '../use-ask-here.js'
import { useWords } from '../use-words.js'
import { openFold } from './fold.jsx'
import { Moment } from './moment.jsx'
import { SharedFacts } from './shared-facts.jsx'
import { type Judged, type Shared, tones } from './shared-page.js'
import { VerdictMark } from './verdict-mark.jsx'

interface StampPanelProps {
  shared: Shared
  /** The proof, with the visitor's document if it fits; null while there is no proof yet. */
  judged: Judged | null
  onKnown: (known: readonly KnownBlock[]) => void
  /** Forgets all comparisons. */
  onForget: () => void
  ref: Ref<HTMLElement>
}

/** The head of the page: what was stamped, when, by whom, and by whose word. */
export function StampPanel({ shared, judged, onKnown, onForget, ref }: StampPanelProps) {
  const { t } = useTranslation('shared')
  const words = useWords()
  const { finding = null, document = null, digest = null } = judged ?? {}
  const outcome = finding?.outcome ?? 'consistent'
  const time = finding?.time?.latest ?? finding?.anchor?.blockTime
  const host = location.host
  return (
    <PanelFrame
      ref={ref}
      outcome={outcome}
      state={t(stateOf(finding), { host })}
      hashes={finding ? [digest ?? hashOf(finding), hashOf(finding)] : null}
      isJoined={outcome === 'confirmed' || outcome === 'stated'}
    >
      <h1 className="text-lg leading-snug font-semibold [overflow-wrap:anywhere] sm:text-2xl">{shared.name}</h1>
      {outcome === 'refused' ? null : (
        <Moment
          at={time ?? shared.receivedAt}
          note={
            time === undefined
              ? t('receivedTime', { host })
              : outcome === 'consistent'
                ? t('statedTime', { host })
                : null
          }
        />
      )}
      <SharedFacts shared={shared} />
      {finding ? (
        <p
          role="status"
          className="max-w-prose text-base leading-snug [overflow-wrap:anywhere] sm:leading-normal"
          data-testid="sentence"
        >
          {spoken(finding, words, document?.name ?? t('subject')).headline}
        </p>
      ) : null}
      {finding?.failure?.code === 'block' ? <CompareAgain onForget={onForget} /> : null}
      {finding ? <Ways finding={finding} code={shared.code} onKnown={onKnown} /> : null}
    </PanelFrame>
  )
}

function hashOf(finding: DocumentFinding): string | undefined {
  return finding.about === 'ots' ? finding.digest : finding.proof?.hash
}

/** Says in a few words whose word it is, or what is missing. */
function stateOf(finding: DocumentFinding | null) {
  if (finding === null) return 'state.waiting'
  const { outcome, anchor, sources } = finding
  if (outcome === 'refused') return 'state.refused'
  if (outcome === 'confirmed') return 'state.confirmed'
  if (outcome === 'stated')
    return sources.every(({ kind }) => kind === 'issuer-node') ? 'state.issuer' : 'state.operator'
  return anchor?.blockHash === undefined ? 'state.waiting' : 'state.compared'
}

interface PanelFrameProps {
  outcome: Outcome
  /** The verdict in a few words. */
  state: string
  /** Hashes drawn as the two halves of a tally; null while there is none. */
  hashes: readonly [string | null | undefined, string | null | undefined] | null
  isJoined: boolean
  ref: Ref<HTMLElement>
  children: ReactNode
}

/** A verdict's panel: its mark and words, and the tally of what was compared. */
export function PanelFrame({ outcome, state, hashes, isJoined, ref, children }: PanelFrameProps) {
  const [left, right] = hashes ?? []
  return (
    <section
      ref={ref}
      tabIndex={-1}
      data-outcome={outcome}
      className={cn(
        'flex min-w-0 scroll-mt-4 flex-col gap-2.5 rounded-xl border border-t-[3px] border-line bg-raised p-4 outline-none sm:gap-4 sm:p-6',
        tones[outcome].edge,
      )}
    >
      <div className={cn('flex items-center gap-2 text-sm font-semibold', tones[outcome].text)}>
        <VerdictMark outcome={outcome} />
        <span className="grow">{state}</span>
        {left && right ? (
          <TallyDrawing left={left} right={right} gap={isJoined ? 0 : 6} className="w-28 shrink-0 max-sm:hidden" />
        ) : null}
      </div>
      {children}
    </section>
  )
}

interface WaysProps {
  finding: DocumentFinding
  code: string
  onKnown: (known: readonly KnownBlock[]) => void
}

/** The next step: asking the service's node, or comparing the block oneself; once someone vouches, the certificate. */
function Ways({ finding, code, onKnown }: WaysProps) {
  const { t, i18n } = useTranslation('shared')
  const here = blocksOf(finding).filter((block) => !isElsewhere(block, network))
  const { state, ask } = useAskHere(here, onKnown)
  const { outcome } = finding
  if (outcome === 'refused' || blocksOf(finding).length === 0) return null
  const canAsk = outcome === 'consistent' && here.length > 0
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        {canAsk ? (
          <Button look="primary" className="max-sm:w-full" onClick={() => void ask()} busy={state === 'asking'}>
            {t('ask.button')}
          </Button>
        ) : (
          <a
            className={cn(buttonLook({ look: 'primary' }), 'max-sm:w-full')}
            href={`/s/${code}/proof?format=pdf&lang=${i18n.language.toUpperCase()}`}
            download
          >
            <Download aria-hidden="true" />
            {t('certificate')}
          </a>
        )}
        <p className="min-w-0 flex-1 basis-60 text-sm text-soft">
          {canAsk ? `${t('ask.word')} ` : null}
          {isComparable(finding) ? (
            <button type="button" className="link" onClick={() => openFold('compare')}>
              {t('ask.yourself')}
            </button>
          ) : null}
        </p>
      </div>
      <NotKnownHere state={state} />
    </>
  )
}
