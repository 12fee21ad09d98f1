import {
  type Finding,
  isPrivateChain,
  type KnownBlock,
  knownByHash,
  momentText,
  verifierCommand,
  type Words,
} from '@tallystick/proof'
import { anchorsOf, type BlockAnchor, blocksOf, isComparable } from '../checking/anchors.js'
import { groupsOf } from '../checking/block-hash.js'
import { blockText, chainText, spoken, spokenOriginal } from '../checking/spoken.js'
import { statementsIn } from '../checking/statements.js'
import { localMoment } from '../ui/values/dates.js'
import { element, fill, outcomeSign } from './elements.js'
import type { Texts } from './texts.js'

/** Data that a verdict needs from the page around it. */
export interface VerdictContext {
  language: 'en' | 'de'
  texts: Texts
  words: Words
  /** Name and digest of the document, hex; undefined without one. */
  document: { name: string; digest: string } | undefined
  /** Compares the block with one that the reader found elsewhere. */
  onBlock(block: KnownBlock): void
}

/** Shows a verdict: its headline, how to confirm it, what it leaves open, and the facts. */
export function verdictPanel(finding: Finding, context: VerdictContext): HTMLElement {
  const { texts, words } = context
  const { outcome, headline, detail, caveats } = spoken(finding, words, context.document?.name)
  const [block] = blocksOf(finding)
  const time = outcome === 'refused' ? undefined : finding.time?.latest
  const local = time === undefined ? undefined : yourTime(time, context)
  const isNamedOnly = caveats.length > 0 && finding.about === 'ots'
  return element(
    'section',
    { class: `verdict ${outcome}`, 'data-outcome': outcome, tabindex: '-1', role: 'status' },
    element(
      'div',
      { class: 'mark' },
      outcomeSign(outcome),
      element(
        'div',
        {},
        element('h2', {}, headline),
        // The sentence says UTC.
        local === undefined ? null : element('p', { class: 'soft' }, local),
        detail === undefined ? null : element('p', { class: 'soft', lang: 'en' }, detail),
        isNamedOnly ? element('p', {}, fill(texts.named, { command: verifierCommand() })) : null,
      ),
    ),
    ...(block && isComparable(finding) ? comparison(block, context) : []),
    ...listed(texts.notes, caveats),
    ...original(finding, context),
    element('h3', {}, texts.details),
    table(factsOf(finding, context)),
    ...statements(finding, context),
  )
}

/** The finding on the original that a changed copy begins with. */
function original(finding: Finding, { words }: VerdictContext): Node[] {
  if (finding.about !== 'proof' || finding.original === undefined) return []
  const { headline, caveats } = spokenOriginal(finding.original, words)
  return listed(headline, caveats)
}

function listed(title: string, points: readonly string[]): Node[] {
  if (points.length === 0) return []
  const items = points.map((point) => element('li', {}, point))
  return [element('h3', {}, title), element('ul', { class: 'notes' }, ...items)]
}

/** The block's hash in groups of four, and a field for the one found elsewhere. */
function comparison(block: BlockAnchor, { texts, words, onBlock }: VerdictContext): Node[] {
  const input = element('input', { type: 'text', id: 'block-hash', autocomplete: 'off', spellcheck: 'false' })
  const wrong = element('p', { class: 'wrong', id: 'not-hash', role: 'alert' })
  const form = element(
    'form',
    {},
    element('label', { for: 'block-hash' }, texts.compare),
    element('div', { class: 'row' }, input, element('button', {}, texts.compareButton)),
    wrong,
  )
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    const typed = knownByHash(input.value)
    wrong.textContent = typed ? '' : texts.notHash
    input.setAttribute('aria-invalid', String(!typed))
    input.setAttribute('aria-describedby', 'not-hash')
    if (typed) onBlock(typed)
  })
  return [
    element('h3', {}, blockText(block, words)),
    element('p', {}, isPrivateChain(block) ? texts.lookUpPrivate : texts.lookUp),
    element('code', { class: 'hash' }, ['0x', ...groupsOf(`${block.blockHash}`)].join(' ')),
    form,
  ]
}

/** Writes a time in UTC, and below it as the reader's clock shows it. */
function timeText(at: string, context: VerdictContext): string {
  return [momentText(at, context.words), yourTime(at, context)].filter((text) => text !== undefined).join('\n')
}

/** Writes a time as the reader's clock shows it, with its zone; undefined where that is UTC. */
function yourTime(at: string, { language, texts }: VerdictContext): string | undefined {
  const local = localMoment(language, at)
  return local ? fill(texts.yourTime, { time: local.text, zone: local.zone }) : undefined
}

/** A label, its value if there is one, and whether that is for exact comparison. */
type Row = readonly [label: string, value: string | undefined, isExact?: boolean]

/** Claims of a refused proof are nothing to rely on: then the document's facts remain. */
function factsOf(finding: Finding, context: VerdictContext): Row[] {
  const { texts, words, document } = context
  const names = texts.facts
  const proof = finding.about === 'proof' && finding.outcome !== 'refused' ? finding.proof : undefined
  const [anchor] = anchorsOf(finding)
  return [
    [names.file, document?.name],
    [names.fingerprint, document?.digest ?? proof?.hash, true],
    [names.code, proof?.code, true],
    [names.network, anchor && chainText(anchor, words)],
    [names.issuerName, anchor?.network && fill(texts.quoted, { text: anchor.network })],
    [names.block, anchor?.blockNumber?.toString()],
    [names.time, anchor?.blockTime && timeText(anchor.blockTime, context)],
    [names.transaction, anchor?.transactionId, true],
  ]
}

/** Statements about the entry that only the service makes, marked as such. */
function statements(finding: Finding, context: VerdictContext): Node[] {
  const { texts } = context
  if (finding.about !== 'proof' || finding.outcome === 'refused' || !finding.proof) return []
  const { name, owner, received } = statementsIn(finding.proof)
  if (!name && !owner && !received) return []
  const names = texts.facts
  const rows: Row[] = [
    [names.name, name],
    [names.owner, owner],
    [names.received, received && timeText(received, context)],
  ]
  return [element('h3', {}, texts.stated), element('p', { class: 'soft' }, texts.statedText), table(rows)]
}

function table(rows: readonly Row[]): HTMLElement {
  const cells = rows.flatMap(([label, value, isExact]) =>
    value ? [element('dt', {}, label), element('dd', isExact ? { class: 'exact' } : {}, value)] : [],
  )
  return element('dl', {}, ...cells)
}
