import { anchorChecks } from './anchor.js'
import {
  blockCaveats,
  type Caveat,
  certificateCaveats,
  chainCaveats,
  claimCaveats,
  entryCaveats,
  timeCaveats,
  uncheckedCaveats,
  waitingCaveat,
  wordsCaveats,
} from './caveats.js'
import { type Binding, bindingText } from './certificate/binding.js'
import { commitment } from './commitment.js'
import { equalBytes, fromHex } from './encoding/hash.js'
import { toHex } from './encoding/to-hex.js'
import { ProofError, type ProofErrorCode } from './errors.js'
import { checksumOf, type ProofAnchor, type ProofDocument, parseProof } from './format.js'
import { leafHash, rootFromPath } from './merkle.js'
import { isPrivateChain } from './trust/chains.js'
import { groundOf } from './trust/ground.js'
import { type ComparedBlock, compareBlocks, type KnownBlock, type Source, sourceNames } from './trust/known-blocks.js'
import { accuracyText, type CheckedToken, type KnownTime, timeOf } from './trust/known-times.js'
import { misdatedBlock } from './trust/receipt-time.js'
import { checkWitness } from './witness.js'

/** The checks of a proof, in order. */
export const checkNames = [
  'format',
  'words',
  'checksum',
  'digest',
  'commitment',
  'tree',
  'transaction',
  'block',
  'witness',
  'chain',
] as const
export type CheckName = (typeof checkNames)[number]

/** Result of one check. The detail of a skipped one says why it was skipped. */
export type ProofCheck = { readonly name: CheckName; readonly status: 'ok' | 'skip' | 'fail'; readonly detail: string }

/**
 * The three verdicts. `confirmed`: a source outside of the document vouches for a block or a time, see `sources`. `consistent`:
 * file, path, transaction and header fit each other; whether the block is part of its chain has not been checked, or there is no
 * block yet. `refused`: see `failure`.
 */
export type Outcome = 'confirmed' | 'consistent' | 'refused'

/** Knowledge of the caller beyond the proof. */
export type VerifyOptions = {
  /** Digest of the caller's file (32, 48 or 64 bytes); without it no file is compared. */
  readonly digest?: Uint8Array
  /** Blocks known from outside of the proof. */
  readonly known?: readonly KnownBlock[]
  /** Results for the document's timestamp tokens, from `verifyWitnesses` of `@tallystick/proof/tsa`. */
  readonly times?: readonly CheckedToken[]
  /** How the words of the certificate that carried the proof compare with it. */
  readonly binding?: Binding
  /** The verifier's clock in milliseconds since 1970. If given, blocks of the future are refused. */
  readonly now?: number
}

export type Verdict = {
  readonly outcome: Outcome
  readonly checks: readonly ProofCheck[]
  /** Everyone who vouches for the block or the time; empty unless confirmed. */
  readonly sources: readonly Source[]
  /** Caveats: points that the verdict leaves open. */
  readonly caveats: readonly Caveat[]
  /**
   * The anchor it rests on, of the document or of a witness: the earliest that is vouched for or, if none is, the earliest in a block.
   * One of a private chain only without another. Absent when the verdict rests on `timestamp`.
   */
  readonly anchor?: ProofAnchor
  /** The authority's time that it rests on, if that is the best that is vouched for. */
  readonly timestamp?: KnownTime
  readonly failure?: { readonly code: ProofErrorCode; readonly check: CheckName; readonly message: string }
  /** The document, if it has the right form. */
  readonly proof?: ProofDocument
}

/**
 * Verifies a proof from the proof alone, without network. Never throws: see `failure`.
 * @param json the document, already parsed as JSON.
 * @example
 * const verdict = verifyProof(JSON.parse(text), { digest: sha256(file), known: [{ hash, source }] })
 * if (verdict.outcome !== 'confirmed') console.error(verdict.failure?.message ?? verdict.caveats)
 */
export function verifyProof(json: unknown, options: VerifyOptions = {}): Verdict {
  const checks: ProofCheck[] = []
  let current: CheckName = 'format'
  let proof: ProofDocument | undefined
  const check = (name: CheckName, run: () => Omit<ProofCheck, 'name'>) => {
    current = name
    checks.push({ name, ...run() })
  }
  try {
    check('format', () => {
      const document = parseProof(json)
      proof = document
      return ok(`proof document, version ${document.version}, of ${document.kind} ${document.code}`)
    })
    const document = proof!
    if (options.binding !== undefined) check('words', () => checkWords(options.binding))
    check('checksum', () => checkChecksum(document))
    check('digest', () => checkDigest(document, options.digest))
    check('commitment', () => checkCommitment(document))
    check('tree', () => checkTree(document))
    for (const anchor of document.anchors) {
      const { transaction, block } = anchorChecks(document.root, anchor, options.now)
      check('transaction', () => ok(transaction()))
      check('block', () => blockResult(block()))
    }
    const { witnesses = [] } = document
    const times: KnownTime[] = []
    for (const witness of witnesses) {
      check('witness', () => ok(checkWitness(document, witness, options.now).join('; ')))
      if (witness.kind !== 'rfc3161') continue
      check('witness', () => {
        const time = timeOf(witness, options.times ?? [], options.now)
        if (time === undefined)
          return skip('no trusted authority stands behind the timestamp token, or it was not read')
        times.push(time)
        return ok(`${sourceNames([time.source])} made the timestamp token at ${time.time}${accuracyText(time)}`)
      })
    }
    let blocks: ComparedBlock<ProofAnchor>[] = []
    check('chain', () => {
      blocks = compareBlocks(anchorsOf(document), options.known ?? [])
      return chainResult(blocks)
    })
    const judged = judge(document, { blocks, times, isFileCompared: options.digest !== undefined }, options.now)
    return { checks, proof: document, ...judged, caveats: [...judged.caveats, ...wordsCaveats(options.binding)] }
  } catch (error) {
    if (!(error instanceof ProofError)) throw error
    checks.push({ name: current, status: 'fail', detail: error.message })
    const failure = { code: error.code, check: current, message: error.message }
    const found = proof === undefined ? {} : { proof }
    return { outcome: 'refused', checks, sources: [], caveats: [], failure, ...found }
  }
}

/** Grounds that a proof whose checks have passed can rest on. */
type Grounds = {
  readonly blocks: readonly ComparedBlock<ProofAnchor>[]
  readonly times: readonly KnownTime[]
  readonly isFileCompared: boolean
}

/**
 * The verdict on a proof whose checks have passed. It rests on the best that is vouched for, if anything is: the earliest time, but
 * on a private chain's, which its operator can choose, only for want of another.
 */
function judge(proof: ProofDocument, { blocks, times, isFileCompared }: Grounds, now: number | undefined) {
  const block = groundOf(blocks)
  const [time] = [...times].sort((a, b) => a.time.localeCompare(b.time))
  const isBlockVouched = block !== undefined && block.sources.length > 0
  const isTimeBest = time !== undefined && !(isBlockVouched && isBetter(block, time))
  const isConfirmed = isBlockVouched || time !== undefined
  const ground = isTimeBest ? [] : block === undefined ? proof.anchors : [block.anchor]
  return {
    outcome: isConfirmed ? ('confirmed' as const) : ('consistent' as const),
    sources: isTimeBest ? [time.source] : isBlockVouched ? block.sources : [],
    caveats: [
      ...(blocks.length === 0 ? [waitingCaveat(isConfirmed)] : blockCaveats(blocks, isConfirmed)),
      ...uncheckedCaveats(proof.witnesses ?? [], times),
      ...(isTimeBest ? certificateCaveats(time, now) : []),
      ...chainCaveats(ground),
      ...claimCaveats(isTimeBest ? proof.anchors : ground),
      ...timeCaveats(misdatedBlock(proof, anchorsOf(proof))),
      ...entryCaveats(proof, isFileCompared),
    ],
    ...(isTimeBest ? { timestamp: time } : block === undefined ? {} : { anchor: block.anchor }),
  }
}

/** Returns the anchors of a proof, and of its witnesses. */
const anchorsOf = ({ anchors, witnesses = [] }: ProofDocument) => [
  ...anchors,
  ...witnesses.flatMap((witness) => (witness.kind === 'chain' ? [witness.anchor] : [])),
]

const isBetter = ({ anchor }: ComparedBlock<ProofAnchor>, { time }: KnownTime) =>
  !isPrivateChain(anchor) && `${anchor.blockTime}` <= time

function chainResult(blocks: readonly ComparedBlock<ProofAnchor>[]) {
  const vouched = blocks.filter(({ sources }) => sources.length > 0)
  if (vouched.length === 0) return skip('nothing to compare the block with')
  const details = vouched.map(
    ({ anchor, sources }) => `block ${anchor.blockHash} was compared with ${sourceNames(sources)}`,
  )
  return ok(details.join('; '))
}

const ok = (detail: string) => ({ status: 'ok' as const, detail })
const skip = (detail: string) => ({ status: 'skip' as const, detail })
const blockResult = (detail: string | undefined) =>
  detail === undefined ? skip('the transaction is not in a block yet') : ok(detail)

function checkWords(binding: Binding | undefined) {
  if (binding?.status === 'changed') throw new ProofError('words', bindingText(binding) ?? '')
  return binding?.status === 'same'
    ? ok('the words of the certificate are those of its proof')
    : skip('the words of the certificate are not bound to its proof')
}

function checkChecksum(proof: ProofDocument) {
  if (proof.checksum === undefined) return skip('the document has no checksum')
  if (checksumOf(proof) !== proof.checksum) {
    throw new ProofError('malformed', 'the document was changed: its checksum does not match', 'checksum')
  }
  return ok('the checksum matches the document')
}

function checkDigest(proof: ProofDocument, digest: Uint8Array | undefined) {
  if (digest === undefined) return skip('no file to compare')
  if (!equalBytes(digest, fromHex(proof.hash))) {
    throw new ProofError(
      'digest',
      `the proof is for a different file: its digest is ${proof.hash}, not ${toHex(digest)}`,
      'hash',
    )
  }
  return ok(`the file has the digest ${proof.hash}`)
}

function checkCommitment({ salt, details, code, ...proof }: ProofDocument) {
  if (salt === undefined || details === undefined) return skip('the document has no salt and details')
  if (toHex(commitment(fromHex(salt), details)) !== proof.commitment) {
    throw new ProofError('commitment', 'salt and details do not match the commitment', 'commitment')
  }
  if (typeof details.code === 'string' && details.code !== code) {
    throw new ProofError('commitment', 'the code differs from the one in the details', 'code')
  }
  return ok('salt and details match the commitment')
}

function checkTree(proof: ProofDocument) {
  const leaf = leafHash(fromHex(proof.hash), fromHex(proof.commitment))
  const root = rootFromPath(leaf, proof.leafIndex, proof.treeSize, proof.path.map(fromHex))
  if (toHex(root) !== proof.root) throw new ProofError('root', 'the path does not lead to the root', 'root')
  return ok(`the path leads to the root ${proof.root}`)
}
