import { type Binding, verifierCommand } from '@tallystick/proof'
import { element, fill, outcomeSign } from './elements.js'
import type { Finding } from './judge.js'
import type { Texts } from './texts.js'

/** Data that a verdict needs from the page around it. */
export interface VerdictContext {
  texts: Texts
  locale: string
  documentName: string
  /** Compares the block with a hash that the reader found elsewhere. */
  onBlockHash(hash: string): void
}

/** Shows a verdict: its headline, how to confirm it, what it leaves open, and the facts. */
export function verdictPanel(finding: Finding, context: VerdictContext): HTMLElement {
  const { texts } = context
  const { title, lines } = wordsOf(finding, context)
  const heading = element('h2', {}, title)
  const notes = notesOf(finding, texts)
  const canCompare = finding.outcome === 'consistent' && finding.stage === 'block'
  return element(
    'section',
    { class: `verdict ${finding.outcome}`, 'data-outcome': finding.outcome, tabindex: '-1', role: 'status' },
    element(
      'div',
      { class: 'mark' },
      outcomeSign(finding.outcome),
      element('div', {}, heading, ...lines.map((line) => element('p', {}, line))),
    ),
    ...(canCompare ? comparison(finding, context) : []),
    ...(notes.length === 0
      ? []
      : [
          element('h3', {}, texts.notes),
          element('ul', { class: 'notes' }, ...notes.map((note) => element('li', {}, note))),
        ]),
    element('h3', {}, texts.details),
    facts(finding, context),
  )
}

function wordsOf(finding: Finding, { texts, locale }: VerdictContext): { title: string; lines: string[] } {
  const { outcome, stage, anchor, reason = '', message = '', binding, isRecord } = finding
  const network = networkOf(finding, texts)
  const subject = isRecord ? texts.record : texts.file
  const values = { network, block: anchor?.blockNumber ?? '', time: timeText(anchor?.blockTime, locale), subject }
  const say = (text: string) => fill(text, values)
  if (outcome === 'refused') {
    const known = Object.hasOwn(texts.reasons, reason) ? (reason as keyof Texts['reasons']) : 'other'
    const change = binding?.status === 'changed' ? [changeText(binding, texts)] : []
    const lines = [texts.reasons[known], ...change, ...(known === 'other' ? [message] : [])]
    return { title: say(texts.refused.title), lines }
  }
  if (outcome === 'confirmed' || outcome === 'stated')
    return { title: say(texts.confirmed.title), lines: [say(texts.confirmed.text)] }
  if (stage === 'waiting') return { title: say(texts.waiting.title), lines: [texts.waiting.text] }
  if (stage === 'named') {
    return { title: say(texts.named.title), lines: [fill(texts.named.text, { command: verifierCommand() })] }
  }
  const lines = [say(texts.consistent.text), ...(finding.isPrivate ? [texts.consistentPrivate] : [])]
  return { title: say(texts.consistent.title), lines }
}

/** States in the page's language what is wrong with a certificate's words. */
export function changeText(binding: Extract<Binding, { status: 'changed' }>, texts: Texts): string {
  const { reason, found = '', expected = '' } = binding
  if (reason !== 'words') return fill(texts.changed[reason], { found })
  const form = expected === '' ? 'added' : found === '' ? 'removed' : 'words'
  return fill(texts.changed[form], { found, expected })
}

function notesOf(finding: Finding, texts: Texts): string[] {
  const { outcome, binding, isPrivate, hasDetails, stage } = finding
  if (outcome === 'refused') return []
  const notes: string[] = []
  if (isPrivate) notes.push(capital(fill(texts.privateChain, { network: networkOf(finding, texts) })))
  if (binding?.status === 'unbound') notes.push(texts.unbound[binding.reason])
  if (binding?.status === 'same') {
    if (binding.shows === 'unsure') notes.push(binding.form === 'pdf' ? texts.drawn : texts.otherScript)
    notes.push(texts.claims)
  }
  if (!hasDetails && stage !== 'named') notes.push(texts.noDetails)
  return notes
}

/** The block's hash in groups of four, and a field for the one found elsewhere. */
function comparison({ anchor }: Finding, { texts, onBlockHash }: VerdictContext): Node[] {
  const hash = anchor?.blockHash ?? ''
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
    const digits = input.value.replace(/\s/g, '').toLowerCase().replace(/^0x/, '')
    const isHash = /^[0-9a-f]{64}$/.test(digits)
    wrong.textContent = isHash ? '' : texts.notHash
    input.setAttribute('aria-invalid', String(!isHash))
    input.setAttribute('aria-describedby', 'not-hash')
    if (isHash) onBlockHash(`0x${digits}`)
  })
  const label = fill(texts.hashLabel, { block: anchor?.blockNumber ?? '' })
  return [element('h3', {}, label), element('code', { class: 'hash' }, grouped(hash)), form]
}

/** Writes a hash in groups of four digits, in which people compare it. */
function grouped(hash: string): string {
  return `0x ${
    hash
      .replace(/^0x/, '')
      .match(/.{1,4}/g)
      ?.join(' ') ?? ''
  }`
}

function networkOf({ network, anchor }: Finding, texts: Texts): string {
  return network ?? fill(texts.unknownChain, { number: anchor?.chain.slice('eip155:'.length) ?? '' })
}

function facts(finding: Finding, { texts, locale, documentName }: VerdictContext): HTMLElement {
  const { outcome, anchor, digest, proven, recordedName, code } = finding
  const names = texts.facts
  const rows: [string, string | undefined, boolean?][] = [
    [names.file, documentName],
    [names.fingerprint, digest, true],
    [names.name, recordedName],
    [names.code, code, true],
    [names.network, anchor && `${networkOf(finding, texts)} (${anchor.chain})`],
    [names.issuerName, anchor && fill(texts.quoted, { text: anchor.network })],
    [names.block, anchor?.blockNumber?.toString()],
    [names.time, anchor?.blockTime && timeText(anchor.blockTime, locale)],
    [names.transaction, anchor?.transactionId, true],
  ]
  // Claims of a refused proof are nothing to rely on.
  const refused: typeof rows = [...rows.slice(0, 2), [names.proven, proven === digest ? '' : proven, true]]
  const shown = (outcome === 'refused' ? refused : rows).filter(([, value]) => value)
  return element(
    'dl',
    {},
    ...shown.flatMap(([label, value = '', isExact]) => [
      element('dt', {}, label),
      element('dd', isExact ? { class: 'exact' } : {}, value),
    ]),
  )
}

function timeText(iso: string | undefined, locale: string): string {
  if (iso === undefined) return ''
  const day = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(iso))
  return `${day}, ${iso.slice(11, 19)}\u00a0UTC`
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
