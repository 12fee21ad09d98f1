import type { CaveatCode, CaveatFacts } from '../caveats.js'
import type { ProofErrorCode, RefusalFacts } from '../errors.js'
import type { Clock } from '../finding.js'
import type { FolderProblem } from '../manifest/compare-folder.js'
import type { Source } from '../trust/source.js'

/** A sentence with facts in braces or, where its facts have cases, one for each case. */
type Row<Facts> = [CaseOf<Facts>] extends [never] ? string : { readonly [Case in CaseOf<Facts>]: string }
type CaseOf<Facts> = Facts extends { readonly case: infer Case extends string } ? Case : never

/** The subject of a finding, in a sentence that does not name it: a compared file, the original in a changed copy, a digest, a change to a folder, a folder, documents of a certificate. */
export type Subject = 'documents' | 'file' | 'original' | 'digest' | 'change' | 'folder' | 'only-file'

/**
 * The words for findings in one language. A sentence names its facts in braces, see `fill`: `{chain}` stands on its own, `{ofChain}`
 * follows a noun, and a capital (`{Chain}`) begins a sentence. A language without a row doesn't compile.
 */
export type Words = {
  /** How times are written: placeholders `year`, `month`, `day` and `clock`. */
  readonly moment: string
  /** Between groups of three digits. */
  readonly thousands: string
  readonly quoted: string
  readonly lastOfList: string
  readonly chain: { readonly named: string; readonly private: string; readonly unknown: string }
  readonly ofChain: { readonly named: string; readonly private: string; readonly unknown: string }
  readonly sources: { readonly [Kind in Source['kind']]: string }
  /** A source, and the name in the certificate that the reader trusts. */
  readonly certified: string
  readonly clocks: { readonly [Kind in Clock['kind']]: string }
  readonly subjects: { readonly [Kind in Subject]: string }
  /** Singular and plural, for the subject. */
  readonly existed: { readonly one: string; readonly many: string }
  readonly fits: { readonly one: string; readonly many: string; readonly documents: string }
  readonly times: { readonly at: string; readonly between: string; readonly folder: string }
  readonly headlines: {
    readonly confirmed: string
    /** By the service that issued it. */
    readonly stated: string
    /** By the operator of a private chain. */
    readonly operator: string
    readonly compared: { readonly one: string; readonly several: string }
    readonly waiting: { readonly all: string; readonly some: string }
    readonly named: string
    readonly empty: string
    readonly refused: string
  }
  /** For a folder that was compared with its manifest. */
  readonly folder: {
    readonly same: { readonly [Kind in 'folder' | 'only-file' | 'empty']: string }
    readonly except: string
    readonly different: string
    readonly unreadable: string
    readonly problems: { readonly [Problem in FolderProblem['problem']]: string }
  }
  readonly caveats: { readonly [Code in CaveatCode]: Row<CaveatFacts[Code]> }
  readonly refusals: { readonly [Code in ProofErrorCode]: Row<RefusalFacts[Code]> }
}
