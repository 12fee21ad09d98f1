import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import type { Logger } from 'pino'

const field = 'x-forwarded-for'

/**
 * Returns a function that makes the `X-Forwarded-For` of a request a list of addresses, before anything reads it. Some proxies write
 * `203.0.113.9:4711` or `[2001:db8::1]:4711`: with the port, each connection would count as an address of its own. What isn't an
 * address ends the list: the request then counts as the proxy's that wrote it. The log says so once.
 */
export function forwardedReader(logger: Logger): (request: IncomingMessage) => void {
  let isSaid = false
  return ({ headers }) => {
    const given = headers[field]
    if (given === undefined) return
    const entries = [given].flat().join(',').split(',')
    // From the right: each proxy appends the address it was asked from.
    const addresses = entries.map((entry) => withoutPort(entry.trim()))
    const odd = addresses.findLastIndex((address) => isIP(address) === 0)
    const usable = addresses.slice(odd + 1)
    if (usable.length > 0) headers[field] = usable.join(', ')
    else delete headers[field]
    if (odd === -1 || isSaid) return
    isSaid = true
    logger.warn(
      { value: entries[odd]?.slice(0, 100) },
      "X-Forwarded-For holds something other than an address: such requests count as their proxy's. Have the proxy send addresses.",
    )
  }
}

function withoutPort(entry: string): string {
  const [, bracketed, plain] = /^(?:\[([^\]]*)\](?::\d+)?|([^:]*):\d+)$/.exec(entry) ?? []
  return bracketed ?? plain ?? entry
}
