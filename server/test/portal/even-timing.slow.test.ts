import { beforeEach, expect, it } from 'vitest'
import { accountsRoomOn } from '../../src/accounts/open.js'
import { EvenTiming } from '../../src/accounts/proving/even-timing.js'
import { roomsOn } from '../../src/rooms.js'
import { storageRoomOn } from '../../src/storage/open.js'
import { useOwnService } from '../service.js'
import { Browser, register, somebody } from './browser.js'
import { useMailServer } from './mail-server.js'

const mails = await useMailServer()

let hashes = 0
let waits: number[] = []
/** Counts the hashes that are made. */
const strength = {
  get memoryCost() {
    hashes++
    return 8
  },
  timeCost: 1,
}
const sleep = async (ms: number) => waits.push(ms)
const timing = new EvenTiming({ clock: { elapsed: () => 0 }, sleep })
const rooms = roomsOn(storageRoomOn(), accountsRoomOn({ strength, timing }))
const service = useOwnService({ SMTP_URL: mails.url, GUESS_LIMIT: '0' }, rooms)

beforeEach(() => {
  hashes = 0
  waits = []
})

/** Sends a request. Returns its status, the hashes made, and the waits before the answer. */
async function cost(path: string, body: object): Promise<unknown[]> {
  hashes = 0
  waits = []
  const { status } = await new Browser(service).auth(path, body)
  return [status, hashes, waits]
}

it('a stranger learns nothing about an account from how long an answer takes', async () => {
  const { person } = await register(service, mails)
  const known = { ...person, password: 'another password' }
  const unknown = { ...somebody(), password: 'another password' }
  const paths = {
    'sign-up/email': [200, 1, [500]],
    'request-password-reset': [200, 0, [500]],
    'send-verification-email': [200, 0, [500]],
  }
  for (const [path, expected] of Object.entries(paths)) {
    for (const person of [known, unknown]) {
      const { email } = person
      expect(await cost(path, path === 'sign-up/email' ? person : { email }), path).toEqual(expected)
    }
  }
  expect(await cost('sign-in/email', { email: somebody().email, password: 'wrong password' })).toEqual([401, 1, [500]])
  // Compared with the stored hash instead of making one.
  expect(await cost('sign-in/email', { email: person.email, password: 'wrong password' })).toEqual([401, 0, [500]])
  expect(await cost('sign-in/email', person)).toEqual([200, 0, []])
})
