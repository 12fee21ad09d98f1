import { promises as dns } from 'node:dns'
import { afterEach, expect, test, vi } from 'vitest'
import { apart, placesOf } from '../src/chain/place.js'

const addresses: Record<string, string[]> = {
  'one.example': ['192.0.2.1', '2001:db8::1'],
  'alias.example': ['192.0.2.9', '192.0.2.1'],
  'two.example': ['192.0.2.2'],
}
const countOf = async (...urls: string[]) => {
  vi.spyOn(dns, 'lookup').mockImplementation((async (name: string) => {
    const found = addresses[name] ?? (/^[\d.]+$|:/.test(name) ? [name] : null)
    if (found === null) throw new Error('not found')
    return found.map((address) => ({ address, family: 4 }))
  }) as never)
  return apart(await Promise.all(urls.map(async (url) => ({ places: await placesOf(url) })))).length
}
afterEach(() => {
  vi.restoreAllMocks()
})

test.each([
  ['an alias', 'https://one.example', 'https://alias.example'],
  ['another port', 'https://one.example', 'https://one.example:8545/key'],
  ['a dot at the end', 'https://one.example', 'https://ONE.example.'],
  ['its address', 'https://one.example', 'http://[2001:db8:0::1]:8545'],
  ['its IPv4 address in IPv6', 'http://192.0.2.1', 'http://[::ffff:192.0.2.1]'],
  ['its IPv4 address as a number', 'http://192.0.2.1', 'http://3221225985'],
  ['this machine', 'http://127.0.0.1:8545', 'http://[::1]:8545'],
  ['another address of this machine', 'http://127.0.0.1', 'http://127.0.0.2'],
  ['a name that only a proxy resolves', 'http://inside.test', 'http://inside.test.:81'],
])('a node by %s is one node', async (_, first, second) => {
  expect(await countOf(first, second)).toBe(1)
})

test('nodes at different addresses are different nodes', async () => {
  expect(await countOf('https://one.example', 'https://two.example', 'http://192.0.2.3', 'http://inside.test')).toBe(4)
})
