import type { Caveat } from '../../caveats.js'
import type { ProofBrief } from '../../many/brief.js'
import { type Row, totalsOf } from '../../many/rows.js'
import type { Source } from '../../trust/source.js'
import { fill } from '../fill.js'
import { sayOriginal, sayRefusal } from '../say.js'
import type { Words } from '../words.js'
import type { LookUp, ManyWords } from './words.js'

/** The tables of one language that the sentences about many documents are made of. */
export type WordsForMany = { readonly words: Words; readonly many: ManyWords }

/** Says in a sentence or two how many documents are as stamped and by whose word: that of the weakest, if they differ. */
export function sayTotals(rows: readonly Row[], { words, many }: WordsForMany): string {
  const { documents, fitting, problems, weakest } = totalsOf(rows)
  const by = rows.flatMap(({ verdict, brief }) => (verdict === weakest ? (brief?.sources ?? []) : []))
  const host = [...new Set(by.map(({ name }) => name))]
  const facts = { documents, fitting, by, host, count: problems }
  const total = fill(many.totals[totalOf(rows)], facts, words)
  if (problems === 0) return total
  return `${total} ${fill(problems === 1 ? many.problems.one : many.problems.many, facts, words)}`
}

/** One row by an operator's word makes the total so. */
function totalOf(rows: readonly Row[]): keyof ManyWords['totals'] {
  const { weakest = 'none' } = totalsOf(rows)
  if (weakest !== 'stated') return weakest
  const isByIssuer = ({ verdict, brief }: Row) =>
    verdict !== 'stated' || brief?.sources.every(({ kind }) => kind === 'issuer-node') === true
  return rows.every(isByIssuer) ? 'stated' : 'operator'
}

/** Says why a row needs a look, or how its document relates to an original; empty when there is nothing to say. */
export function sayReason({ verdict, brief, original }: Row, { words, many }: WordsForMany, lookUp: LookUp): string {
  const { reasons, originals } = many
  if (original?.case === 'changed' && brief !== undefined) {
    return `${fill(originals.changed, { bytes: original.bytes }, words)} ${sayOriginal(briefFinding(brief), words)}`
  }
  const about = original === undefined ? '' : originals[original.case]
  switch (verdict) {
    case 'refused':
      return brief?.failure === undefined ? '' : capital(sayRefusal(brief.failure, words))
    case 'no-proof':
      return reasons['no-proof'][lookUp]
    case 'waiting':
      return [reasons.waiting, about].filter((text) => text !== '').join('. ')
    case 'other':
    case 'unread':
    case 'no-document':
      return reasons[verdict]
    default:
      return about
  }
}

/** The finding that a brief was made of, as far as a sentence needs it. */
function briefFinding({ outcome, sources, time, block }: ProofBrief) {
  const about = { about: 'proof', isFileCompared: true, sources } as const
  const whole = outcome === 'waiting' ? 'consistent' : outcome
  return { ...about, outcome: whole, ...(time && { time }), ...(block && { anchor: block }) }
}

/** Returns the time of a row: one that someone vouches for, else that of its block; undefined where nothing fits. */
export function timeOfRow({ verdict, brief }: Row): string | undefined {
  if (verdict === 'other' || verdict === 'refused') return undefined
  return brief?.time?.latest ?? brief?.block?.blockTime
}

/** Returns who vouches for a row; no one where nothing fits. */
export function sourcesOfRow({ verdict, brief }: Row): readonly Source[] {
  return verdict === 'other' || verdict === 'refused' ? [] : (brief?.sources ?? [])
}

/** Said by the total and by the rows themselves. */
const saidElsewhere: ReadonlySet<string> = new Set(['not-compared', 'others-not-compared', 'not-in-block'])

/** Returns what else the verdicts on rows leave open, each once. */
export function caveatsOfRows(rows: readonly Row[]): Caveat[] {
  const all = rows.flatMap(({ brief }) => brief?.caveats ?? []).filter(({ code }) => !saidElsewhere.has(code))
  return [...new Map(all.map((caveat) => [JSON.stringify(caveat), caveat])).values()]
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
