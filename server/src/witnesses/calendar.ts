import { keptPromise, readPromise } from '@tallystick/proof'
import { withoutCredentials } from '../base/credentials.js'
import type { Answered } from '../base/outgoing/exchange.js'
import { direct, type Request } from './request.js'
import type { Witness } from './witness.js'

const headers = { accept: 'application/vnd.opentimestamps.v1' }

/**
 * Returns an OpenTimestamps calendar as a witness. It promises at once and attests in Bitcoin hours later; its statement is an
 * OpenTimestamps file of the root, pending is its promise.
 */
export function calendarAt(address: string, request: Request = direct): Witness {
  const base = address.replace(/\/*$/, '')
  return {
    kind: 'opentimestamps',
    address: withoutCredentials(address),
    name: new URL(address).host,
    async ask(root, pending, signal) {
      if (pending === null) {
        const type = { 'content-type': 'application/x-www-form-urlencoded' }
        const init = { method: 'POST', headers: { ...headers, ...type }, body: root, signal } as const
        const promise = expected(await request(`${base}/digest`, init))
        readPromise(root, promise)
        return { pending: promise }
      }
      const { commitment, steps } = readPromise(root, pending)
      const path = `${base}/timestamp/${Buffer.from(commitment).toString('hex')}`
      const answer = await request(path, { method: 'GET', headers, signal })
      if (answer.status === 404) return { pending }
      const statement = keptPromise(root, steps, expected(answer))
      return statement === undefined ? { pending } : { statement: Buffer.from(statement) }
    },
  }
}

function expected({ status, body }: Answered): Buffer {
  if (status !== 200) throw new Error(`the calendar answered with the HTTP status ${status}`)
  return body
}
