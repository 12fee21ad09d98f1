import type { Ground, Room } from '../base/room.js'
import { embeddedSecrets } from '../base/secrets.js'
import type { Tracing } from '../base/telemetry/tracing.js'
import { hexOf } from '../chain/hex.js'
import { signerOf } from '../chain/sign.js'
import type { EmbeddedChain } from '../embedded/chain.js'
import { BatchTraces } from './batch-traces.js'
import { recordedBlock } from './chain-past.js'
import { checkLedger } from './check.js'
import { ledgerCommands } from './commands.js'
import { Ledger } from './ledger.js'
import type { LedgerConfig, LedgerNeeds } from './settings.js'
import { blockRoutes } from './status/block-routes.js'
import { KnownBlocks } from './status/known-blocks.js'
import { ledgerMetrics } from './status/metrics.js'
import { networkRoutes } from './status/network-routes.js'
import { operatorLedgerRoutes } from './status/operator-routes.js'
import { NetworkWatch } from './status/status.js'

/**
 * Opens the ledger of this process and starts its loops.
 *
 * @throws {StartError} when chain, contract or signer don't match the settings or the database
 */
export async function openLedger(
  ground: Ground<LedgerConfig> & {
    rpcUrls: readonly string[]
    embeddedChain: EmbeddedChain | undefined
    tracing: Tracing | undefined
  },
): Promise<Ledger> {
  const { config, database, rpcUrls, embeddedChain, tracing, logger } = ground
  const { rpcTimeoutMs, chainId: expectedChainId, contractAddress: contract, finality, signerKey, roles } = config
  const { maxFeePerGasCap, replaceAfterMs, anchorIntervalMs, trackIntervalMs } = config
  const signer = signerOf(signerKey ?? Buffer.from((await embeddedSecrets(config.dataDir)).signerKey, 'hex'))
  await embeddedChain?.fund(hexOf(signer.address))
  const ledger = await Ledger.open({
    database,
    rpcUrls,
    rpcTimeoutMs,
    proxies: config.proxies,
    expectedChainId,
    contract,
    finality,
    roles,
    logger,
    anchorIntervalMs,
    trackIntervalMs,
    policy: { maxFeePerGasCap, replaceAfterMs },
    signers: [signer],
    network: { name: config.networkName, isPrivate: config.networkPrivate },
    embeddedChain,
    traces: tracing && new BatchTraces(tracing),
  })
  ledger.start()
  return ledger
}

/** Reports the state of network and ledger. */
export const ledger: Room<'ledger', Ground<LedgerNeeds> & { ledger: Ledger }, unknown, undefined> = {
  name: 'ledger',
  commands: ledgerCommands,
  check: checkLedger,
  open: async ({ config, database, ledger }) => {
    const { chain, network } = ledger
    const watch = new NetworkWatch({ database, chain, network, survey: ledger.survey, finality: config.finality })
    return {
      shared: undefined,
      routes: async (app, onRequest, onOperator) => {
        await app.register(networkRoutes, { watch, onRequest })
        await app.register(operatorLedgerRoutes, { ledger, database, onRequest, onOperator })
        const recorded = (number: number) => recordedBlock(database, number, config.rpcUrls === undefined)
        await app.register(blockRoutes, { blocks: new KnownBlocks({ recorded, chain }), chainId: network.chainId })
      },
      metrics: (metrics) => ledgerMetrics(metrics, ledger, database),
      readiness: () => ledger.readinessProblems(),
      warnings: () => ledger.warnings(),
    }
  },
}
