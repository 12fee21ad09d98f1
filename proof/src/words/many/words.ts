import type { RowOriginal, RowVerdict } from '../../many/rows.js'

/** The answer about a document without a proof here: nothing more was asked, the service has no public record, or it gave no answer. */
export type LookUp = 'none' | 'unrecorded' | 'silent'

/**
 * The words for many documents and proofs that are verified together, in one language; facts in braces, as in `Words`. A table of its own:
 * few pages need it.
 */
export type ManyWords = {
  /** `operator`: by the clock of a private chain's operator. */
  readonly totals: { readonly [Total in 'confirmed' | 'stated' | 'operator' | 'consistent' | 'none']: string }
  /** Rows that need a look. */
  readonly problems: { readonly one: string; readonly many: string }
  readonly verdicts: { readonly [Verdict in RowVerdict]: string }
  readonly reasons: {
    readonly other: string
    readonly unread: string
    readonly waiting: string
    readonly 'no-proof': { readonly [Each in LookUp]: string }
    readonly 'no-document': string
  }
  /** How a document relates to the original that its proof names. */
  readonly originals: { readonly [Case in RowOriginal['case']]: string }
}
