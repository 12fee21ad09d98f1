import { secp256k1 } from '@noble/curves/secp256k1.js'
import { concat, fromHex, keccak256, sha256, utf8 } from '../encoding/hash.js'
import { canonicalize } from '../encoding/jcs.js'
import { readJson } from '../encoding/json.js'
import {
  address,
  type Check,
  chainHash,
  checkMembers,
  integer,
  isRecord,
  listOf,
  matches,
  object,
  time,
} from '../encoding/members.js'
import { toHex } from '../encoding/to-hex.js'
import { ProofError } from '../errors.js'
import { addressText } from '../ethereum/transaction.js'
import { MAX_CHECKPOINT_VALUES, MAX_CHECKPOINTS, MAX_FILE_BYTES } from '../limits.js'
import { chainName, knownChains } from './chains.js'
import type { KnownBlock } from './known-blocks.js'
import { timeProblem } from './stated-times.js'

/** A block of the list. */
export type Checkpoint = { readonly number: number; readonly hash: string; readonly time: string }

/** Blocks of one chain, as nodes showed them to the signer. Confirms proofs without network access. */
export type CheckpointDocument = {
  readonly format: 'tallystick-checkpoints'
  readonly version: 1
  /** CAIP-2 ID. */
  readonly chain: string
  /** Hash of block 0. Distinguishes the chain from others with the same number. */
  readonly genesisHash: string
  /** Hosts of the nodes that were asked; they agreed on every block. */
  readonly nodes: readonly string[]
  readonly madeAt: string
  /** In ascending order of their numbers. */
  readonly blocks: readonly Checkpoint[]
  /** Address of the key that signed the list. */
  readonly signer: string
  /** 65 bytes: r, s and 27 or 28. */
  readonly signature: string
}

/** The list before it is signed. */
export type UnsignedCheckpoints = Omit<CheckpointDocument, 'signer' | 'signature'>

// As URLs spell hosts. Unicode's own classes grow, and would accept others on other runtimes.
const host: Check = (value) => typeof value === 'string' && /^[!-~]{1,255}$/.test(value)
const members = {
  chain: matches(/^eip155:[1-9][0-9]{0,31}$/),
  genesisHash: chainHash,
  nodes: listOf(host, 1, 64),
  madeAt: time,
  blocks: listOf(object, 1, MAX_CHECKPOINTS),
  signer: address,
  signature: matches(/^0x[0-9a-f]{128}1[bc]$/),
}
const blockMembers = { number: integer, hash: chainHash, time }
const none: ReadonlySet<string> = new Set()

/**
 * Signs a list of checkpoints as wallets sign messages (EIP-191, `personal_sign`).
 * @param key private key on secp256k1, 32 bytes.
 */
export function signCheckpoints(list: UnsignedCheckpoints, key: Uint8Array): CheckpointDocument {
  const signer = addressOf(secp256k1.getPublicKey(key, false))
  const digest = messageDigest({ ...list, signer })
  // The recovery bit comes first.
  const [recovery = 0, ...rs] = secp256k1.sign(digest, key, { prehash: false, format: 'recovered' })
  return { ...list, signer, signature: `0x${toHex(Uint8Array.from(rs))}${(27 + recovery).toString(16)}` }
}

/**
 * Checks form, order, times and signature of a list of checkpoints. Whether to trust its signer is the reader's decision.
 * @param json the document, already parsed as JSON.
 * @param now the reader's clock in milliseconds since 1970; without it, no list counts as one of the future.
 * @throws {@link ProofError} `unsupported` on another format or version; otherwise `malformed` or `checkpoints`.
 */
export function readCheckpoints(json: unknown, now?: number): CheckpointDocument {
  if (!isRecord(json)) throw new ProofError('malformed', 'a list of checkpoints is a JSON object')
  const { format, version, ...rest } = json
  if (format !== 'tallystick-checkpoints') {
    throw new ProofError('unsupported', 'this is not a list of checkpoints', 'format')
  }
  if (version !== 1) throw new ProofError('unsupported', 'only version 1 is supported', 'version')
  checkMembers(rest, members, none, '')
  const list = json as unknown as CheckpointDocument
  list.blocks.forEach((block, i) => {
    checkMembers(block, blockMembers, none, `blocks[${i}].`)
    const before = list.blocks[i - 1]
    if (before !== undefined && (before.number >= block.number || before.time > block.time)) {
      throw new ProofError('malformed', `blocks[${i}] is not after the block before it`, `blocks[${i}]`)
    }
  })
  checkTimes(list, now)
  const genesisHash = knownChains.get(list.chain)?.genesisHash ?? list.genesisHash
  if (genesisHash !== list.genesisHash) {
    throw new ProofError('checkpoints', `the list is of another chain with the number of ${list.chain}`, 'genesisHash')
  }
  if (signerOf(list) !== list.signer) {
    throw new ProofError(
      'checkpoints',
      'the signature does not match: the list was changed after it was signed',
      'signature',
    )
  }
  return list
}

/** A list is made after its last block, of blocks of its chain, each of which has a hash of its own. */
function checkTimes({ chain, madeAt, blocks }: CheckpointDocument, now: number | undefined): void {
  const seen = new Set<string>()
  const first = knownChains.get(chain)?.firstBlockTime
  for (const [i, { number, hash, time }] of blocks.entries()) {
    if (seen.has(hash))
      throw new ProofError('malformed', `blocks[${i}] has the hash of another block`, `blocks[${i}].hash`)
    seen.add(hash)
    // Block 0 may have any time: Ethereum's is of 1970.
    if (number === 0 || first === undefined || time >= first) continue
    const message = `blocks[${i}] is dated ${time}, but ${chainName(chain)} has existed only since ${first}`
    throw new ProofError('checkpoints', message, `blocks[${i}].time`)
  }
  const last = blocks.at(-1)?.time ?? madeAt
  if (timeProblem({ timeMs: Date.parse(last) }, { nowMs: Date.parse(madeAt) }) !== null) {
    throw new ProofError('checkpoints', `the list was made at ${madeAt}, before its last block, ${last}`, 'madeAt')
  }
  if (now !== undefined && timeProblem({ timeMs: Date.parse(madeAt) }, { nowMs: now }) !== null) {
    const message = `the list was made at ${madeAt}, which is in the future by this computer's clock`
    throw new ProofError('checkpoints', message, 'madeAt')
  }
}

/**
 * Reads a list of checkpoints from the bytes of a file.
 * @throws {@link ProofError} `malformed` when it isn't JSON or exceeds the limits, else as {@link readCheckpoints}.
 */
export function checkpointsIn(bytes: Uint8Array, now?: number): CheckpointDocument {
  if (bytes.length > MAX_FILE_BYTES) throw new ProofError('malformed', `the list has more than ${MAX_FILE_BYTES} bytes`)
  const reading = readJson(bytes, MAX_CHECKPOINT_VALUES)
  if ('json' in reading) return readCheckpoints(reading.json, now)
  throw new ProofError('malformed', reading.problem ?? 'the list is not JSON in UTF-8')
}

/**
 * Returns the blocks of a list, as known to its signer.
 * @param signers addresses of those whose lists the reader trusts, in lower case. A list of anyone else vouches for nothing: everyone can
 * sign one.
 */
export function knownByCheckpoints(
  { chain, blocks, signer }: CheckpointDocument,
  signers: readonly string[],
): KnownBlock[] {
  const source = { kind: 'checkpoints', name: signer } as const
  const trust = signers.includes(signer) ? {} : { isUnpinned: true as const }
  return blocks.map(({ number, hash, time }) => ({ chain, number, hash, time, source, ...trust }))
}

function signerOf({ signature, ...list }: CheckpointDocument): string | undefined {
  const bytes = fromHex(signature.slice(2))
  try {
    const rs = secp256k1.Signature.fromBytes(bytes.subarray(0, 64), 'compact')
    return addressOf(
      rs
        .addRecoveryBit(bytes[64]! - 27)
        .recoverPublicKey(messageDigest(list))
        .toBytes(false),
    )
  } catch {
    return undefined
  }
}

/** EIP-191 digest of the text that is signed: a title, and the SHA-256 of the list's canonical JSON. */
function messageDigest(list: Omit<CheckpointDocument, 'signature'>): Uint8Array {
  const message = utf8(`Tallystick checkpoints ${toHex(sha256(utf8(canonicalize(list))))}`)
  return keccak256(concat(utf8(`\u0019Ethereum Signed Message:\n${message.length}`), message))
}

const addressOf = (publicKey: Uint8Array) => addressText(keccak256(publicKey.subarray(1)).subarray(12))
