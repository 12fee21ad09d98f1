import { createServer } from 'node:http'
import type { Anvil, RpcJson } from '../../proof/test/anvil.js'

/** A node that shows the transactions of one sender as of a type that does not exist. */
export type ForeignNode = {
  readonly url: string
  /** The methods it does not offer. */
  refused: RegExp
  readonly stop: () => Promise<void>
}

/** Starts such a node in front of a real one. */
export async function foreignNode(anvil: Anvil, stranger: string): Promise<ForeignNode> {
  const shown = (answer: RpcJson) => {
    const result = answer.result as RpcJson | null
    if (!Array.isArray(result?.transactions)) return answer
    const transactions = result.transactions.map((one: RpcJson) =>
      one.from === stranger ? { type: '0x42', hash: one.hash, from: one.from } : one,
    )
    return { ...answer, result: { ...result, transactions } }
  }
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    const { id, method } = JSON.parse(body) as { id: number; method: string }
    if (node.refused.test(method)) {
      return response.end(JSON.stringify({ jsonrpc: '2.0', id, error: { code: -32_601, message: `no ${method}` } }))
    }
    const headers = { 'content-type': 'application/json' }
    const answer = await fetch(anvil.url, { method: 'POST', headers, body })
    return response.end(JSON.stringify(shown((await answer.json()) as RpcJson)))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const node: ForeignNode = {
    url: `http://127.0.0.1:${port}`,
    refused: /^$/,
    stop: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return node
}
