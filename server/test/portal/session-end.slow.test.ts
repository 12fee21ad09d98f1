import { expect, it } from 'vitest'
import { deleteExpiredPortalRows } from '../../src/accounts/portal-sql.js'
import { useOwnService } from '../service.js'
import { trusted } from '../trusted.js'
import { Browser, register } from './browser.js'
import { useMailServer } from './mail-server.js'

const mails = await useMailServer()
const service = useOwnService({ SMTP_URL: mails.url, GUESS_LIMIT: '0', SESSION_MAX: '1h' })

it('a login ends after SESSION_MAX, however often it is used, and its tokens with it', async () => {
  const { browser, person } = await register(service, mails)
  const { db } = service.database
  const older = (seconds: number) =>
    db.execute(`UPDATE portal_sessions SET created_at = created_at - $1 * interval '1 second'`, [seconds])
  const lifetimeS = async () => {
    const [, claims = ''] = (await browser.bearer()).authorization.split('.')
    const { iat, exp } = JSON.parse(Buffer.from(claims, 'base64url').toString())
    return exp - iat
  }
  expect(await lifetimeS()).toBe(600)
  const auth = await browser.bearer()
  const [session] = (await service.call('GET', '/account/sessions', undefined, auth)).body.data
  expect(Date.parse(session.expiresAt) - Date.parse(session.createdAt)).toBe(3_600_000)

  await older(3300)
  expect(await lifetimeS()).toBeGreaterThan(0)
  expect(await lifetimeS()).toBeLessThanOrEqual(300)

  await older(301)
  expect((await browser.post('/portal/api/token')).status).toBe(401)
  expect((await browser.get('/portal/api/auth/get-session')).body).toBeNull()
  const change = { currentPassword: person.password, newPassword: 'a better password' }
  expect((await browser.auth('change-password', change)).status).toBe(401)
  expect((await browser.auth('sign-in/email', person)).status).toBe(200)
  expect(await lifetimeS()).toBe(600)
  const listed = await service.call('GET', '/account/sessions', undefined, await browser.bearer())
  expect(listed.body.data).toHaveLength(1)

  await deleteExpiredPortalRows(db, trusted(), 3_600_000)
  expect(await db.query('SELECT FROM portal_sessions')).toHaveLength(1)
  expect((await new Browser(service).post('/portal/api/token')).status).toBe(401)
})
