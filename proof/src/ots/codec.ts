import { concat, concatAll, equalBytes, fromHex, keccak256, sha256 } from '../encoding/hash.js'
import { ProofError } from '../errors.js'
import { MAX_OTS_ATTESTATIONS, MAX_OTS_BYTES, MAX_OTS_STEPS } from '../limits.js'

/** One step from a message to the next. Hashes take no operand. */
export type OtsOp =
  | { readonly kind: 'append' | 'prepend'; readonly bytes: Uint8Array }
  | { readonly kind: 'sha256' | 'keccak256' }

/** A claim that a message existed: the tag names the kind of witness, the payload says when and where. */
export type OtsAttestation = {
  /** 8 bytes. */
  readonly tag: Uint8Array
  readonly payload: Uint8Array
}

/** Attestations of a message, and the steps that lead on from it. */
export type OtsTimestamp = {
  readonly attestations: readonly OtsAttestation[]
  readonly branches: readonly (readonly [OtsOp, OtsTimestamp])[]
  /** Further branches as someone else encoded them, of one step each at the start. */
  readonly encoded?: readonly Uint8Array[]
}

const magic = concat(
  Uint8Array.of(0),
  new TextEncoder().encode('OpenTimestamps'),
  Uint8Array.of(0, 0),
  new TextEncoder().encode('Proof'),
  fromHex('00bf89e2e884e89294'),
)
const VERSION = 1
const FORK = 0xff
const ATTESTATION = 0x00
const opCodes = { append: 0xf0, prepend: 0xf1, sha256: 0x08, keccak256: 0x67 } as const

/** Limits of the reference implementation, which reads nothing longer. */
const MAX_OPERAND = 4096
const MAX_PAYLOAD = 8192
const MAX_DEPTH = 256

/** Returns how a detached timestamp file for a SHA-256 digest begins; the timestamp follows. */
export function otsHead(digest: Uint8Array): Uint8Array {
  return concatAll([magic, varuint(VERSION), Uint8Array.of(opCodes.sha256), digest])
}

/** Encodes a detached timestamp file for a SHA-256 digest. Attestations must be sorted by tag and payload. */
export function encodeOts(digest: Uint8Array, timestamp: OtsTimestamp): Uint8Array {
  return concatAll([otsHead(digest), ...writeTimestamp(timestamp)])
}

/** Encodes a timestamp without its digest, as calendars exchange it. Attestations must be sorted by tag and payload. */
export function encodeTimestamp(timestamp: OtsTimestamp): Uint8Array {
  return concat(...writeTimestamp(timestamp))
}

function writeTimestamp({ attestations, branches, encoded = [] }: OtsTimestamp): Uint8Array[] {
  const items = [
    ...attestations.map(({ tag, payload }) => [Uint8Array.of(ATTESTATION), tag, ...varbytes(payload)]),
    ...branches.map(([op, next]) => [...writeOp(op), ...writeTimestamp(next)]),
    ...encoded.map((bytes) => [bytes]),
  ]
  return items.flatMap((item, i) => (i < items.length - 1 ? [Uint8Array.of(FORK), ...item] : item))
}

function writeOp(op: OtsOp): Uint8Array[] {
  const code = Uint8Array.of(opCodes[op.kind])
  return 'bytes' in op ? [code, ...varbytes(op.bytes)] : [code]
}

const varbytes = (bytes: Uint8Array) => [varuint(bytes.length), bytes]

/** Encodes a number as seven bits per byte, lowest first; the highest bit means that more follow. */
export function varuint(value: number | bigint): Uint8Array {
  const bytes: number[] = []
  let rest = BigInt(value)
  for (; rest >= 128n; rest >>= 7n) bytes.push(Number(rest & 127n) | 128)
  bytes.push(Number(rest))
  return Uint8Array.from(bytes)
}

/** Reads bytes from the front. */
export class OtsReader {
  private readonly bytes: Uint8Array
  private at = 0

  constructor(bytes: Uint8Array) {
    this.bytes = bytes
  }

  /** @throws {@link ProofError} `malformed` when fewer bytes are left. */
  take(length: number): Uint8Array {
    if (this.at + length > this.bytes.length) malformed('ends too early')
    this.at += length
    return this.bytes.slice(this.at - length, this.at)
  }

  byte(): number {
    return this.take(1)[0]!
  }

  varuint(): bigint {
    let value = 0n
    for (let shift = 0n; shift < 128n; shift += 7n) {
      const byte = this.byte()
      value |= BigInt(byte & 127) << shift
      if (byte < 128) return value
    }
    return malformed('contains a number that is too large')
  }

  varbytes(max: number): Uint8Array {
    const length = this.varuint()
    if (length > BigInt(max)) malformed(`contains a field of more than ${max} bytes`)
    return this.take(Number(length))
  }

  end(): boolean {
    return this.at === this.bytes.length
  }
}

/** An attestation and the message it is about. */
export type OtsFinding = OtsAttestation & { readonly message: Uint8Array }

/**
 * Follows a detached timestamp file from its digest to its attestations. Checking what these claim is up to the caller.
 * @throws {@link ProofError} `malformed`, or `unsupported` when it uses operations not in {@link OtsOp}.
 */
export function readOts(bytes: Uint8Array): { digest: Uint8Array; findings: OtsFinding[] } {
  const reader = new OtsReader(bytes)
  if (bytes.length < magic.length || !equalBytes(reader.take(magic.length), magic))
    malformed('is not an OpenTimestamps proof')
  if (reader.varuint() !== BigInt(VERSION)) throw new ProofError('unsupported', 'only version 1 of .ots is supported')
  if (reader.byte() !== opCodes.sha256)
    throw new ProofError('unsupported', 'only .ots files of SHA-256 digests are supported')
  const digest = reader.take(32)
  const findings: OtsFinding[] = []
  follow(reader, digest, { findings, steps: 0, bytes: 0 }, 0)
  if (!reader.end()) malformed('has trailing bytes')
  return { digest, findings }
}

/** Everything followed so far, over all branches. */
type Followed = { readonly findings: OtsFinding[]; steps: number; bytes: number }

function follow(reader: OtsReader, message: Uint8Array, followed: Followed, depth: number): void {
  if (depth > MAX_DEPTH) malformed(`has more than ${MAX_DEPTH} steps in a row`)
  for (;;) {
    const code = reader.byte()
    const forks = code === FORK
    const step = forks ? reader.byte() : code
    if (step === ATTESTATION) {
      followed.findings.push({ tag: reader.take(8), payload: reader.varbytes(MAX_PAYLOAD), message })
      if (followed.findings.length > MAX_OTS_ATTESTATIONS)
        malformed(`has more than ${MAX_OTS_ATTESTATIONS} attestations`)
    } else {
      followed.bytes += message.length
      if (++followed.steps > MAX_OTS_STEPS) malformed(`has more than ${MAX_OTS_STEPS} steps`)
      if (followed.bytes > MAX_OTS_BYTES) malformed(`has steps over more than ${MAX_OTS_BYTES} bytes`)
      follow(reader, apply(reader, step, message), followed, depth + 1)
    }
    if (!forks) return
  }
}

function apply(reader: OtsReader, code: number, message: Uint8Array): Uint8Array {
  if (code === opCodes.sha256) return sha256(message)
  if (code === opCodes.keccak256) return keccak256(message)
  if (code !== opCodes.append && code !== opCodes.prepend) {
    throw new ProofError('unsupported', `the .ots operation ${code} is not supported`)
  }
  const operand = reader.varbytes(MAX_OPERAND)
  const result = code === opCodes.append ? concat(message, operand) : concat(operand, message)
  if (operand.length === 0 || result.length > MAX_OPERAND) malformed('contains a message of invalid length')
  return result
}

function malformed(message: string): never {
  throw new ProofError('malformed', `the .ots file ${message}`)
}
