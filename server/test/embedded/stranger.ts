import { execFile } from 'node:child_process'
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

/** The block time that it asks for: 2100, in seconds. */
export const timeOfStranger = 4_102_444_800

const program = fileURLToPath(new URL('./stranger-program.js', import.meta.url))
const nobody = 65_534
/** With its kinds of power: over time, blocks, accounts and code, and to spend. */
const methods = [
  ...['evm_setNextBlockTimestamp', 'evm_increaseTime', 'evm_mine', 'evm_revert', 'anvil_setCode', 'anvil_setTime'],
  ...['anvil_reorg', 'anvil_reset', 'hardhat_setBalance', 'debug_traceTransaction', 'eth_sendTransaction'],
  ...['eth_sendRawTransaction', 'txpool_content', 'eth_chainId'],
]

/** Returns the TCP ports that a process listens on (Linux). */
export function portsOf(pid: number): number[] {
  const open = new Set(
    readdirSync(`/proc/${pid}/fd`).flatMap((name) => {
      try {
        return /^socket:\[(\d+)\]$/.exec(readlinkSync(`/proc/${pid}/fd/${name}`))?.[1] ?? []
      } catch {
        // Closed since.
        return []
      }
    }),
  )
  const rows = ['tcp', 'tcp6'].flatMap((table) =>
    readFileSync(`/proc/${pid}/net/${table}`, 'utf8').split('\n').slice(1),
  )
  return rows.flatMap((row) => {
    const [, local = '', , state, , , , , , inode = ''] = row.trim().split(/\s+/)
    return state === '0A' && open.has(inode) ? Number.parseInt(local.split(':')[1] ?? '', 16) : []
  })
}

/**
 * Lets another program try each way to a node: all its ports at all addresses of the machine, and, where the tests run as root and the
 * program can be another user, its socket.
 *
 * @returns the ways that were open to it
 */
export async function waysOfStranger(node: { ports: readonly number[]; socket: string }): Promise<unknown[]> {
  const user = process.getuid?.() === 0 ? nobody : null
  const given = { ports: node.ports, socket: user === null ? null : node.socket, user, methods, time: timeOfStranger }
  const { stdout } = await promisify(execFile)(process.execPath, [program, JSON.stringify(given)])
  return JSON.parse(stdout) as unknown[]
}
