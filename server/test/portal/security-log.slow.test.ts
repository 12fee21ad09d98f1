import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as otpauth from 'otpauth'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { debianPrograms, noDebian } from '../../../test/debian.js'
import { eventually } from '../../../test/eventually.js'
import { root } from '../../../test/sources.js'
import { securityEvents } from '../../src/base/telemetry/security-events.js'
import { runAdmin } from '../command-line.js'
import { useDatabase } from '../postgres.js'
import { dataSettings, newService } from '../service.js'
import { Browser, register } from './browser.js'
import { startMailServer } from './mail-server.js'

const database = useDatabase()
const service = newService(database)
const folder = mkdtempSync(join(tmpdir(), 'tallystick-security-log-'))
let mails: Awaited<ReturnType<typeof startMailServer>>
beforeAll(async () => {
  mails = await startMailServer()
  await service.start({ SMTP_URL: mails.url, MAIL_FROM: 'Notary <notary@example.org>', GUESS_LIMIT: '1000' })
})
afterAll(async () => {
  await service.remove()
  await mails.stop()
  rmSync(folder, { recursive: true, force: true })
})

interface Line {
  security: string
  [field: string]: unknown
}

const linesOf = (): Line[] =>
  service
    .log()
    .split('\n')
    .filter((line) => line.includes('"security":'))
    .map((line) => JSON.parse(line))

/** Returns the newest line of a code, once there is one that fits. */
const newest = (code: string, fits: Partial<Line> = {}): Promise<Line> =>
  eventually(`a line ${code}`, () => {
    const found = linesOf().filter((line) => line.security === code)
    return found.findLast((line) => Object.entries(fits).every(([field, value]) => line[field] === value)) ?? false
  })

describe('the security log', () => {
  it('says who did what from where, and holds no secret', async () => {
    const { browser, person } = await register(service, mails)
    const program = 'Test "browser" {"security":"login_failed","address":"192.0.2.1"}'
    browser.headers['user-agent'] = program
    const auth = await browser.bearer()
    const account = (await service.call('GET', '/account', undefined, auth)).body.data._id as string
    await newest('registered')
    await newest('email_confirmed')
    const ask = (method: string, path: string, body?: unknown) =>
      service.call(method, path, body, { ...auth, 'user-agent': program })

    const stranger = new Browser(service)
    await stranger.auth('sign-in/email', { email: person.email, password: 'a wrong password' })
    expect(await newest('login_failed')).toMatchObject({
      level: 40,
      address: '127.0.0.1',
      account,
      reason: 'login_failed',
      requestId: expect.any(String),
    })
    await ask('POST', '/account/step-up', { password: 'another wrong one' })
    await newest('step_up_failed', { account, person: account })
    await ask('POST', '/account/step-up', { password: person.password })
    expect(await newest('step_up')).toMatchObject({ level: 30, account, person: account, program })

    const { clientId, secretKey } = (await ask('POST', '/account/clients', { name: 'Archive' })).body.data
    await newest('client_created', { client: clientId, person: account })
    const pair = (secret: string) => ({ 'client-id': clientId, 'secret-key': secret })
    await service.call('POST', '/authenticate', undefined, pair('sk_live_wrong'))
    await newest('login_failed', { client: clientId, reason: 'user_not_found' })
    const login = await service.call('POST', '/authenticate', undefined, pair(secretKey))
    await newest('login', { client: clientId, account })
    const { token, refreshToken } = login.body.data
    const refreshed = await service.call('POST', '/authenticate/refresh', { refreshToken })
    await newest('login_refreshed', { account })
    await service.call('POST', '/authenticate/refresh', { refreshToken })
    await newest('refresh_failed')
    await ask('POST', `/account/clients/${clientId}/reveal`, { password: person.password })
    await newest('secret_revealed', { client: clientId })
    const rotated = (await ask('POST', `/account/clients/${clientId}/rotate`)).body.data
    await newest('client_rotated', { client: clientId })
    // A secret in the place of an ID isn't written down.
    await service.call('POST', '/authenticate', undefined, { 'client-id': rotated.secretKey, 'secret-key': 'x' })

    const device = (await service.call('POST', '/account/devices', { name: 'workbench' })).body.data
    await ask('POST', `/account/devices/${device.userCode}/approve`)
    await newest('device_approved', { person: account })
    const taken = (await service.call('POST', '/account/devices/token', { deviceCode: device.deviceCode })).body.data
    await newest('device_connected', { client: taken.clientId, account })
    await ask('DELETE', `/account/clients/${clientId}`)
    await newest('client_revoked', { client: clientId })

    await ask('DELETE', '/account/browsers')
    await newest('browsers_forgotten', { account, person: account })

    const enabled = await browser.auth('two-factor/enable', { password: person.password })
    await newest('second_factor_begun', { account })
    const totp = otpauth.URI.parse(enabled.body.totpURI) as otpauth.TOTP
    const code = totp.generate()
    await browser.auth('two-factor/verify-totp', { code })
    await newest('second_factor_added', { account, person: account, program })
    await stranger.auth('sign-in/email', { email: person.email, password: person.password })
    await newest('first_factor')
    await stranger.auth('two-factor/verify-totp', { code })
    await newest('second_factor_failed', { reason: 'code_used' })
    const [backup] = enabled.body.backupCodes as string[]
    await stranger.auth('two-factor/verify-backup-code', { code: backup })
    await newest('login', { account })
    const change = { currentPassword: person.password, newPassword: 'a much better one', revokeOtherSessions: true }
    await browser.auth('change-password', change)
    await newest('password_changed', { account })

    await browser.stepUp({ password: change.newPassword })
    const again = await browser.bearer()
    await service.call('POST', '/account/export', undefined, again)
    await newest('exported', { account })

    const { out } = await runAdmin(['account', 'password', person.email, '--json'], dataSettings(service))
    const byAdmin = JSON.parse(out)
    const command = await newest('admin_command')
    expect(command).toMatchObject({ command: 'account password', account, person: expect.any(String) })

    const secrets = [person.password, person.email, 'a wrong password', 'another wrong one', 'a much better one']
    const keys = [secretKey, rotated.secretKey, taken.secretKey, byAdmin.password, totp.secret.base32, backup]
    const tokens = [token, refreshToken, refreshed.body.data.token, refreshed.body.data.refreshToken, device.deviceCode]
    const cookies = [...browser.cookies.values()].filter((value) => value.length > 20)
    const bearers = [auth, again].map(({ authorization }) => authorization.split(' ')[1])
    const log = service.log()
    for (const secret of [...secrets, ...keys, ...tokens, ...cookies, ...bearers])
      expect(log.includes(secret as string), `the log contains ${secret}`).toBe(false)
    expect(linesOf().filter(({ security }) => !securityEvents.some(({ code: known }) => known === security))).toEqual(
      [],
    )
  })

  it('knows only routes that there are', async () => {
    const missing: string[] = []
    for (const route of new Set(securityEvents.flatMap(({ routes }) => routes))) {
      const [method = '', path = ''] = route.split(' ')
      const answer = await new Browser(service).ask(
        method,
        path.replace(/:\w+/g, 'none'),
        method === 'POST' ? {} : undefined,
      )
      if (['not_found', 'method_not_allowed'].includes(answer.headers.get('error-code') ?? '')) missing.push(route)
    }
    expect(missing).toEqual([])
  })

  it("is read by Debian's fail2ban: refused logins count, and nothing that a client writes", async ({ skip }) => {
    const debian = await debianPrograms(['fail2ban'])
    if (!debian) return skip(noDebian)
    const log = join(folder, 'log')
    writeFileSync(log, service.log())
    const refused = linesOf().filter(
      ({ level, reason }) => level === 40 && !['email_unverified', 'login_expired'].includes(String(reason)),
    )
    const filter = `${root}deploy/fail2ban/filter.d/tallystick.conf`
    const args = ['-c', join(debian.root, 'etc/fail2ban'), '-v', log, filter]
    const python = [debian.path('fail2ban-regex'), ...args]
    const out = execFileSync(debian.path('python3'), python, { env: debian.env, encoding: 'utf8' })
    expect(out).toMatch(new RegExp(` ignored, ${refused.length} matched, `))
    const addresses = [...out.matchAll(/^\| +([0-9a-f.:]+) {2}\w{3} \w{3} +\d/gm)].map(([, address]) => address)
    expect(addresses).toEqual(refused.map(() => '127.0.0.1'))
  })
})
