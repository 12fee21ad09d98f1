import { type Answered, type Asked, type Exchange, exchangeBy } from '../base/outgoing/exchange.js'

const timeoutMs = 30_000
/** A token has a few kilobytes. */
const bytesMax = 65_536

/** Sends a request to a witness, whose address is the operator's choice. @throws {Error} as an {@link Exchange} does */
export type Request = (address: string, asked: Omit<Asked, 'timeoutMs' | 'bytesMax'>) => Promise<Answered>

/** Returns how to ask witnesses, within their limits. */
export function requestBy(exchange: Exchange): Request {
  return (address, asked) => exchange(address, { ...asked, timeoutMs, bytesMax })
}

/** Asks without a proxy. */
export const direct = requestBy(exchangeBy(undefined))
