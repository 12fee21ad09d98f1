import type { Database } from '../../base/database/db.js'
import type { Metrics } from '../../base/telemetry/metrics.js'
import type { NodeState } from '../../chain/chain.js'
import type { Ledger } from '../ledger.js'
import * as sql from '../sql.js'
import { troubleIn } from '../troubles.js'

/** Registers the ledger's gauges. */
export function ledgerMetrics(metrics: Metrics, ledger: Ledger, database: Database): void {
  metrics.gauge('batches_submitted', 'Batches that are signed and stored, but not yet in a block', async () => {
    const [row] = await database.query<{ count: number }>(sql.countSubmitted)
    return row?.count ?? 0
  })
  metrics.gauge('batches_troubled', 'Submitted batches that something keeps from being confirmed', async () => {
    return (await troubleIn(database))?.batches ?? 0
  })
  metrics.gauge(
    'batches_troubled_seconds',
    'Seconds since the oldest of them is kept from being confirmed',
    async () => {
      const trouble = await troubleIn(database)
      return trouble ? (Date.now() - trouble.since.getTime()) / 1000 : 0
    },
  )
  metrics.gauge('chain_head', 'Newest block the tracker has seen', () => ledger.tracker.lastSeen?.head ?? 0)
  metrics.gauge('chain_seen_seconds', 'Seconds since the chain was last seen', () => {
    const ageMs = ledger.tracker.lastSeenAgeMs
    return ageMs === null ? -1 : ageMs / 1000
  })
  const nodes = (read: (node: NodeState) => number | null) => () =>
    ledger.chain.states().flatMap((node) => {
      const value = read(node)
      return value === null ? [] : [[node.name, value] as const]
    })
  metrics.gauges(
    'chain_node_up',
    'With several nodes in RPC_URL: 1 for each that answers and agrees with the others',
    'node',
    nodes(({ isUp }) => Number(isUp)),
  )
  metrics.gauges(
    'chain_node_head',
    'The newest block that each node names',
    'node',
    nodes(({ head }) => head),
  )
  metrics.gauge('signer_balance_ether', "The signing account's balance", async () => {
    return Number(await ledger.chain.balance(ledger.signerAddress)) / 1e18
  })
}
