import { builtin } from '../node-builtin.js'

/**
 * Where a node is: the addresses that its host's name resolves to, in one spelling each. The name itself where names can't be
 * resolved: in browsers, and where a proxy does it.
 */
export type Places = readonly string[]

/** Returns where the host of an address is. Ports don't count: one machine can answer on many. */
export async function placesOf(url: string): Promise<Places> {
  const name = new URL(url).hostname.replace(/^\[|\]$|\.$/g, '')
  const resolve = builtin('node:dns')?.promises.lookup
  const found = (await resolve?.(name, { all: true }).catch(() => [])) ?? []
  return found.length === 0 ? [spelled(name)] : found.map(({ address }) => spelled(address))
}

/**
 * Returns the first of the nodes at each place: two that share an address are one, whatever they are called.
 * @example
 * apart([{ places: ['192.0.2.1'] }, { places: ['192.0.2.1', '192.0.2.2'] }]).length // 1
 */
export function apart<Node extends { readonly places: Places }>(nodes: readonly Node[]): Node[] {
  const seen = new Set<string>()
  return nodes.filter(({ places }) => {
    const isNew = !places.some((place) => seen.has(place))
    for (const place of places) seen.add(place)
    return isNew
  })
}

/** Spells an address in one way: IPv6 as URLs do, IPv4 in IPv6 as IPv4, this machine by its name. */
function spelled(address: string): string {
  const bare = address.replace(/%.*$/, '')
  const host = bare.includes(':') && URL.canParse(`http://[${bare}]`) ? new URL(`http://[${bare}]`).hostname : bare
  const mapped = /^\[::ffff:([0-9a-f]+):([0-9a-f]+)\]$/.exec(host)
  const bytes = mapped?.slice(1).flatMap((word) => [Number.parseInt(word, 16) >> 8, Number.parseInt(word, 16) & 255])
  const plain = bytes?.join('.') ?? host
  return /^(127(\.\d+){3}|0\.0\.0\.0|\[::1?\])$/.test(plain) ? 'localhost' : plain
}
