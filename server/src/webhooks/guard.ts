import { Resolver } from 'node:dns/promises'
import { isIP, type LookupFunction } from 'node:net'
import { buildConnector } from 'undici'
import { type AddressCheck, addressCheck } from './address.js'
import { checkTarget, type TargetPolicy } from './target.js'

/** Thrown when a receiver lies where no delivery may go. Which address it was is not said: it may be a secret of the network. */
export class RefusedError extends Error {
  override name = 'RefusedError'
  readonly code = 'ERR_ADDRESS_REFUSED'

  constructor() {
    super('the address of the receiver is not a public one')
  }
}

const connectMsMax = 10_000
const dnsMsMax = 2_000

/**
 * Keeps deliveries out of the operator's network. What counts is the address that is really connected to: a name is resolved
 * once for each connection, all addresses it leads to are checked, and the connection is made to these and no others (a name
 * that changes its address between check and use gains nothing). An address written as such is checked too, for Node asks no
 * lookup about it.
 *
 * Names are asked of the DNS, by its own client: the system's resolver blocks a thread for each name that is slow, of which
 * there are four for the whole process. The hosts file is not read.
 */
export class Guard {
  private readonly policy: TargetPolicy
  private readonly isAllowed: AddressCheck
  private readonly resolver = new Resolver({ timeout: dnsMsMax, tries: 2 })

  /** @param dnsServers asked instead of those of the system, `address:port` */
  constructor(policy: TargetPolicy, dnsServers?: readonly string[]) {
    this.policy = policy
    this.isAllowed = addressCheck(policy.allowNetworks)
    if (dnsServers) this.resolver.setServers(dnsServers)
  }

  /** @throws TargetError when deliveries may not go there; the rules may have changed since it was registered */
  check(target: string): URL {
    return checkTarget(target, this.policy)
  }

  /** Makes connections for an HTTP client. `onConnect` is told the address of each before anything is sent. */
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
        // One that is refused spoils all: no honest name leads both to the world and into a network.
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
