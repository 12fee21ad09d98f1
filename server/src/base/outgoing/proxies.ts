import { BlockList, isIP } from 'node:net'
import { isLoopback } from '../loopback.js'

/** The proxies through which connections leave, and the hosts that are reached without. */
export interface Proxies {
  /** For http addresses. */
  http?: string
  /** For https addresses. */
  https?: string
  direct: readonly DirectHosts[]
}

/** Hosts that are reached without a proxy: all, a name and those below it, or a network; at one port, if it is given. */
export type DirectHosts = '*' | { name: string; port?: string } | { network: readonly [address: string, bits: number] }

/** The end of a connection. */
export interface Target {
  protocol: 'http:' | 'https:'
  /** A name or an IP address, without brackets. */
  host: string
  port: number
}

/** Returns the target of an address. */
export function targetOf(address: string): Target {
  const { protocol, hostname, port } = new URL(address)
  const isSecure = protocol === 'https:'
  return {
    protocol: isSecure ? 'https:' : 'http:',
    host: hostname.replace(/^\[|\]$/g, ''),
    port: Number(port) || (isSecure ? 443 : 80),
  }
}

/** Returns the address of the proxy for a target; undefined when it is reached without. This machine always is. */
export function proxyFor(target: Target, proxies: Proxies | undefined): string | undefined {
  const proxy = target.protocol === 'https:' ? proxies?.https : proxies?.http
  if (proxy === undefined || isHere(target.host)) return undefined
  return proxies?.direct.some((hosts) => isAmong(target, hosts)) ? undefined : proxy
}

const isHere = (host: string) => /.\.localhost$/i.test(host) || isLoopback(host)

function isAmong({ host, port }: Target, hosts: DirectHosts): boolean {
  if (hosts === '*') return true
  if ('network' in hosts) return isIn(host, hosts.network)
  const isNamed = host.toLowerCase() === hosts.name || host.toLowerCase().endsWith(`.${hosts.name}`)
  return isNamed && (hosts.port === undefined || Number(hosts.port) === port)
}

function isIn(host: string, [address, bits]: readonly [address: string, bits: number]): boolean {
  const family = isIP(address)
  if (isIP(host) !== family) return false
  const type = family === 6 ? 'ipv6' : 'ipv4'
  const list = new BlockList()
  list.addSubnet(address, bits, type)
  return list.check(host, type)
}
