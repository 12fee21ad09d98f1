import { Resolver } from 'node:dns/promises'
import { isIP, type LookupFunction } from 'node:net'
import { buildConnector } from 'undici'
import { type AddressCheck, addressCheck } from './address.js'
import { checkTarget, type TargetPolicy } from './target.js'

/** Thrown when a receiver's address is not allowed. Doesn't name the address, which may reveal the operator's network. */
class RefusedError extends Error {
  override name = 'RefusedError'
  readonly code = 'ERR_ADDRESS_REFUSED'

  constructor() {
    super('the receiver does not have a public address')
  }
}

const connectMsMax = 10_000
const dnsMsMax = 2_000

/**
 * Keeps deliveries out of the operator's network (SSRF). Checks the address actually connected to: a name is resolved once per
 * connection, every address it resolves to is checked, and the connection goes to one of these, so DNS rebinding gains
 * nothing. IP literals are checked separately, since Node skips the lookup for them.
 *
 * Uses a DNS client of its own: the system's resolver blocks one of the process's four pool threads per slow name. The hosts
 * file is not read.
 */
export class Guard {
  private readonly policy: TargetPolicy
  private readonly isAllowed: AddressCheck
  private readonly resolver = new Resolver({ timeout: dnsMsMax, tries: 2 })

  /** @param dnsServers `address:port`, instead of the system's */
  constructor(policy: TargetPolicy, dnsServers?: readonly string[]) {
    this.policy = policy
    this.isAllowed = addressCheck(policy.allowNetworks)
    if (dnsServers) this.resolver.setServers(dnsServers)
  }

  /** Checks an address again before use. @throws {TargetError} when the policy doesn't allow it (any more) */
  check(target: string): URL {
    return checkTarget(target, this.policy)
  }

  /** Returns a connector for undici. `onConnect` gets each connection's address before anything is sent. */
  connector(onConnect: (address: string) => void): buildConnector.connector {
    const connect = buildConnector({
      timeout: connectMsMax,
      lookup: this.lookup,
      autoSelectFamily: true,
      rejectUnauthorized: true,
      allowH2: false,
    })
    return (options, callback) => {
      if (isIP(options.hostname) !== 0 && !this.isAllowed(options.hostname)) {
        callback(new RefusedError(), null)
        return
      }
      connect(options, (...[error, socket]) => {
        if (error) return callback(error, null)
        const address = socket.remoteAddress ?? ''
        if (!this.isAllowed(address)) {
          socket.destroy()
          return callback(new RefusedError(), null)
        }
        onConnect(address)
        callback(null, socket)
      })
    }
  }

  private readonly lookup: LookupFunction = (name, options, callback) => {
    this.resolve(name).then(
      (addresses) => {
        const [first] = addresses
        if (!first) callback(notFound(name), '')
        // One refused address refuses all: no honest name resolves to both public and internal addresses.
        else if (!addresses.every(({ address }) => this.isAllowed(address))) callback(new RefusedError(), '')
        else if (options.all) callback(null, addresses)
        else callback(null, first.address, first.family)
      },
      (error: NodeJS.ErrnoException) => callback(error, ''),
    )
  }

  private async resolve(name: string): Promise<{ address: string; family: 4 | 6 }[]> {
    // Not in the DNS (RFC 6761).
    if (/(^|\.)localhost$/.test(name)) return [{ address: '127.0.0.1', family: 4 }]
    const [four, six] = await Promise.allSettled([this.resolver.resolve4(name), this.resolver.resolve6(name)])
    const found = [
      ...(four.status === 'fulfilled' ? four.value : []).map((address) => ({ address, family: 4 as const })),
      ...(six.status === 'fulfilled' ? six.value : []).map((address) => ({ address, family: 6 as const })),
    ]
    if (found.length === 0 && four.status === 'rejected') throw four.reason
    return found
  }
}

function notFound(name: string): NodeJS.ErrnoException {
  return Object.assign(new Error(`${name} has no address`), { code: 'ENOTFOUND' })
}
