import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { npmProgram } from '../../../test/npm-programs.js'
import { hexOf } from '../../src/chain/hex.js'
import { rpc, type StartNode, startAnvilWith, startProgram } from '../service.js'

const funds = '0xffffffffffffffffffff'

/** Starts anvil as a chain of an earlier or later fork. */
export const anvil =
  (hardfork: string): StartNode =>
  async (home, signer) => {
    const node = await startAnvilWith(home, ['--hardfork', hardfork])
    await rpc(node.rpcUrl, 'anvil_setBalance', [hexOf(signer.address), funds])
    return node
  }

/** Starts anvil as a chain without fees; the signer's account stays empty. */
export const freeAnvil =
  (hardfork: string): StartNode =>
  (home) =>
    startAnvilWith(home, ['--hardfork', hardfork, '--base-fee', '0', '--gas-price', '0', '--disable-min-priority-fee'])

/** Starts Hardhat's node. */
export const hardhat =
  (hardfork: string): StartNode =>
  async (home, signer) => {
    const folder = await npmProgram('hardhat@2.26.3')
    const config = join(home, 'hardhat.config.cjs')
    const hardhat = { chainId: 31_337, hardfork, accounts: [] }
    await writeFile(config, `module.exports = ${JSON.stringify({ solidity: '0.8.24', networks: { hardhat } })}`)
    const program = join(folder, 'node_modules/hardhat/internal/cli/cli.js')
    const flags = ['--config', config, 'node', '--hostname', '127.0.0.1', '--port']
    const node = await startProgram(
      home,
      (port) => [process.execPath, program, ...flags, String(port)],
      { HARDHAT_DISABLE_TELEMETRY_PROMPT: 'true' },
      // It refuses to run from outside of the folder that holds it.
      folder,
    )
    await rpc(node.rpcUrl, 'hardhat_setBalance', [hexOf(signer.address), funds])
    return node
  }

/** Starts Ganache. */
export const ganache =
  (hardfork: string): StartNode =>
  async (home, signer) => {
    const folder = await npmProgram('ganache@7.9.2')
    const program = join(folder, 'node_modules/ganache/dist/node/cli.js')
    const chain = ['--chain.chainId', '31337', '--chain.hardfork', hardfork]
    const account = ['--wallet.accounts', `${hexOf(signer.key)},${funds}`]
    return startProgram(home, (port) => [
      process.execPath,
      program,
      ...chain,
      ...account,
      '--server.port',
      String(port),
    ])
  }
