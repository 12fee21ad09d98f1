import { notaryBytecode } from '@tallystick/contract/notary'
import type { Command } from 'commander'
import { AdminError, type Output, print } from '../base/admin.js'
import { loadConfig } from '../base/config.js'
import { Chain } from './chain.js'
import { createContract } from './deploy.js'
import { bytesOf, hexOf } from './hex.js'
import { keyProblem } from './known-keys.js'
import { signerOf } from './sign.js'

/** Adds `contract deploy`. */
export function contractCommands(program: Command): void {
  program
    .command('contract')
    .description('the Notary contract')
    .command('deploy')
    .description('deploy the Notary contract to the chain of RPC_URL, paid for by SIGNER_KEY')
    .option('--witness', 'to the chain of WITNESS_RPC_URL instead, paid for by WITNESS_SIGNER_KEY')
    .option('--json', 'print JSON only')
    .action(async (given: Output & { witness?: boolean }) => {
      const config = loadConfig(undefined, { contractMissing: true })
      const { rpcUrl, signerKey, maxFeePerGasCap } = given.witness ? (config.witnesses.chain ?? {}) : config
      const { rpcTimeoutMs } = config
      const prefix = given.witness ? 'WITNESS_' : ''
      if (!rpcUrl || !signerKey || maxFeePerGasCap === undefined) {
        const advice = given.witness ? '' : ' The embedded chain creates its contract by itself.'
        throw new AdminError(`Set ${prefix}RPC_URL and ${prefix}SIGNER_KEY.${advice}`)
      }
      const chain = new Chain(rpcUrl, rpcTimeoutMs)
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
