import { equalBytes, fromHex, sha256 } from '../encoding/hash.js'
import { toHex } from '../encoding/to-hex.js'
import { ProofError } from '../errors.js'
import type { ProofDocument } from '../format.js'
import type { CheckedToken } from '../trust/known-times.js'
import { readOts } from './codec.js'

/** The block header attestation of Bitcoin: the message is the root of the block's transactions. */
export const BITCOIN_TAG = '0588960d73d71901'

/** A header of Bitcoin that shows its own work. */
export type BitcoinHeader = {
  /** Hex, as explorers show it: the last byte first. */
  readonly hash: string
  /** Root of the block's transactions, as the header has it: 32 bytes. */
  readonly merkleRoot: Uint8Array
  /** As `Date.toISOString` writes it. */
  readonly time: string
}

const headerBytes = 80
/** Target of the easiest block that Bitcoin ever allowed: difficulty 1. */
const easiest = 0xffffn << 208n

/**
 * Difficulties that Bitcoin has not fallen below since, with a margin. A header with less is not of its chain: less is cheap. None is
 * older than the calendars. Beside each is the lowest difficulty since then, in 10^12, with the `nBits` of the headers that had it and
 * when: test/bitcoin.test.ts reads some of these headers.
 */
const floors: readonly (readonly [since: string, difficulty: bigint])[] = [
  // 70.3 (0x1704005a), January 2024.
  ['2024-01-01', 50_000_000_000_000n],
  // 24.27 (0x170b98ab), until 8 January 2022.
  ['2022-01-01', 20_000_000_000_000n],
  // 13.67 (0x17149624), July 2021, after miners had to leave China.
  ['2020-01-01', 10_000_000_000_000n],
  // 1.87 (0x18009645), from 18 December 2017 to the first days of 2018.
  ['2018-01-01', 1_000_000_000_000n],
  // 0.22 (0x1804fb08), September 2016.
  ['2016-09-01', 100_000_000_000n],
]

/** Bitcoin takes a block that is dated up to two hours ahead, and after the median of the eleven before it. */
const accuracyMs = 2 * 60 * 60 * 1000

/**
 * Reads a Bitcoin block header that anyone may have given: its hash, twice SHA-256, has to be below its target, and the target as hard
 * as Bitcoin's was then. That the block is part of Bitcoin's chain does not follow, but making another one costs what mining one does.
 * @throws {@link ProofError} `header` when it has another length or less work, or is older than the calendars.
 * @example
 * readBitcoinHeader(fromHex('0000002019…')).time // '2017-12-18T18:35:25.000Z'
 */
export function readBitcoinHeader(bytes: Uint8Array): BitcoinHeader {
  if (bytes.length !== headerBytes) {
    throw new ProofError('header', `a Bitcoin header has ${headerBytes} bytes, not ${bytes.length}`)
  }
  const view = new DataView(bytes.buffer, bytes.byteOffset, headerBytes)
  const time = new Date(view.getUint32(68, true) * 1000).toISOString()
  const target = targetOf(view.getUint32(72, true))
  const hash = toHex(sha256(sha256(bytes)).reverse())
  if (BigInt(`0x${hash}`) > target)
    throw new ProofError('header', 'the Bitcoin header does not have the work it states')
  const floor = floors.find(([since]) => time >= since)?.[1]
  if (floor === undefined) {
    throw new ProofError('header', `the Bitcoin header is dated ${time}, before there were OpenTimestamps calendars`)
  }
  if (target * floor > easiest) {
    throw new ProofError('header', `the Bitcoin header has less work than Bitcoin's blocks had at its time, ${time}`)
  }
  return { hash, merkleRoot: bytes.slice(36, 68), time }
}

/** Returns the greatest hash that a header's `nBits` allow: three bytes, shifted by a number of bytes. */
function targetOf(bits: number): bigint {
  const [shift, digits] = [(bits >>> 24) - 3, BigInt(bits & 0x7fffff)]
  if ((bits & 0x800000) !== 0 || shift < 0 || shift > 29 || digits === 0n) {
    throw new ProofError('header', 'the Bitcoin header states no target')
  }
  return digits << BigInt(8 * shift)
}

/**
 * Compares what a proof's calendars attested with Bitcoin headers of the reader's, for {@link VerifyOptions.times} of `verifyProof`.
 * @returns a time for each calendar whose attestation leads to one of them; a failure when none leads to any
 */
export function bitcoinTimes(proof: ProofDocument, headers: readonly BitcoinHeader[]): CheckedToken[] {
  const calendars = (proof.witnesses ?? []).flatMap((witness) => (witness.kind === 'opentimestamps' ? witness.ots : []))
  const times = calendars.flatMap((token): CheckedToken[] => {
    const roots = attestedRoots(token)
    const header = headers.find(({ merkleRoot }) => roots.some((root) => equalBytes(root, merkleRoot)))
    if (header === undefined) return []
    const source = { kind: 'bitcoin-header', name: header.hash } as const
    return [{ token, time: header.time, accuracyMs, source }]
  })
  const [token] = calendars
  const [first] = headers
  if (times.length > 0 || token === undefined || first === undefined) return times
  const message = `no calendar's statement leads to the Bitcoin block you trust: ${first.hash}`
  return [{ token, failure: new ProofError('block', message, 'witnesses', { case: 'bitcoin', given: first.hash }) }]
}

/** Returns the roots of Bitcoin blocks that a file leads to; none when it can't be read. */
function attestedRoots(ots: string): Uint8Array[] {
  try {
    return readOts(fromHex(ots)).findings.flatMap(({ tag, message }) => (toHex(tag) === BITCOIN_TAG ? [message] : []))
  } catch (error) {
    if (!(error instanceof ProofError)) throw error
    return []
  }
}
