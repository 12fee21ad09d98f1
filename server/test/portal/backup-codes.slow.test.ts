import { randomBytes } from 'node:crypto'
import * as otpauth from 'otpauth'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { accountKeys } from '../../src/accounts/keys.js'
import { sealedFactors } from '../../src/accounts/portal/factors.js'
import type { Factor } from '../../src/accounts/portal/factors-sql.js'
import { reencryptFactor } from '../../src/accounts/portal/login.js'
import { lockWaiter, useDatabase } from '../postgres.js'
import { newService } from '../service.js'
import { Browser, register } from './browser.js'
import { startMailServer } from './mail-server.js'

const service = newService(useDatabase())
const [next, old] = [randomBytes(32), randomBytes(32)]
let mails: Awaited<ReturnType<typeof startMailServer>>
beforeAll(async () => {
  mails = await startMailServer()
  const ring = [next, old].map((key) => key.toString('hex')).join(',')
  await service.start({ SMTP_URL: mails.url, MAIL_FROM: 'Notary <notary@example.org>', MASTER_KEY: ring })
})
afterAll(async () => {
  await service.remove()
  await mails.stop()
})

const read = 'SELECT id, secret, backup_codes AS codes FROM portal_two_factors'
// Between reading the codes and taking one away, a login counts the attempt.
const attempts = 'SELECT FROM portal_verifications FOR UPDATE'

it('a backup code logs in while a change of the master key re-seals the codes', async () => {
  const { db } = service.database
  const { browser, person } = await register(service, mails)
  const enabled = await browser.auth('two-factor/enable', { password: person.password })
  const totp = otpauth.URI.parse(enabled.body.totpURI) as otpauth.TOTP
  await browser.auth('two-factor/verify-totp', { code: totp.generate() })
  // As a process wrote it that still runs with the old order of the keys.
  const former = accountKeys([old, next]).portal
  const [factor] = await db.query<Factor>(read)
  await reencryptFactor(db, former, factor as Factor)

  const other = new Browser(service)
  expect((await other.auth('sign-in/email', person)).body).toMatchObject({ twoFactorRedirect: true })
  const answering = await db.transaction(async (tx) => {
    await tx.query(attempts)
    const asked = other.auth('two-factor/verify-backup-code', { code: enabled.body.backupCodes[0] })
    await lockWaiter(db, 'delete from "portal_verifications"%')
    await sealedFactors(db, accountKeys([next, old]).portal).reseal(new AbortController().signal, async () => {})
    return { asked }
  })
  const answer = await answering.asked
  expect(answer.status, answer.text).toBe(200)
  const newest = `$ba$${accountKeys(next).portal[0].version}$`
  const [after] = await db.query<Factor>(read)
  expect([after?.secret.startsWith(newest), after?.codes.startsWith(newest)]).toEqual([true, true])
})
