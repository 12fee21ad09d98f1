import { BlockList, isIP } from 'node:net'

const addresses = new BlockList()
addresses.addSubnet('127.0.0.0', 8, 'ipv4')
addresses.addAddress('::1', 'ipv6')

/** Returns whether a name or address can only mean this machine: `localhost`, 127.0.0.0/8 or ::1, also in brackets. */
export function isLoopback(host: string): boolean {
  if (host.toLowerCase() === 'localhost') return true
  const address = host.replace(/^\[(.*)\]$/, '$1')
  const family = isIP(address)
  return family !== 0 && addresses.check(address, family === 6 ? 'ipv6' : 'ipv4')
}
