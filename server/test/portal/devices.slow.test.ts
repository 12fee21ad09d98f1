import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { eventually } from '../../../test/eventually.js'
import { deviceName, deviceRequestsMax, userCodeOf } from '../../src/accounts/clients/devices.js'
import type { Answer } from '../service.js'
import { type Browser, type Person, register } from './browser.js'
import { usePortal } from './people.js'

const { service, mails } = usePortal()

const codeOf = (answer: Answer) => [answer.status, answer.headers.get('error-code')]
const dataOf = (answer: Answer) => {
  if (answer.status >= 400) throw new Error(`refused: ${answer.text}`)
  return answer.body.data
}

interface Codes {
  deviceCode: string
  userCode: string
}

const start = async (name = 'workbench'): Promise<Codes> =>
  dataOf(await service.call('POST', '/account/devices', { name }))
const poll = ({ deviceCode }: Pick<Codes, 'deviceCode'>) =>
  service.call('POST', '/account/devices/token', { deviceCode })
const sql = (text: string, ...values: unknown[]) => service.database.db.query<Record<string, unknown>>(text, values)

/** A person logged in to the portal, and what they do with a code there. */
async function visitor() {
  const { browser, person } = await register(service, mails)
  const auth = await browser.bearer()
  const ask = (method: string, path: string) => service.call(method, `/account/devices/${path}`, undefined, auth)
  return {
    browser,
    person,
    auth,
    look: (code: string) => ask('GET', code),
    approve: (code: string) => ask('POST', `${code}/approve`),
    deny: (code: string) => ask('POST', `${code}/deny`),
  }
}

async function proven() {
  const one = await visitor()
  await one.browser.stepUp(one.person)
  return one
}

const clientsOf = async ({ browser }: { browser: Browser; person: Person }) =>
  dataOf(await service.call('GET', '/account/clients', undefined, await browser.bearer()))

describe('a device login', () => {
  it('gives the device an API client of its own, named after it', async () => {
    const ada = await proven()
    const started = await service.call('POST', '/account/devices', { name: 'workbench' })
    const { deviceCode, userCode, ...more } = dataOf(started)
    expect(started.headers.get('cache-control')).toBe('no-store')
    expect(deviceCode).toMatch(/^dc_[\w-]{43}$/)
    expect(userCode).toMatch(/^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/)
    expect(more).toEqual({
      verificationUri: `${service.url}/portal/connect`,
      verificationUriComplete: `${service.url}/portal/connect?code=${userCode}`,
      expiresIn: 600,
      interval: 2,
    })
    expect(codeOf(await poll({ deviceCode }))).toEqual([400, 'authorization_pending'])

    // As people type it.
    const typed = `%20${userCode.toLowerCase().replace('-', '')}`
    const shown = dataOf(await ada.look(typed))
    expect(shown).toMatchObject({ userCode, name: 'workbench' })
    expect(Date.parse(shown.expiresAt) - Date.parse(shown.requestedAt)).toBe(600_000)
    expect((await ada.approve(typed)).status).toBe(200)

    const taken = await poll({ deviceCode })
    const { clientId, secretKey, ...account } = dataOf(taken)
    expect(taken.headers.get('cache-control')).toBe('no-store')
    expect(account).toEqual({ name: ada.person.name, email: ada.person.email })
    const pair = { 'client-id': clientId, 'secret-key': secretKey }
    expect(dataOf(await service.call('POST', '/authenticate', undefined, pair)).email).toBe(ada.person.email)
    expect(await clientsOf(ada)).toMatchObject([{ clientId, name: 'workbench' }, { name: 'First client' }])
  })

  it('stores no code that could fetch a client', async () => {
    const { deviceCode, userCode } = await start()
    const [row] = await sql(
      'SELECT *, d::text AS whole FROM device_requests d WHERE user_code = $1',
      userCodeOf(userCode),
    )
    expect(row?.device_hash).toEqual(createHash('sha256').update(deviceCode).digest())
    expect(row?.whole).not.toContain(deviceCode.slice(3))
  })

  it('gives the client to exactly one of ten concurrent polls', async () => {
    const ada = await proven()
    const codes = await start()
    await ada.approve(codes.userCode)
    const answers = await Promise.all(Array.from({ length: 10 }, () => poll(codes)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    const others = answers.filter(({ status }) => status !== 200)
    expect(others.map(codeOf)).toEqual(Array(9).fill([400, 'expired_token']))
    expect(await clientsOf(ada)).toHaveLength(2)
    expect(codeOf(await poll(codes))).toEqual([400, 'expired_token'])
  })

  it('refuses polls that come sooner than the interval, and accepts the others', async () => {
    // Unless the machine stopped for two seconds in the middle.
    const codes = await eventually('five polls come in one interval, and one of them is in time', async () => {
      const started = await start()
      const answers = await Promise.all(Array.from({ length: 5 }, () => poll(started)))
      const seen = answers.map((answer) => codeOf(answer)[1]).sort()
      expect(seen).toEqual(['authorization_pending', ...Array(4).fill('slow_down')])
      return started
    })
    const polledAt = (shift: string) => sql(`UPDATE device_requests SET polled_at = now() + interval '${shift}'`)
    await eventually('a poll comes soon after another one', async () => {
      await polledAt('0 seconds')
      return codeOf(await poll(codes))[1] === 'slow_down'
    })
    await polledAt('-2 seconds')
    expect(codeOf(await poll(codes))).toEqual([400, 'authorization_pending'])
  })

  it('ends when it is denied', async () => {
    const ada = await visitor()
    const codes = await start()
    expect((await ada.deny(codes.userCode)).status).toBe(200)
    // Its answer may have been lost.
    expect((await ada.deny(codes.userCode)).status).toBe(200)
    expect(codeOf(await poll(codes))).toEqual([400, 'access_denied'])
    await ada.browser.stepUp(ada.person)
    expect(codeOf(await ada.approve(codes.userCode))).toEqual([404, 'device_not_found'])
    expect(await clientsOf(ada)).toHaveLength(1)
  })

  it('ends after ten minutes, approved or not', async () => {
    const ada = await proven()
    const [waiting, approved] = [await start(), await start()]
    await ada.approve(approved.userCode)
    await sql("UPDATE device_requests SET expires_at = now() - interval '1 second'")
    expect(codeOf(await poll(waiting))).toEqual([400, 'expired_token'])
    expect(codeOf(await poll(approved))).toEqual([400, 'expired_token'])
    expect(codeOf(await ada.look(waiting.userCode))).toEqual([404, 'device_not_found'])
    expect(codeOf(await ada.approve(waiting.userCode))).toEqual([404, 'device_not_found'])
    expect(await clientsOf(ada)).toHaveLength(1)
    // The upkeep runs when the service starts.
    await service.restart()
    const expired = () => sql('SELECT FROM device_requests WHERE expires_at < now()')
    await eventually('the expired requests are deleted', async () => (await expired()).length === 0)
    expect(codeOf(await poll(waiting))).toEqual([400, 'expired_token'])
  })

  it('gives nothing once the account is closed', async () => {
    const ada = await proven()
    const codes = await start()
    await ada.approve(codes.userCode)
    await sql('UPDATE accounts SET status = 0 WHERE email = $1', ada.person.email)
    expect(codeOf(await poll(codes))).toEqual([400, 'access_denied'])
    await sql('UPDATE accounts SET status = 1 WHERE email = $1', ada.person.email)
    expect((await poll(codes)).status).toBe(200)
  })

  it('shows the person, not the device, that the account has reached its limit of clients', async () => {
    const ada = await proven()
    const auth = await ada.browser.bearer()
    const fill = () => service.call('POST', '/account/clients', { name: 'One of many' }, auth)
    const [codes, another] = [await start(), await start()]
    await ada.approve(another.userCode)
    await Promise.all(Array.from({ length: 49 }, fill))
    expect(codeOf(await ada.approve(codes.userCode))).toEqual([409, 'too_many_clients'])
    expect(codeOf(await poll(codes))).toEqual([400, 'authorization_pending'])
    // Unless the clients came after the approval. It stays for when one is revoked.
    expect(codeOf(await poll(another))).toEqual([409, 'too_many_clients'])
    const [{ clientId }] = await clientsOf(ada)
    await service.call('DELETE', `/account/clients/${clientId}`, undefined, auth)
    expect((await poll(another)).status).toBe(200)
  })
})

describe('approving a device', () => {
  it('needs a step-up, like creating a client; refusing one does not', async () => {
    const ada = await visitor()
    const [first, second] = [await start(), await start()]
    expect(codeOf(await ada.approve(first.userCode))).toEqual([403, 'step_up_required'])
    expect(codeOf(await poll(first))).toEqual([400, 'authorization_pending'])
    expect((await ada.deny(second.userCode)).status).toBe(200)
    await ada.browser.stepUp(ada.person)
    expect((await ada.approve(first.userCode)).status).toBe(200)
    // Its answer may have been lost.
    expect((await ada.approve(first.userCode)).status).toBe(200)
  })

  it('needs a session of the portal, not the token of a program', async () => {
    const { auth } = await service.account()
    const { userCode } = await start()
    for (const [method, path] of [
      ['GET', ''],
      ['POST', '/deny'],
    ] as const) {
      const answer = await service.call(method, `/account/devices/${userCode}${path}`, undefined, auth)
      expect(codeOf(answer)).toEqual([403, 'forbidden'])
    }
    expect(codeOf(await service.call('GET', `/account/devices/${userCode}`))).toEqual([400, 'token_missing'])
  })

  it('hides from other accounts that it was decided, and by whom', async () => {
    const [ada, eve] = [await proven(), await proven()]
    const [approved, denied] = [await start(), await start()]
    await ada.approve(approved.userCode)
    await ada.deny(denied.userCode)
    const unknown = await eve.look('BCDF-GHJK')
    for (const { userCode } of [approved, denied]) {
      for (const answer of [await eve.look(userCode), await eve.approve(userCode), await eve.deny(userCode)]) {
        expect([...codeOf(answer), answer.body]).toEqual([...codeOf(unknown), unknown.body])
      }
    }
    const { email } = dataOf(await poll(approved))
    expect(email).toBe(ada.person.email)
  })

  it('needs a code that a device is waiting with', async () => {
    const ada = await proven()
    const nul = '%00%00%00%00%00%00%00%00'
    const answers = [await ada.approve('BCDF-GHJK'), await ada.deny('BCDF-GHJK')]
    for (const code of ['BCDF-GHJK', 'AEIO-UUUU', 'BCDF', 'BCDF-GHJKL', nul]) answers.push(await ada.look(code))
    for (const answer of answers) expect(codeOf(answer)).toEqual([404, 'device_not_found'])
  })

  it('allows ten wrong codes in 15 minutes, whether or not right ones come in between', async () => {
    const [ada, eve] = [await visitor(), await visitor()]
    const { userCode } = await start()
    for (let wrong = 0; wrong < 10; wrong++) {
      expect(codeOf(await eve.look('BCDF-GHJK'))).toEqual([404, 'device_not_found'])
      if (wrong < 9) expect((await eve.look(userCode)).status).toBe(200)
    }
    const refused = await eve.look(userCode)
    expect(codeOf(refused)).toEqual([429, 'rate_limited'])
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    // Others, and the person's password, are not concerned.
    expect((await ada.look(userCode)).status).toBe(200)
    await eve.browser.stepUp(eve.person)
  })
})

describe('asking for codes', () => {
  it.each([
    ['  build\tserver\n7 ', 'build server 7'],
    ['\u202egnp.exe', 'gnp.exe'],
    ['a\u0000b\u200bc', 'a b c'],
    ['x'.repeat(200), 'x'.repeat(64)],
    ['🗝'.repeat(70), '🗝'.repeat(64)],
    ['\ud800Notebook', 'Notebook'],
  ])('shows %j as %j', (given, shown) => {
    expect(deviceName(given)).toBe(shown)
  })

  it.each([
    [{}],
    [{ name: '' }],
    [{ name: ' \n\u200b' }],
    [{ name: 7 }],
    [{ name: 'x'.repeat(256) }],
    [{ name: 'a', b: 1 }],
  ])('400: %j', async (body) => {
    expect(codeOf(await service.call('POST', '/account/devices', body))).toEqual([400, 'invalid'])
  })

  it('is refused while the maximum is waiting, until some have expired', async () => {
    await sql(
      `INSERT INTO device_requests (user_code, device_hash, name, expires_at)
       SELECT 'w' || i, sha256(i::text::bytea), 'waits', now() + interval '1 minute' FROM generate_series(1, $1::int) AS i`,
      deviceRequestsMax,
    )
    const refused = await service.call('POST', '/account/devices', { name: 'late' })
    expect(codeOf(refused)).toEqual([429, 'too_many_devices'])
    expect(refused.headers.get('retry-after')).toBe('60')
    await sql("UPDATE device_requests SET expires_at = now() WHERE name = 'waits'")
    await start()
  })
})
