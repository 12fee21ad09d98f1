import { isIP, isIPv4 } from 'node:net'
import { addressCheck } from './address.js'

/** Where the operator allows deliveries to go. */
export interface TargetPolicy {
  /** Allows unencrypted http. */
  allowHttp: boolean
  /** Non-public networks (`10.0.0.0/8`) or addresses to allow. */
  allowNetworks: readonly string[]
}

/** Thrown for an address that is not allowed; the message completes "redirectUrl: …". */
export class TargetError extends Error {
  override name = 'TargetError'
}

const lengthMax = 2048

/** Names for private use (RFC 6761, RFC 6762, RFC 8375, ICANN's .internal, and convention). */
const localNames =
  /(^|\.)(localhost|localdomain|local|internal|intranet|private|corp|home|lan|home\.arpa|onion|invalid)$/

/**
 * Checks the syntax of a receiver's address: scheme, form, and an IP literal. What a name resolves to is only known, and
 * checked, when connecting (guard).
 *
 * @returns the normalised address
 * @throws {TargetError} with a message for the owner
 */
export function checkTarget(text: string, policy: TargetPolicy): URL {
  const schemes = policy.allowHttp ? /^https?:\/\//i : /^https:\/\//i
  // URL parsers are lenient: refuse what a person would read differently.
  if (/[\s\\\p{C}]/u.test(text)) throw new TargetError('expected an address without spaces or backslashes')
  if (!schemes.test(text) || !URL.canParse(text)) {
    throw new TargetError(`expected an address starting with https://${policy.allowHttp ? ' or http://' : ''}`)
  }
  if (text.length > lengthMax) throw new TargetError(`expected at most ${lengthMax} characters`)
  const url = new URL(text)
  const authority = /^[a-z]+:\/\/([^/?#]*)/i.exec(text)?.[1] ?? ''
  if (authority.includes('@')) throw new TargetError('expected an address without a user name or password')
  if (url.port === '0') throw new TargetError('expected a port from 1 to 65535')
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
  if (isIPv4(host) && authority.replace(/:\d*$/, '') !== host) {
    throw new TargetError(`expected the IP address to be written as ${host}`)
  }
  if (isIP(host) !== 0) {
    if (!addressCheck(policy.allowNetworks)(host)) throw new TargetError('expected a public address')
  } else checkName(host, policy)
  return url
}

function checkName(host: string, policy: TargetPolicy): void {
  if (host.endsWith('.')) throw new TargetError('expected a host name without a trailing dot')
  // With allowed private networks, any name may be internal.
  if (policy.allowNetworks.length > 0) return
  if (!host.includes('.') || localNames.test(host)) throw new TargetError('expected a public host name')
}
