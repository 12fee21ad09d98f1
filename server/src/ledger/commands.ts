import { notaryBytecode } from '@tallystick/contract/notary'
import type { Command } from 'commander'
import { AdminError, embeddedAddresses, type Output, print, withAdmin } from '../base/admin.js'
import type { LoadConfig } from '../base/settings/config.js'
import type { GroundConfig } from '../base/settings/ground.js'
import type { Chain } from '../chain/chain.js'
import { createContract } from '../chain/deploy.js'
import { bytesOf, hexOf } from '../chain/hex.js'
import { keyProblem } from '../chain/known-keys.js'
import { chainAt } from '../chain/nodes.js'
import { signerOf } from '../chain/sign.js'
import type { LedgerConfig, LedgerNeeds } from './settings.js'
import { type LaneReport, laneReports, repairLanes } from './status/lane-report.js'

type ChainPlace = Pick<GroundConfig & LedgerConfig, 'rpcUrls' | 'rpcTimeoutMs' | 'dataDir' | 'proxies'>

/** Returns the chain of RPC_URL, or the embedded one of the running service. @throws {AdminError} without either */
export async function chainOf(config: ChainPlace): Promise<Chain> {
  const embedded = config.rpcUrls ? undefined : (await embeddedAddresses(config.dataDir)).rpcUrl
  const urls = config.rpcUrls ?? (embedded === undefined ? [] : [embedded])
  if (urls.length === 0) throw new AdminError('No chain is running. Start the service first, or set RPC_URL.')
  return chainAt(urls, config)
}

/** Adds `contract deploy`, `lane status` and `lane repair`. */
export function ledgerCommands(program: Command, load: LoadConfig<LedgerNeeds>): void {
  contractCommands(program, load)
  const lane = program.command('lane').description('the signing addresses and their nonces')
  lane
    .command('status')
    .description('show each lane: its nonces, pending transactions, holes, and why it waits')
    .option('--json', 'print JSON only')
    .action((given: Output) =>
      withAdmin(load, async ({ config, db }) => {
        const reports = await laneReports(db, await chainOf(config))
        print(given, reports, reports.flatMap(linesOf))
      }),
    )
  lane
    .command('repair')
    .description('fill holes at once: send the transactions signed for their nonces, or empty ones')
    .option('--json', 'print JSON only')
    .action((given: Output) =>
      withAdmin(load, async ({ config, db }) => {
        const { filled, reports } = await repairLanes(db, await chainOf(config), config)
        print(given, { filled, lanes: reports }, [`Sent ${filled} transactions.`, ...reports.flatMap(linesOf)])
      }),
    )
}

function linesOf(report: LaneReport): string[] {
  const { address, nextNonce, shownNonce, minedNonce, pendingNonce, submitted, holes, why } = report
  const rows: [string, string | number][] = [
    ['next nonce', nextNonce],
    ['used in blocks, below', shownNonce ?? 'none yet'],
    ['used according to the node, below', minedNonce],
    ['pending at the node, below', pendingNonce],
    ['batches submitted', submitted],
    ['holes', holes.length === 0 ? 'none' : holes.join(', ')],
  ]
  return [address, ...rows.map(([name, value]) => `  ${name}: ${value}`), ...(why ? [`  waits: ${why}`] : [])]
}

function contractCommands(program: Command, load: LoadConfig<LedgerNeeds>): void {
  program
    .command('contract')
    .description('the Notary contract')
    .command('deploy')
    .description('deploy the Notary contract to the chain of RPC_URL, paid for by SIGNER_KEY')
    .option('--witness', 'to the chain of WITNESS_RPC_URL instead, paid for by WITNESS_SIGNER_KEY')
    .option('--json', 'print JSON only')
    .action(async (given: Output & { witness?: boolean }) => {
      const config = load(undefined, { contractMissing: true })
      const { chain: second } = config.witnesses
      const rpcUrls = given.witness ? second && [second.rpcUrl] : config.rpcUrls
      const { signerKey, maxFeePerGasCap } = given.witness ? (second ?? {}) : config
      const prefix = given.witness ? 'WITNESS_' : ''
      if (!rpcUrls || !signerKey || maxFeePerGasCap === undefined) {
        const advice = given.witness ? '' : ' The embedded chain creates its contract itself.'
        throw new AdminError(`Set ${prefix}RPC_URL and ${prefix}SIGNER_KEY.${advice}`)
      }
      // One node: several would only differ about a contract that is being created.
      const chain = chainAt(rpcUrls.slice(0, 1), config)
      const problem = keyProblem(signerKey, await chain.chainId())
      if (problem) throw new AdminError(prefix + problem)
      const made = await createContract(chain, signerOf(signerKey), bytesOf(notaryBytecode), { maxFeePerGasCap })
      const { chainId } = made
      const contract = hexOf(made.contract)
      print(given, { contract, transaction: hexOf(made.transaction), chainId }, [
        `Deployed the contract at ${contract} on chain ${chainId}. Start the service with ${prefix}CONTRACT_ADDRESS=${contract}`,
      ])
    })
}
