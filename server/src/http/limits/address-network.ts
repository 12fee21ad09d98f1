import { isIPv4, isIPv6 } from 'node:net'

/**
 * Returns what a provider assigns to one customer: the IPv4 address, or the /64 network of an IPv6 address. Unwraps IPv4-mapped
 * addresses (`::ffff:192.0.2.1`).
 */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address
  const plain = address.split('%')[0] ?? address
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(plain)?.[1]
  if (mapped !== undefined && isIPv4(mapped)) return mapped
  const [head = '', tail] = plain.split('::')
  const first = head === '' ? [] : head.split(':')
  // An embedded dotted quad counts as two groups, and never overlaps the first four.
  const last = tail === undefined || tail === '' ? [] : tail.split(':')
  const lastCount = last.length + (last.at(-1)?.includes('.') ? 1 : 0)
  const zeros = tail === undefined ? 0 : 8 - first.length - lastCount
  const groups = [...first, ...Array.from({ length: zeros }, () => '0'), ...last].slice(0, 4)
  return `${groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`
}
