import { limitMs } from './machine.js'

/** Between two looks. */
const lookMs = 1_000

/**
 * Mines what Anvil forgets: with automine, a transaction that arrives at the wrong moment stays in its pool until the next one does
 * (foundry-rs/foundry#10122), and on a busy machine one does. A node whose automine is off is left alone.
 *
 * @param url of the node's JSON-RPC
 * @param ended resolves when the node has ended
 */
export function mineForgotten(url: string, ended: Promise<unknown>): void {
  const call = async <T>(method: string): Promise<T> => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: [] })
    // A look without an answer is made again: a call that hangs would be the last one.
    const signal = AbortSignal.timeout(limitMs(10_000))
    const headers = { 'content-type': 'application/json' }
    const response = await fetch(url, { method: 'POST', headers, body, signal })
    return ((await response.json()) as { result: T }).result
  }
  let before = ''
  const look = async () => {
    const { pending } = await call<{ pending: string }>('txpool_status')
    const now = Number(pending) === 0 ? '' : `${pending} since block ${await call<string>('eth_blockNumber')}`
    if (now !== '' && now === before && (await call<boolean>('anvil_getAutomine'))) await call('evm_mine')
    before = now
  }
  let isLooking = false
  const timer = setInterval(async () => {
    // A node that is paused answers late, one that restarts not at all.
    if (isLooking) return
    isLooking = true
    await look().catch(() => undefined)
    isLooking = false
  }, lookMs)
  timer.unref()
  void ended.then(() => clearInterval(timer))
}
