import { notaryBytecode } from '@tallystick/contract/notary'
import type { Command } from 'commander'
import { AdminError, embeddedPlaces, withAdmin } from './admin-context.js'
import { loadConfig } from './base/config.js'
import { fileAuditor } from './files/audit.js'
import { changeAuditor } from './folders/audit.js'
import { AuditError, audit } from './ledger/audit.js'
import { bytesOf, Chain, hexOf } from './ledger/chain.js'
import { createContract } from './ledger/deploy.js'
import { signerOf } from './ledger/sign.js'
import { stampAuditor } from './stamps/audit.js'

/** `audit` and `contract deploy`. */
export function chainCommands(program: Command): void {
  program
    .command('audit')
    .description('recompute and compare every leaf, root, transaction and block')
    .option('--json', 'print JSON only')
    .action((given: { json?: boolean }) =>
      withAdmin(async ({ config, db }) => {
        const rpcUrl = config.rpcUrl ?? (await embeddedPlaces(config.dataDir)).rpcUrl
        if (!rpcUrl) throw new AdminError('No chain is running. Start the service first (npm start), or set RPC_URL.')
        try {
          const report = await audit(db, new Chain(rpcUrl, config.rpcTimeoutMs), [
            stampAuditor(db),
            changeAuditor(db),
            fileAuditor(db),
          ])
          const words = Object.entries(report).map(([name, count]) => `${String(count).padStart(10)}  ${name}`)
          process.stdout.write(
            given.json ? `${JSON.stringify({ ok: true, ...report })}\n` : `${words.join('\n')}\nEverything matches.\n`,
          )
        } catch (error) {
          if (!(error instanceof AuditError)) throw error
          process.stdout.write(
            given.json ? `${JSON.stringify({ ok: false, problem: error.message })}\n` : `MISMATCH: ${error.message}\n`,
          )
          process.exitCode = 1
        }
      }),
    )

  program
    .command('contract')
    .description('the Notary contract')
    .command('deploy')
    .description('deploy the Notary contract to the chain of RPC_URL, paid for by SIGNER_KEY')
    .option('--json', 'print JSON only')
    .action(async (given: { json?: boolean }) => {
      const { rpcUrl, rpcTimeoutMs, signerKey, maxFeePerGasCap } = loadConfig(undefined, { contractMissing: true })
      if (!rpcUrl || !signerKey)
        throw new AdminError('Set RPC_URL and SIGNER_KEY. The embedded chain creates its contract by itself.')
      const made = await createContract(new Chain(rpcUrl, rpcTimeoutMs), signerOf(signerKey), bytesOf(notaryBytecode), {
        maxFeePerGasCap,
      })
      const address = hexOf(made.contract)
      process.stdout.write(
        given.json
          ? `${JSON.stringify({ contract: address, transaction: hexOf(made.transaction), chainId: made.chainId })}\n`
          : `Deployed the contract at ${address} on chain ${made.chainId}. Start the service with CONTRACT_ADDRESS=${address}\n`,
      )
    })
}
