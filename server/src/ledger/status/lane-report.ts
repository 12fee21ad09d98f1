import { addressText } from '@tallystick/proof/ethereum'
import type { Database } from '../../base/database/db.js'
import { embeddedSecrets } from '../../base/secrets.js'
import type { GroundConfig } from '../../base/settings/ground.js'
import type { Chain } from '../../chain/chain.js'
import { newFees, pricesNow } from '../../chain/fee.js'
import { signerOf, signTransaction } from '../../chain/sign.js'
import { fillingOf, holesIn, signFills } from '../lanes/holes.js'
import type { Lane } from '../lanes/lane.js'
import type { LedgerConfig } from '../settings.js'
import * as sql from '../sql.js'
import { troubleOf } from '../troubles.js'

/** How a lane stands. */
export interface LaneReport {
  address: string
  nextNonce: number
  /** The nonce after the newest that a verified block has shown as used; null before the first. */
  shownNonce: number | null
  /** The same as the node says. */
  minedNonce: number
  /** The nonce after those that the node has. */
  pendingNonce: number
  /** Batches in no block yet. */
  submitted: number
  /** Nonces that the node lacks, and that no submitted batch has. */
  holes: number[]
  /** Reason it waits, if known. */
  why: string | null
}

type SigningConfig = Pick<GroundConfig & LedgerConfig, 'signerKey' | 'dataDir' | 'maxFeePerGasCap'>

const listedMax = 10_000
const rawsPerSend = 100

/** Reports on all lanes. */
export async function laneReports(database: Database, chain: Chain): Promise<LaneReport[]> {
  const reports: LaneReport[] = []
  for (const lane of await database.query<sql.OpenLane>(sql.openLanes, [true])) {
    const [shown] = await database.query<{ nonce: number }>(sql.shownNonce, [lane.id, lane.next_nonce])
    const [minedNonce, pendingNonce] = await Promise.all([
      chain.nonce(lane.address, 'latest'),
      chain.nonce(lane.address, 'pending'),
    ])
    const from = Math.max(pendingNonce, shown?.nonce ?? 0)
    const listed = await database.query<{ nonce: number }>(sql.submittedNonces, [lane.id, from, listedMax])
    const nonces = listed.map(({ nonce }) => nonce)
    const until = nonces.length < listedMax ? lane.next_nonce : (nonces.at(-1) as number)
    const [count] = await database.query<{ count: number }>(sql.submittedIn, [lane.id])
    reports.push({
      address: addressText(lane.address),
      nextNonce: lane.next_nonce,
      shownNonce: shown?.nonce ?? null,
      minedNonce,
      pendingNonce,
      submitted: count?.count ?? 0,
      holes: holesIn(from, until, nonces),
      why: await troubleOf(database, lane.id),
    })
  }
  return reports
}

/**
 * Fills the holes of all lanes at once, as the tracker does after a while.
 *
 * @returns how many transactions were sent, and how the lanes stand afterwards
 */
export async function repairLanes(database: Database, chain: Chain, config: SigningConfig) {
  let filled = 0
  const reports = await laneReports(database, chain)
  for (const lane of await database.query<sql.OpenLane>(sql.openLanes, [true])) {
    const holes = reports.find(({ address }) => address === addressText(lane.address))?.holes ?? []
    const before = await fillingOf(database, lane, holes)
    const signer = before.empty.length > 0 ? await emptySigner(chain, lane, config) : null
    if (signer) await signFills(database, signer, before.empty)
    const { stored } = await fillingOf(database, lane, holes)
    const raws = stored.sort((a, b) => a.nonce - b.nonce).map(({ raw }) => raw)
    for (let at = 0; at < raws.length; at += rawsPerSend) {
      const results = await chain.send(raws.slice(at, at + rawsPerSend))
      filled += results.filter(({ outcome }) => outcome !== 'refused').length
    }
  }
  return { filled, reports: await laneReports(database, chain) }
}

/** Returns what signs empty transactions for a lane; null when it is not the lane of our key. */
async function emptySigner(
  chain: Chain,
  lane: sql.OpenLane,
  { signerKey, dataDir, maxFeePerGasCap }: SigningConfig,
): Promise<Pick<Lane, 'id' | 'signEmpty'> | null> {
  const signer = signerOf(signerKey ?? Buffer.from((await embeddedSecrets(dataDir)).signerKey, 'hex'))
  if (!signer.address.equals(lane.address)) return null
  const head = await chain.block('latest')
  if (!head) return null
  const [chainId, prices, gas] = await Promise.all([
    chain.chainId(),
    pricesNow(chain, head, signer.address),
    chain.gasFor(signer.address, signer.address, new Uint8Array()),
  ])
  const fees = newFees(prices, { maxFeePerGasCap })
  const common = { chainId, gas, to: signer.address, data: new Uint8Array(), ...fees }
  return { id: lane.id, signEmpty: (nonce) => signTransaction({ ...common, nonce }, signer) }
}
