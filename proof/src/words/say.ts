import type { Caveat } from '../caveats.js'
import type { Finding, FindingFailure, FoundTime, ManifestFinding, OtsFinding, ProofFinding } from '../finding.js'
import type { ProofAnchor } from '../format.js'
import { type Facts, fill, listText } from './fill.js'
import type { Subject, Words } from './words.js'

/** The finding on a proof, as far as its sentence needs it. */
export type SaidProof = Pick<
  ProofFinding,
  'about' | 'isFileCompared' | 'outcome' | 'sources' | 'time' | 'failure' | 'proof' | 'documents'
> & { readonly anchor?: Pick<ProofAnchor, 'chain' | 'blockNumber'> }
type Said = SaidProof | ManifestFinding | OtsFinding

/**
 * Says a finding in one sentence, which begins with its outcome.
 * @param name the subject's name, such as a file's; otherwise the sentence says "this file" or the like.
 * @example
 * say(judge({ form: 'json', json }, digest), englishWords, 'contract.pdf')
 * // 'Consistent: contract.pdf fits this proof. Block 7 of Ethereum has not been compared with the network yet.'
 */
export function say(finding: Said, words: Words, name?: string): string {
  const { headlines } = words
  if (finding.failure !== undefined)
    return headlines.refused.replace('{reason}', () => sayRefusal(finding.failure!, words))
  const facts = factsOf(finding)
  const kind = subjectOf(finding)
  const number = kind === 'folder' || kind === 'documents' ? 'many' : 'one'
  const all: Facts = {
    ...facts,
    subject: name ?? fill(words.subjects[kind], facts, words),
    existed: words.existed[number],
    fits: words.fits[kind === 'documents' ? kind : number],
  }
  return finding.time === undefined
    ? fill(openHeadline(finding, words), all, words)
    : fill(timeHeadline(finding, words), { ...all, ...timeFacts(finding, finding.time, words) }, words)
}

/** Says the finding on the original that is left in a changed copy. */
export function sayOriginal(finding: SaidProof, words: Words): string {
  return say(finding, words, words.subjects.original)
}

/** Says why evidence was refused. */
export function sayRefusal({ code, facts }: Pick<FindingFailure, 'code' | 'facts'>, words: Words): string {
  return sayRow(words.refusals[code], facts, words)
}

/** Says what a verdict leaves open, or rests on. */
export function sayCaveat({ code, facts }: Caveat, words: Words): string {
  return sayRow(words.caveats[code], facts, words)
}

function sayRow(row: string | Readonly<Record<string, string>>, facts: object, words: Words): string {
  const known = facts as Facts
  const text = typeof row === 'string' ? row : row[`${known.case}`]
  return fill(text ?? '', known, words)
}

function subjectOf(finding: Said): Subject {
  if (finding.about === 'manifest') return finding.manifest?.files.length === 1 ? 'only-file' : 'folder'
  if (finding.about === 'proof' && finding.documents !== undefined) return 'documents'
  if (finding.about === 'proof' && finding.proof?.kind === 'change') return 'change'
  return finding.isFileCompared ? 'file' : 'digest'
}

function factsOf(finding: Said): Facts {
  switch (finding.about) {
    case 'proof': {
      const { count: files = 1, waiting = 0, blocks = 1 } = finding.documents ?? {}
      return { hash: finding.proof?.hash ?? '', files, waiting, blocks, ...blockFacts(finding.anchor) }
    }
    case 'ots':
      return { hash: finding.digest ?? '', ...blockFacts(finding.anchor) }
    case 'manifest': {
      const { manifest, anchors, waiting } = finding
      const inBlock = anchors.flatMap((anchor) => anchor ?? [])
      const blocks = new Set(inBlock.map(({ blockHash }) => blockHash)).size
      const files = manifest?.files.length ?? 0
      return { folder: manifest?.folder.name ?? '', files, waiting, blocks, ...blockFacts(inBlock[0]) }
    }
  }
}

const blockFacts = (anchor: { readonly chain: string; readonly blockNumber?: number } | undefined): Facts =>
  anchor?.blockNumber === undefined ? {} : { chain: anchor.chain, block: anchor.blockNumber }

/** The sentence of a finding without a time. */
function openHeadline(finding: Said, { headlines }: Words): string {
  if (finding.about === 'ots') return headlines.named
  if (finding.about === 'proof' && finding.documents === undefined)
    return finding.anchor === undefined ? headlines.waiting.all : headlines.compared.one
  const { files, waiting, blocks } = factsOf(finding)
  if (files === 0) return headlines.empty
  if (waiting !== 0) return waiting === files ? headlines.waiting.all : headlines.waiting.some
  return blocks === 1 ? headlines.compared.one : headlines.compared.several
}

/** The sentence of a finding with a time. */
function timeHeadline({ outcome, sources }: Pick<Finding, 'outcome' | 'sources'>, { headlines }: Words): string {
  if (outcome === 'confirmed') return headlines.confirmed
  return sources.every(({ kind }) => kind === 'issuer-node') ? headlines.stated : headlines.operator
}

function timeFacts(finding: Said, { earliest, latest, clocks }: FoundTime, words: Words): Facts {
  const { about, sources } = finding
  const areMany = about === 'manifest' || (about === 'proof' && finding.documents !== undefined)
  const row = earliest === undefined ? 'at' : areMany ? 'folder' : 'between'
  const times = { latest, ...(earliest !== undefined && { earliest }) }
  return {
    by: sources,
    host: [...new Set(sources.map(({ name }) => name))],
    when: fill(words.times[row], times, words),
    clock: listText(
      clocks.map((clock) => fill(words.clocks[clock.kind], 'chain' in clock ? { chain: clock.chain } : {}, words)),
      words,
    ),
  }
}
