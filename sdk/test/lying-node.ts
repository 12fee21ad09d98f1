import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A node that answers some requests its own way; undefined passes the request on. */
export type Lie = (method: string, params: readonly unknown[]) => unknown

/** Starts a node that passes requests on to another and lies about some of them. */
export async function startLiar(
  behind: string,
  lie: Lie,
): Promise<{ url: string; asked: string[]; stop(): Promise<void> }> {
  const asked: string[] = []
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    const { id, method, params = [] } = JSON.parse(body)
    asked.push(`${method} ${JSON.stringify(params)}`)
    const result = lie(method, params)
    if (result !== undefined) return response.end(JSON.stringify({ jsonrpc: '2.0', id, result }))
    const answer = await fetch(behind, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
    response.end(await answer.text())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const stop = () =>
    new Promise<void>((resolve) => {
      server.closeAllConnections()
      server.close(() => resolve())
    })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked, stop }
}
