import { isIP } from 'node:net'
import { networkInterfaces } from 'node:os'
import ipaddr from 'ipaddr.js'

type Network = [ipaddr.IPv4 | ipaddr.IPv6, number]

/** Public by the registry, yet internal: Azure's host answers its virtual machines on this address. */
const hostOnly = networks(['168.63.129.16/32'])

/** The only globally routable unicast space in IPv6. */
const globalUnicast = networks(['2000::/3'])

/** Ranges inside it that are not globally reachable (IANA IPv6 Special-Purpose Address Registry). */
const notGlobal = networks([
  '2001::/23', // protocol assignments: Teredo, benchmarking, ORCHID
  '2001:db8::/32', // documentation
  '2002::/16', // 6to4: embeds an IPv4 address
  '2620:4f:8000::/48', // AS112
  '3fff::/20', // documentation
])

/** NAT64 (RFC 6052): the last 32 bits are the IPv4 address that is reached. */
const nat64 = networks(['64:ff9b::/96'])

/** Decides whether we may connect to an IP address. Refuses anything that is not plainly an address. */
export type AddressCheck = (address: string) => boolean

/**
 * Allows public unicast addresses and those the operator lists. Never allows this machine's own addresses unless listed,
 * whatever range they are in.
 *
 * @param allowed networks, such as `10.0.0.0/8`, or addresses. `64:ff9b::/96` allows IPv4 through NAT64; the embedded IPv4
 *   address is then checked too. Other encodings of IPv4 in IPv6 are not unwrapped.
 */
export function addressCheck(allowed: readonly string[]): AddressCheck {
  const listed = networks(allowed)
  const check = (text: string): boolean => {
    if (isIP(text) === 0 || text.includes('%')) return false
    const address = ipaddr.parse(text)
    if (isIn(address, listed)) {
      return !isIn(address, nat64) || check(address.toByteArray().slice(12).join('.'))
    }
    return isPublic(address) && !isOwn(address)
  }
  return check
}

function isPublic(address: ipaddr.IPv4 | ipaddr.IPv6): boolean {
  if (address instanceof ipaddr.IPv4) return address.range() === 'unicast' && !isIn(address, hostOnly)
  return isIn(address, globalUnicast) && !isIn(address, notGlobal) && !isIsatap(address)
}

/** ISATAP (RFC 5214): below any prefix, an IPv4 address after 0000:5efe or 0200:5efe. */
function isIsatap(address: ipaddr.IPv6): boolean {
  const [, , , , u, marker] = address.parts
  return marker === 0x5efe && (u === 0 || u === 0x0200)
}

/** An address of this machine: a delivery to it would reach services meant for the local network. */
function isOwn(address: ipaddr.IPv4 | ipaddr.IPv6): boolean {
  const text = address.toString()
  return Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .some((own) => ipaddr.parse(own.address).toString() === text)
}

function isIn(address: ipaddr.IPv4 | ipaddr.IPv6, list: readonly Network[]): boolean {
  return list.some(([network, bits]) => network.kind() === address.kind() && address.match(network, bits))
}

function networks(list: readonly string[]): Network[] {
  return list.map((entry) => {
    if (entry.includes('/')) return ipaddr.parseCIDR(entry)
    const address = ipaddr.parse(entry)
    return [address, address.toByteArray().length * 8]
  })
}
