import type { Outcome } from '../finding.js'
import type { ProofBrief } from './brief.js'
import type { GivenDocument, GivenProof, Pair, Pairing } from './pair.js'

/**
 * The verdicts on documents and proofs that were checked together, those that need a look first. `other`: the document isn't the one
 * that its proof is about. `unread`: a file that couldn't be read. `waiting`: no block yet, so no time. `no-proof`, `no-document`:
 * nothing fits.
 */
export const rowVerdicts = [
  'refused',
  'other',
  'unread',
  'waiting',
  'no-proof',
  'no-document',
  'consistent',
  'stated',
  'confirmed',
] as const
export type RowVerdict = (typeof rowVerdicts)[number]

/** A document with its proof, or what is left of the two. */
export type Row = {
  readonly verdict: RowVerdict
  /** Path of the document; null for a proof without one. */
  readonly document: string | null
  /** Path of the file with the proof; null for a document without one. */
  readonly proof: string | null
  readonly brief?: ProofBrief
  /** How the document relates to the original that the proof names; absent when it names none. */
  readonly original?: RowOriginal
}

/**
 * How a document relates to the original that its proof names: it is that, it is the copy, which begins with it or doesn't show it, or it
 * is a copy that was changed, and still begins with it. The proof's time holds for the original.
 */
export type RowOriginal =
  | { readonly case: 'given' | 'inside' | 'claimed' }
  /** `bytes`: length of the original that is left. */
  | { readonly case: 'changed'; readonly bytes: number }

/** A file that could not be read, and why, for engineers. */
export type Unread = { readonly path: string; readonly reason: string }

/** Lists documents and proofs, those that need a look first, and by path in natural order: `K2` before `K10`. */
export function rowsOf({ pairs, copies, named, documents, proofs }: Pairing, unread: readonly Unread[] = []): Row[] {
  const rows = [
    ...pairs.flatMap(({ document, proofs }) => pairRows(document, proofs)),
    ...copies.map(changedRow),
    ...named.flatMap(({ document, proofs }) => proofs.slice(0, 1).map((proof) => namedRow(document, proof))),
    ...documents.map(({ path }): Row => ({ verdict: 'no-proof', document: path, proof: null })),
    ...proofs.map(({ path, brief }): Row => {
      const verdict = brief.outcome === 'refused' ? 'refused' : 'no-document'
      return { verdict, document: null, proof: path, brief }
    }),
    ...unread.map(({ path }): Row => ({ verdict: 'unread', document: path, proof: null })),
  ]
  return rows.sort(byNeed)
}

/** The document's row, by the proof that says most, and one for each proof that is refused beside it. */
function pairRows(document: GivenDocument, proofs: readonly GivenProof[]): Row[] {
  const rows = proofs.map(
    ({ path, brief }): Row => ({
      verdict: brief.outcome,
      document: document.path,
      proof: path,
      brief,
      ...relation(document, brief),
    }),
  )
  const sorted = rows.sort((one, other) => rankOf(other) - rankOf(one))
  return sorted.filter(({ verdict }, at) => at === 0 || verdict === 'refused')
}

function relation({ digests, start }: GivenDocument, { hash, original }: ProofBrief): Pick<Row, 'original'> {
  if (original === undefined) return {}
  if (hash === undefined || !digests.includes(hash)) return { original: { case: 'given' } }
  return { original: { case: start?.digests.includes(original) === true ? 'inside' : 'claimed' } }
}

/** The row of a changed copy, by the proof that says most about the original in it. */
function changedRow({ document: { path, start }, proofs }: Pair): Row {
  const [best] = [...proofs].sort((one, other) => outcomeRank(other) - outcomeRank(one))
  const original = { case: 'changed', bytes: start?.length ?? 0 } as const
  return { verdict: 'other', document: path, proof: best?.path ?? null, ...(best && { brief: best.brief }), original }
}

const outcomeRank = ({ brief }: GivenProof) => rowVerdicts.indexOf(brief.outcome)

function namedRow({ path }: GivenDocument, { path: proof, brief }: GivenProof): Row {
  return { verdict: brief.outcome === 'refused' ? 'refused' : 'other', document: path, proof, brief }
}

const rankOf = ({ verdict }: Row) => rowVerdicts.indexOf(verdict)

const order = new Intl.Collator('en', { numeric: true })

function byNeed(one: Row, other: Row): number {
  return rankOf(one) - rankOf(other) || order.compare(shownPath(one), shownPath(other))
}

const shownPath = ({ document, proof }: Row) => document ?? proof ?? ''

/** The sum over many documents. */
export type Totals = {
  /** Documents that were given. */
  readonly documents: number
  /** Documents whose proofs hold: confirmed, stated, or consistent in a block. */
  readonly fitting: number
  /** Rows that need a look. */
  readonly problems: number
  /** The weakest verdict of those that fit; absent without any. */
  readonly weakest?: Exclude<Outcome, 'refused'>
  readonly byVerdict: { readonly [Verdict in RowVerdict]: number }
}

/** Adds up rows. */
export function totalsOf(rows: readonly Row[]): Totals {
  const byVerdict = Object.fromEntries(rowVerdicts.map((verdict) => [verdict, 0])) as Record<RowVerdict, number>
  for (const { verdict } of rows) byVerdict[verdict]++
  const fitting = holding.reduce((sum, verdict) => sum + byVerdict[verdict], 0)
  const weakest = holding.find((verdict) => byVerdict[verdict] > 0)
  const documents = new Set(rows.flatMap(({ document }) => document ?? [])).size
  return { documents, fitting, problems: rows.length - fitting, ...(weakest && { weakest }), byVerdict }
}

const holding = ['consistent', 'stated', 'confirmed'] as const
