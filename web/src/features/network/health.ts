import type { Payload } from '@tallystick/sdk'
import { figuresText } from '../../ui/values/formats.js'

/** The network as `GET /network` returns it. */
export type NetworkStatus = Payload<'get', '/network'>

/** Network health, and the times its sentence mentions. */
export type Health =
  | { kind: 'silent' | 'nothing' | 'settling' | 'failedBatch' }
  | { kind: 'slow' | 'underway'; count: number; seconds: number }
  | { kind: 'troubled'; count: number; seconds: number; why: string }
  | { kind: 'fine'; agoMs: number }

/** Longer waits have a cause. */
const slowAfterS = 120

/** Summarizes the network's health; the worst finding wins. */
export function healthOf({ head, waiting, trouble, batches, seenAt }: NetworkStatus): Health {
  if (head === null) return { kind: 'silent' }
  if (trouble !== null) {
    const seconds = Math.max(0, Date.parse(seenAt) - Date.parse(trouble.since)) / 1000
    return { kind: 'troubled', count: trouble.batches, seconds, why: trouble.why }
  }
  const seconds = waiting.oldestSeconds ?? 0
  if (waiting.batches > 0) {
    return { kind: seconds > slowAfterS ? 'slow' : 'underway', count: waiting.batches, seconds }
  }
  const newest = batches.find(({ purpose }) => purpose === 'anchor')
  if (newest === undefined) return { kind: 'nothing' }
  if (newest.state === 'failed') return { kind: 'failedBatch' }
  if (newest.state !== 'final') return { kind: 'settling' }
  return { kind: 'fine', agoMs: Math.max(0, Date.parse(seenAt) - Date.parse(newest.blockTime ?? newest.createdAt)) }
}

/** Funds of the signing account; `days` is how long they last. */
export type Funds =
  | { kind: 'unknown' | 'free' | 'empty' | 'idle' | 'early' | 'ample' }
  | { kind: 'low' | 'lasts'; days: number }

const lowBelowDays = 14
const ampleFromDays = 3653

/** Estimates how long the signing account's funds last. `cost` is that of a transaction, in wei. */
export function fundsOf(signer: NetworkStatus['signers'][number] | undefined, cost: string | null): Funds {
  if (signer === undefined || signer.balance === null) return { kind: 'unknown' }
  if (cost === '0') return { kind: 'free' }
  if (signer.balance === '0') return { kind: 'empty' }
  if (signer.lastsDays === null) return { kind: signer.transactionsLastDay === 0 ? 'idle' : 'early' }
  if (signer.lastsDays >= ampleFromDays) return { kind: 'ample' }
  return { kind: signer.lastsDays < lowBelowDays ? 'low' : 'lasts', days: signer.lastsDays }
}

/** Returns the active signer: the one with the most transactions lately, else the newest. */
export function activeSigner({ signers }: NetworkStatus): NetworkStatus['signers'][number] | undefined {
  return signers.toSorted((a, b) => b.transactionsLastDay - a.transactionsLastDay)[0]
}

/** The currencies in which networks take their fees, by CAIP-2 id. */
const currencies: Readonly<Record<string, string>> = {
  'eip155:1': 'ETH',
  'eip155:10': 'ETH',
  'eip155:56': 'BNB',
  'eip155:100': 'xDAI',
  'eip155:137': 'POL',
  'eip155:8453': 'ETH',
  'eip155:42161': 'ETH',
  'eip155:43114': 'AVAX',
  'eip155:560048': 'Hoodi ETH',
  'eip155:11155111': 'Sepolia ETH',
}

/** Returns the name of the currency a network takes its fees in, or null if it is not known. */
export function currencyOf(blockchainId: string): string | null {
  return currencies[blockchainId] ?? null
}

/** Formats an amount of wei in units of the currency, with six figures. */
export function amountText(language: string, wei: string): string {
  return figuresText(language, Number(BigInt(wei)) / 1e18)
}
