import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Anvil, RpcJson } from '../../proof/test/anvil.js'

/** A node that stands before another one and answers some questions its own way. */
export type NodeProxy = { readonly url: string; readonly stop: () => Promise<void> }

type Answer = { readonly result?: unknown; readonly error?: { readonly code: number; readonly message: string } }

/** Answers a question; undefined passes it on. `ask` has the other node's own answer. */
export type Answering = (
  method: string,
  params: readonly unknown[],
  ask: () => Promise<Answer>,
) => Answer | undefined | Promise<Answer | undefined>

/** Starts a proxy of a node. */
export async function startProxy(behind: string, answering: Answering): Promise<NodeProxy> {
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    const { id, method, params = [] } = JSON.parse(body)
    const headers = { 'content-type': 'application/json' }
    const ask = async () => (await (await fetch(behind, { method: 'POST', headers, body })).json()) as Answer
    const answer = (await answering(method, params, ask)) ?? (await ask())
    response.end(JSON.stringify({ ...answer, jsonrpc: '2.0', id }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const stop = async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, stop }
}

/** A node that shows the transactions of one sender as of a type that does not exist. */
export type ForeignNode = NodeProxy & {
  /** The methods it does not offer. */
  refused: RegExp
}

/** Starts such a node in front of a real one. */
export async function foreignNode(anvil: Anvil, stranger: string): Promise<ForeignNode> {
  const proxy = await startProxy(anvil.url, async (method, _, ask) => {
    if (node.refused.test(method)) return { error: { code: -32_601, message: `no ${method}` } }
    const { result } = await ask()
    const block = result as RpcJson | null
    if (!Array.isArray(block?.transactions)) return { result }
    const transactions = block.transactions.map((one: RpcJson) =>
      one.from === stranger ? { type: '0x42', hash: one.hash, from: one.from } : one,
    )
    return { result: { ...block, transactions } }
  })
  const node: ForeignNode = { ...proxy, refused: /^$/ }
  return node
}
