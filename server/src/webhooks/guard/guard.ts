import { Resolver } from 'node:dns/promises'
import { isIP, type LookupFunction, type Socket } from 'node:net'
import { buildConnector } from 'undici'
import { type Proxies, proxyFor, type Target, targetOf } from '../../base/outgoing/proxies.js'
import { tunnel } from '../../base/outgoing/tunnel.js'
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

/** Settings of a {@link Guard}. */
export interface GuardOptions {
  proxies?: Proxies | undefined
  /** `address:port`, instead of the system's. */
  dnsServers?: readonly string[]
}

const connectMsMax = 10_000
const dnsMsMax = 2_000
const hastyDnsMsMax = 500

/**
 * Keeps deliveries out of the operator's network (SSRF). Checks the address actually connected to: a name is resolved once per
 * connection, every address it resolves to is checked, and the connection goes to one of these, so DNS rebinding gains
 * nothing. IP literals are checked separately, since Node skips the lookup for them.
 *
 * A proxy makes its connections itself, to whatever address the name has there: it must keep deliveries out of private networks.
 * Names that have a private address here are refused all the same.
 *
 * Uses a DNS client of its own: the system's resolver blocks one of the process's four pool threads per slow name. The hosts
 * file is not read.
 */
export class Guard {
  private readonly policy: TargetPolicy
  private readonly isAllowed: AddressCheck
  private readonly proxies: Proxies | undefined
  private readonly resolver = new Resolver({ timeout: dnsMsMax, tries: 2 })
  /** Behind a proxy, the names of others often can't be resolved: an answer is a bonus. */
  private readonly hasty = new Resolver({ timeout: hastyDnsMsMax, tries: 1 })

  constructor(policy: TargetPolicy, { proxies, dnsServers }: GuardOptions = {}) {
    this.policy = policy
    this.proxies = proxies
    this.isAllowed = addressCheck(policy.allowNetworks)
    if (dnsServers) for (const resolver of [this.resolver, this.hasty]) resolver.setServers(dnsServers)
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
      const target = targetOf(`${options.protocol}//${options.host}`)
      const proxy = proxyFor(target, this.proxies)
      if (proxy !== undefined) {
        this.through(proxy, target).then(
          (socket) => {
            if (target.protocol === 'https:') connect({ ...options, httpSocket: socket }, callback)
            else callback(null, socket)
          },
          (error: Error) => callback(error, null),
        )
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

  /** Connects through a proxy, which may resolve names that can't be resolved here. */
  private async through(proxy: string, target: Target): Promise<Socket> {
    const known = isIP(target.host) === 0 ? await this.resolve(target.host, this.hasty).catch(() => []) : []
    if (!known.every(({ address }) => this.isAllowed(address))) throw new RefusedError()
    return tunnel(proxy, target)
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

  private async resolve(name: string, resolver = this.resolver): Promise<{ address: string; family: 4 | 6 }[]> {
    // Not in the DNS (RFC 6761).
    if (/(^|\.)localhost$/.test(name)) return [{ address: '127.0.0.1', family: 4 }]
    const [four, six] = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)])
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
