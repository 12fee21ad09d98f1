import type { Ground, Room } from '../base/room.js'
import { embeddedSecrets } from '../base/secrets.js'
import type { Embedded } from '../embedded/embedded.js'
import { blockRoutes } from './block-routes.js'
import { contractCommands } from './commands.js'
import { hexOf } from './hex.js'
import { Ledger } from './ledger.js'
import { ledgerMetrics } from './metrics.js'
import { networkRoutes } from './network-routes.js'
import { signerOf } from './sign.js'
import { NetworkWatch } from './status.js'

/**
 * Opens the ledger of this process and starts its loops.
 *
 * @throws {StartError} when chain, contract or signer don't match the settings or the database
 */
export async function openLedger(ground: Ground & { embedded: Embedded; rpcUrl: string }): Promise<Ledger> {
  const { config, database, embedded, rpcUrl, logger } = ground
  const { rpcTimeoutMs, chainId: expectedChainId, contractAddress: contract, finality, signerKey, roles } = config
  const { maxFeePerGasCap, replaceAfterMs, anchorIntervalMs, trackIntervalMs } = config
  const { chain } = embedded
  const signer = signerOf(signerKey ?? Buffer.from((await embeddedSecrets(config.dataDir)).signerKey, 'hex'))
  await chain?.fund(hexOf(signer.address))
  const ledger = await Ledger.open({
    ...{ database, rpcUrl, rpcTimeoutMs, expectedChainId, contract, finality, roles, logger },
    ...{ anchorIntervalMs, trackIntervalMs, policy: { maxFeePerGasCap, replaceAfterMs } },
    signers: [signer],
    network: {
      name: config.networkName ?? (chain && 'Tallystick embedded chain'),
      isPrivate: config.networkPrivate,
    },
    mine: chain && (() => chain.mine()),
  })
  ledger.start()
  return ledger
}

/** Reports the state of network and ledger. */
export const ledgerRoom: Room<'ledger', Ground & { ledger: Ledger }, unknown, undefined> = {
  name: 'ledger',
  commands: contractCommands,
  open: async ({ config, database, ledger }) => {
    const { chain, network } = ledger
    const watch = new NetworkWatch({ database, chain, network, survey: ledger.survey, finality: config.finality })
    return {
      shared: undefined,
      routes: async (app, onRequest) => {
        await app.register(networkRoutes, { watch, onRequest })
        await app.register(blockRoutes, { chain, chainId: network.chainId })
      },
      metrics: (metrics) => ledgerMetrics(metrics, ledger, database),
      readiness: () => ledger.readinessProblems(),
      warnings: () => ledger.warnings(),
    }
  },
}
