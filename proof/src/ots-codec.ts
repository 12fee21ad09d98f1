import { ProofError } from './errors.js'
import { concat, equal, fromHex, keccak256, sha256 } from './hash.js'

/** One step from a message to the next; the hashes take no operand. */
export type OtsOp =
  | { readonly kind: 'append' | 'prepend'; readonly bytes: Uint8Array }
  | { readonly kind: 'sha256' | 'keccak256' }

/** Who says that a message existed, and what that says of when and where. */
export type OtsAttestation = {
  /** 8 bytes. */
  readonly tag: Uint8Array
  readonly payload: Uint8Array
}

/** Statements about a message, and what follows from it. */
export type OtsTimestamp = {
  readonly attestations: readonly OtsAttestation[]
  readonly branches: readonly (readonly [OtsOp, OtsTimestamp])[]
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

/** Limits of the reference implementation: what is longer it does not read. */
const MAX_OPERAND = 4096
const MAX_PAYLOAD = 8192
const MAX_DEPTH = 256

/** Bytes of a detached timestamp file for a SHA-256 digest. Attestations have to be in the order of tag and payload. */
export function encodeOts(digest: Uint8Array, timestamp: OtsTimestamp): Uint8Array {
  return concat(magic, varuint(VERSION), Uint8Array.of(opCodes.sha256), digest, ...writeTimestamp(timestamp))
}

function writeTimestamp({ attestations, branches }: OtsTimestamp): Uint8Array[] {
  const items = [
    ...attestations.map(({ tag, payload }) => [Uint8Array.of(ATTESTATION), tag, ...varbytes(payload)]),
    ...branches.map(([op, next]) => [...writeOp(op), ...writeTimestamp(next)]),
  ]
  return items.flatMap((item, i) => (i < items.length - 1 ? [Uint8Array.of(FORK), ...item] : item))
}

function writeOp(op: OtsOp): Uint8Array[] {
  const code = Uint8Array.of(opCodes[op.kind])
  return 'bytes' in op ? [code, ...varbytes(op.bytes)] : [code]
}

const varbytes = (bytes: Uint8Array) => [varuint(bytes.length), bytes]

/** Seven bits a byte, the lowest first; the highest bit says that more follow. */
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

  /** @throws {@link ProofError} `malformed` at the end. */
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
    return malformed('has a number that is too large')
  }

  varbytes(max: number): Uint8Array {
    const length = this.varuint()
    if (length > BigInt(max)) malformed(`has more than ${max} bytes in one place`)
    return this.take(Number(length))
  }

  end(): boolean {
    return this.at === this.bytes.length
  }
}

/** An attestation and the message that it is about. */
export type OtsFinding = OtsAttestation & { readonly message: Uint8Array }

/**
 * Follows a detached timestamp file from its digest to its attestations. What these say has to be checked by whoever knows them.
 * @throws {@link ProofError} `malformed`, or `unsupported` when it has operations other than the ones of {@link OtsOp}.
 */
export function readOts(bytes: Uint8Array): { digest: Uint8Array; findings: OtsFinding[] } {
  const reader = new OtsReader(bytes)
  if (bytes.length < magic.length || !equal(reader.take(magic.length), magic)) malformed('is no OpenTimestamps proof')
  if (reader.varuint() !== BigInt(VERSION)) throw new ProofError('unsupported', 'only version 1 of .ots is known')
  if (reader.byte() !== opCodes.sha256) throw new ProofError('unsupported', 'only SHA-256 files are known')
  const digest = reader.take(32)
  const findings: OtsFinding[] = []
  follow(reader, digest, findings, 0)
  if (!reader.end()) malformed('has something behind its end')
  return { digest, findings }
}

function follow(reader: OtsReader, message: Uint8Array, findings: OtsFinding[], depth: number): void {
  if (depth > MAX_DEPTH) malformed(`is more than ${MAX_DEPTH} steps deep`)
  for (;;) {
    const code = reader.byte()
    const forks = code === FORK
    const step = forks ? reader.byte() : code
    if (step === ATTESTATION) {
      findings.push({ tag: reader.take(8), payload: reader.varbytes(MAX_PAYLOAD), message })
    } else {
      follow(reader, apply(reader, step, message), findings, depth + 1)
    }
    if (!forks) return
  }
}

function apply(reader: OtsReader, code: number, message: Uint8Array): Uint8Array {
  if (code === opCodes.sha256) return sha256(message)
  if (code === opCodes.keccak256) return keccak256(message)
  if (code !== opCodes.append && code !== opCodes.prepend) {
    throw new ProofError('unsupported', `the operation ${code} of .ots is not known`)
  }
  const operand = reader.varbytes(MAX_OPERAND)
  const result = code === opCodes.append ? concat(message, operand) : concat(operand, message)
  if (operand.length === 0 || result.length > MAX_OPERAND) malformed('has a message of a length that is not allowed')
  return result
}

function malformed(message: string): never {
  throw new ProofError('malformed', `the .ots file ${message}`)
}
