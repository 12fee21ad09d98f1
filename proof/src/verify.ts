import { anchorChecks } from './anchor.js'
import {
  blockCaveats,
  chainCaveats,
  claimCaveats,
  entryCaveats,
  sourceCaveats,
  timeCaveats,
  timestampCaveats,
  uncheckedCaveats,
  waitingCaveat,
  wordsCaveats,
} from './caveats.js'
import { type Binding, changeFacts } from './certificate/binding.js'
import { commitment } from './commitment.js'
import { fromHex } from './encoding/hash.js'
import { toHex } from './encoding/to-hex.js'
import { ProofError } from './errors.js'
import type { CheckName, FindingFailure, FoundTime, ProofCheck, ProofFinding } from './finding.js'
import { checksumOf, type ProofAnchor, type ProofDocument, parseProof } from './format.js'
import { leafHash, rootFromPath } from './merkle.js'
import { type FileStart, isOriginal, originalOf } from './original/original.js'
import { recordAnchors, recordOf } from './record.js'
import { refusal } from './refusal.js'
import { clockOf, groundOf, outcomeOf } from './trust/ground.js'
import { type ComparedBlock, compareBlocks, type KnownBlock } from './trust/known-blocks.js'
import { boundsOfTime, type CheckedToken, type KnownTime, timeOf } from './trust/known-times.js'
import { misdatedBlock } from './trust/receipt-time.js'
import { sourceNames } from './trust/source.js'
import { checkWitness } from './witness.js'

/** Knowledge of the caller beyond the proof. */
export type VerifyOptions = {
  /** Digest of the caller's file (32, 48 or 64 bytes); without it no file is compared. */
  readonly digest?: Uint8Array
  /** The document that the caller's file begins with, if it has a marker: see `originalLength`. */
  readonly start?: FileStart
  /** Blocks known from outside of the proof. */
  readonly known?: readonly KnownBlock[]
  /** Results for the document's timestamp tokens, from `verifyWitnesses` of `@tallystick/proof/tsa`, and `bitcoinTimes`. */
  readonly times?: readonly CheckedToken[]
  /** How the words of the certificate that carried the proof compare with it. */
  readonly binding?: Binding
  /** The verifier's clock in milliseconds since 1970. If given, blocks of the future are refused. */
  readonly now?: number
}

/**
 * Verifies a proof from the proof alone, without network. Never throws: see `failure`.
 * @param json the document, already parsed as JSON.
 * @example
 * const finding = verifyProof(JSON.parse(text), { digest: sha256(file), known: [{ hash, source }] })
 * console.log(say(finding, englishWords, 'contract.pdf'))
 */
export function verifyProof(json: unknown, options: VerifyOptions = {}): ProofFinding {
  const checks: ProofCheck[] = []
  const isFileCompared = options.digest !== undefined
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
    check('digest', () => checkDigest(document, options))
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
      if (witness.kind === 'chain') continue
      check('witness', () => {
        const time = timeOf(witness, options.times ?? [], options.now)
        if (time === undefined) return skip(unknownTime[witness.kind])
        times.push(time)
        return ok(`${sourceNames([time.source])} gives the time ${time.time}${accuracyDetail(time)}`)
      })
    }
    let blocks: ComparedBlock<ProofAnchor>[] = []
    let records: ComparedBlock<ProofAnchor>[] = []
    check('chain', () => {
      const ofRecords = recordAnchors(document)
      const compared = compareBlocks([...anchorsOf(document), ...ofRecords], options.known ?? [])
      blocks = compared.filter(({ anchor }) => !ofRecords.includes(anchor))
      records = compared.filter(({ anchor }) => ofRecords.includes(anchor))
      return chainResult(compared)
    })
    const concluded = conclude(document, { blocks, records, times }, options)
    const caveats = [...concluded.caveats, ...wordsCaveats(options.binding)]
    return { about: 'proof', isFileCompared, checks, proof: document, ...concluded, caveats }
  } catch (error) {
    if (!(error instanceof ProofError)) throw error
    const { checks: all, failure } = refusal(error, current, checks)
    const known = proof === undefined ? {} : { proof }
    const original = isOfCopy(failure) ? verifyProof(json, ofStart(options)) : undefined
    // Only a proof that holds names an original.
    if (original?.outcome === 'refused') return original
    return {
      about: 'proof',
      isFileCompared,
      outcome: 'refused',
      checks: all,
      sources: [],
      caveats: [],
      failure,
      ...known,
      ...(original && { original }),
    }
  }
}

/** Grounds that a proof whose checks have passed can rest on. */
type Grounds = {
  readonly blocks: readonly ComparedBlock<ProofAnchor>[]
  /** The blocks that recorded tokens. They say only how old a token is. */
  readonly records: readonly ComparedBlock<ProofAnchor>[]
  readonly times: readonly KnownTime[]
}

/**
 * The finding on a proof whose checks have passed. It rests on the best that is vouched for, if anything is: what someone other than
 * the issuer vouches for, and of that the earliest.
 */
function conclude(proof: ProofDocument, { blocks, records, times }: Grounds, { digest, start, now }: VerifyOptions) {
  const block = groundOf(blocks)
  const [time] = [...times].sort((a, b) => boundsOfTime(a).latest.localeCompare(boundsOfTime(b).latest))
  const ofBlock = block === undefined ? 'consistent' : outcomeOf(block)
  const isTimeBest = time !== undefined && !(ofBlock === 'confirmed' && isEarlier(block!, time))
  const outcome = isTimeBest ? 'confirmed' : ofBlock
  const isVouched = outcome !== 'consistent'
  const ground = isTimeBest ? [] : block === undefined ? proof.anchors : [block.anchor]
  return {
    outcome,
    sources: isTimeBest ? [time.source] : (block?.sources ?? []),
    ...(isTimeBest ? { time: authorityTime(time) } : isVouched ? { time: blockTimeOf(block!) } : {}),
    caveats: [
      ...(blocks.length === 0 ? [waitingCaveat(isVouched)] : blockCaveats(blocks, isVouched)),
      ...uncheckedCaveats(proof.witnesses ?? [], times),
      ...(isTimeBest ? [] : sourceCaveats(block)),
      ...(isTimeBest ? timestampCaveats(time, recordOf(time.token, proof, records)?.anchor, now) : []),
      ...chainCaveats(ground),
      ...claimCaveats(isTimeBest ? proof.anchors : ground),
      ...timeCaveats(misdatedBlock(proof, anchorsOf(proof))),
      ...entryCaveats(proof, digest, start),
    ],
    ...(isTimeBest || block === undefined ? {} : { anchor: block.anchor }),
  }
}

function authorityTime(time: KnownTime): FoundTime {
  const { earliest, latest } = boundsOfTime(time)
  const { kind, name } = time.source
  const clocks = [kind === 'bitcoin-header' ? ({ kind: 'bitcoin' } as const) : ({ kind: 'authority', name } as const)]
  return earliest === latest ? { latest, clocks } : { earliest, latest, clocks }
}

const blockTimeOf = (block: ComparedBlock<ProofAnchor>): FoundTime => {
  return { latest: `${block.anchor.blockTime}`, clocks: [clockOf(block)] }
}

/** Returns the anchors of a proof, and of its witnesses. */
const anchorsOf = ({ anchors, witnesses = [] }: ProofDocument) => [
  ...anchors,
  ...witnesses.flatMap((witness) => (witness.kind === 'chain' ? [witness.anchor] : [])),
]

const isEarlier = ({ anchor }: ComparedBlock<ProofAnchor>, time: KnownTime) =>
  `${anchor.blockTime}` <= boundsOfTime(time).latest

function chainResult(blocks: readonly ComparedBlock<ProofAnchor>[]) {
  const vouched = blocks.filter(({ sources }) => sources.length > 0)
  if (vouched.length === 0) return skip('nothing to compare the block with')
  const details = vouched.map(
    ({ anchor, sources }) => `block ${anchor.blockHash} was compared with ${sourceNames(sources)}`,
  )
  return ok(details.join('; '))
}

/** How far a time may be off, to follow it in a diagnostic. */
const accuracyDetail = ({ accuracyMs }: KnownTime) =>
  accuracyMs === undefined ? '' : `, give or take ${accuracyMs} ms`
const unknownTime = {
  rfc3161: 'no trusted authority stands behind the timestamp token, or it was not read',
  opentimestamps: "no Bitcoin header was compared: that Bitcoin has it is the calendar's word",
} as const

const ok = (detail: string) => ({ status: 'ok' as const, detail })
const skip = (detail: string) => ({ status: 'skip' as const, detail })
const blockResult = (detail: string | undefined) =>
  detail === undefined ? skip('the transaction is not in a block yet') : ok(detail)

function checkWords(binding: Binding | undefined) {
  if (binding?.status === 'changed') {
    const facts = changeFacts(binding)
    throw new ProofError('words', `${facts.case}: “${facts.found}” for “${facts.expected}”`, undefined, facts)
  }
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

function checkDigest(proof: ProofDocument, { digest, start }: VerifyOptions) {
  if (digest === undefined) return skip('no file to compare')
  const given = toHex(digest)
  const original = originalOf(proof)
  if (given === proof.hash) return ok(`the file has the digest ${given}`)
  // The commitment, which is checked next, covers the details.
  if (given === original) return ok(`the file has the digest ${given} of the original that the details name`)
  const { hash: proven } = proof
  if (original !== undefined && isOriginal(start, original)) {
    const facts = { case: 'copy', proven, original, bytes: start.length } as const
    throw new ProofError('digest', `only the first ${start.length} bytes fit: they are the original`, 'hash', facts)
  }
  throw new ProofError('digest', `the proof is for a different file: its digest is ${proven}, not ${given}`, 'hash', {
    case: 'file',
    proven,
    given,
  })
}

const isOfCopy = ({ code, facts }: FindingFailure) => code === 'digest' && facts.case === 'copy'

/** Knowledge of a caller who has only the document that their file begins with. */
function ofStart({ start, digest, ...options }: VerifyOptions): VerifyOptions {
  return start === undefined ? options : { ...options, digest: start.digest }
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
