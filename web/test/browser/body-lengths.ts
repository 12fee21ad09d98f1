import type { Visitor } from './visitor.js'

/**
 * Gathers the lengths of the bodies that a page sends from now on, in bytes. Playwright shows no body that `fetch` was given in a
 * `Request`, as the client of the service does.
 */
export async function bodyLengths({ page, context }: Visitor): Promise<readonly number[]> {
  const lengths: number[] = []
  const session = await context.newCDPSession(page)
  session.on('Network.requestWillBeSentExtraInfo', ({ headers }) => {
    const length = Object.entries(headers).find(([name]) => name.toLowerCase() === 'content-length')
    if (length) lengths.push(Number(length[1]))
  })
  await session.send('Network.enable')
  return lengths
}
