import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Database } from '../../src/base/database/db.js'
import { createLogger } from '../../src/base/telemetry/log.js'
import { type Service, startService } from '../../src/service.js'
import { loadConfig } from '../../src/settings.js'
import { call, useOwnService } from '../service.js'
import { Browser, somebody } from './browser.js'

describe('a service with the embedded database', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'tallystick-mailbox-'))
  const output: string[] = []
  let service: Service
  let browser: Browser
  const newBrowser = () => new Browser({ url: service.url, call: (...args) => call(service.url, ...args) })
  beforeAll(async () => {
    const config = loadConfig({ DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'silent' })
    service = await startService(config, createLogger('silent'), {
      print: (line) => output.push(line),
      isWatched: true,
    })
    browser = newBrowser()
  })
  afterAll(async () => {
    await service.stop()
    rmSync(dataDir, { recursive: true, force: true })
  })

  it('shows its owner how to log in', async () => {
    const printed = (what: string) => new RegExp(`^  ${what} +(\\S+)`, 'm').exec(output.join('\n'))?.[1]
    expect(printed('e-mail')).toBe('owner@tallystick.localhost')
    const answer = await browser.auth('sign-in/email', { email: printed('e-mail'), password: printed('password') })
    expect(answer.status, answer.text).toBe(200)
    const clients = await call(service.url, 'GET', '/account/clients', undefined, await browser.bearer())
    expect(clients.body.data).toMatchObject([{ clientId: printed('client id') }])
  })

  it('shows mails instead of sending them', async () => {
    const settings = await browser.get('/portal/api/settings')
    expect(settings.body.data).toEqual({
      registration: 'open',
      secondFactor: 'optional',
      mailbox: true,
      webhookLogDays: 30,
      requestLogDays: 7,
      sealsCopies: false,
      passwordMin: 10,
      passwordMax: 128,
      passkeyHost: 'localhost',
    })
    const person = somebody()
    expect((await browser.auth('sign-up/email', person)).status).toBe(200)
    const { data } = (await browser.get('/portal/api/mailbox')).body
    expect(data).toMatchObject([{ to: person.email, subject: 'Confirm your e-mail address' }])
    expect(data[0].html).toContain('<!doctype html>')
    // The owner is logged in here, and stays so.
    const other = newBrowser()
    expect((await other.confirm(data[0].link)).status).toBe(200)
    const account = await call(service.url, 'GET', '/account', undefined, await other.bearer())
    expect(account.body.data.email).toBe(person.email)
  })

  it('shows them to this machine alone, not through a proxy', async () => {
    expect((await browser.get('/portal/api/mailbox')).status).toBe(200)
    const elsewhere: Record<string, string>[] = [
      { 'x-forwarded-for': '203.0.113.7' },
      { 'x-forwarded-for': 'unknown' },
      { 'x-forwarded-host': 'localhost' },
      { 'x-forwarded-proto': 'http' },
      { 'x-real-ip': '127.0.0.1' },
      { forwarded: 'for=127.0.0.1' },
      { via: '1.1 proxy' },
    ]
    for (const headers of elsewhere) {
      const visitor = newBrowser()
      visitor.headers = headers
      const answer = await visitor.get('/portal/api/mailbox')
      expect(answer.status, JSON.stringify(headers)).toBe(404)
      expect((await visitor.get('/portal/api/settings')).body.data.mailbox).toBe(false)
    }
  })

  it('hashes passwords, its owner’s and those of people who register, with Argon2id, 19 MiB and 2 passes', async () => {
    expect((await browser.auth('sign-up/email', somebody())).status).toBe(200)
    const { databaseUrl } = JSON.parse(readFileSync(join(dataDir, 'embedded.json'), 'utf8'))
    const db = new Database({ url: databaseUrl, connectionsMax: 1 })
    const rows = await db
      .query<{ password: string }>('SELECT password FROM portal_credentials')
      .finally(() => db.close())
    expect(rows.length).toBeGreaterThanOrEqual(2)
    for (const { password } of rows) expect(password).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  })
})

describe('a service without mails and with registration closed', () => {
  const service = useOwnService({ REGISTRATION: 'closed', WEBHOOK_LOG_DAYS: '7', REQUEST_LOG_DAYS: '0' })
  it('reports both', async () => {
    const browser = new Browser(service)
    const codeOf = async (path: string, body: unknown) => (await browser.auth(path, body)).headers.get('error-code')
    expect(await codeOf('sign-up/email', somebody())).toBe('registration_closed')
    expect(await codeOf('request-password-reset', { email: 'a@example.com' })).toBe('mail_missing')
    expect((await browser.get('/portal/api/settings')).body.data).toMatchObject({
      registration: 'closed',
      mailbox: false,
      webhookLogDays: 7,
      requestLogDays: 0,
      sealsCopies: false,
    })
  })
})
