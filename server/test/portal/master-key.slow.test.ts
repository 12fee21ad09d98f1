import { randomBytes } from 'node:crypto'
import * as otpauth from 'otpauth'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { eventually } from '../../../test/eventually.js'
import { wallTime } from '../../../test/wall-time.js'
import { seenKeys } from '../../src/base/database/master-keys.js'
import { keyIdOf } from '../../src/base/ring.js'
import { someFolder, upload } from '../files/upload.js'
import { useDatabase } from '../postgres.js'
import { newService } from '../service.js'
import { Browser, register } from './browser.js'
import { startMailServer } from './mail-server.js'

const service = newService(useDatabase())
let mails: Awaited<ReturnType<typeof startMailServer>>
beforeAll(async () => {
  mails = await startMailServer()
  await service.start({ SMTP_URL: mails.url, MAIL_FROM: 'Notary <notary@example.org>' })
})
afterAll(async () => {
  await service.remove()
  await mails.stop()
})

it('a change of the master key logs no one out and loses nothing, and a start without a needed key is refused', async () => {
  const { db } = service.database
  const { browser, person } = await register(service, mails)
  const enabled = await browser.auth('two-factor/enable', { password: person.password })
  const totp = otpauth.URI.parse(enabled.body.totpURI) as otpauth.TOTP
  await browser.auth('two-factor/verify-totp', { code: totp.generate() })
  const codes = enabled.body.backupCodes as string[]
  const ada = await service.account()
  const login = async (secretKey: string) =>
    (await service.call('POST', '/authenticate', undefined, { 'client-id': ada.clientId, 'secret-key': secretKey }))
      .status
  const logged = await service.call('POST', '/authenticate', undefined, {
    'client-id': ada.clientId,
    'secret-key': ada.secretKey,
  })
  const content = randomBytes(70_000)
  const { fileId } = await upload(service, ada, await someFolder(service, ada, 'private'), content)
  const signIn = async (path: string, code: string | undefined) => {
    const other = new Browser(service)
    expect((await other.auth('sign-in/email', person)).body).toMatchObject({ twoFactorRedirect: true })
    return (await other.auth(path, { code })).status
  }

  const [old, next] = [service.masterKey, randomBytes(32)].map((key) => Buffer.from(key).toString('hex')) as [
    string,
    string,
  ]
  await expect(service.restart({ MASTER_KEY: next })).rejects.toThrow('MASTER_KEY lacks key')
  await service.restart({ MASTER_KEY: `${next},${old}` })

  const { status } = await service.call('GET', '/profile', undefined, ada.auth)
  expect(status).toBe(200)
  const refreshed = await service.call('POST', '/authenticate/refresh', { refreshToken: logged.body.data.refreshToken })
  expect(refreshed.status, refreshed.text).toBe(200)
  await browser.bearer()
  expect(await login(ada.secretKey)).toBe(200)
  expect(await signIn('two-factor/verify-backup-code', codes[0])).toBe(200)

  await db.execute("UPDATE master_keys SET since = since - interval '26 hours'")
  await service.restart({ MASTER_KEY: `${next},${old}` })
  await eventually('the old key is no longer needed', async () => {
    const needed = (await seenKeys(db)).filter(({ isNeeded }) => isNeeded)
    return needed.length === 1 && needed[0]?.id === keyIdOf(Buffer.from(next, 'hex'))
  })

  await service.restart({ MASTER_KEY: next })
  expect(await login(ada.secretKey)).toBe(200)
  expect(await login('sk_live_wrong')).toBe(404)
  expect(await signIn('two-factor/verify-backup-code', codes[1])).toBe(200)
  expect(await signIn('two-factor/verify-totp', totp.generate({ timestamp: wallTime(30_000).getTime() }))).toBe(200)
  const read = (headers: Record<string, string>) => fetch(`${service.url}/api/files/${fileId}/content`, { headers })
  // The old key signed this token.
  expect((await read(ada.auth)).status).toBe(401)
  const again = await service.call('POST', '/authenticate', undefined, {
    'client-id': ada.clientId,
    'secret-key': ada.secretKey,
  })
  const got = await read({ authorization: `Bearer ${again.body.data.token}` })
  expect(Buffer.from(await got.arrayBuffer()).equals(content)).toBe(true)
})
