import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { eventually } from '../../../test/eventually.js'
import { accountKeys } from '../../src/accounts/keys.js'
import { Mailer } from '../../src/accounts/mail/mail.js'
import { sendReceipts } from '../../src/stamps/runs/receipts.js'
import { type Browser, register } from '../portal/browser.js'
import { usePortal } from '../portal/people.js'
import { lockWaiter } from '../postgres.js'
import type { TestAccount } from '../service.js'
import { trusted } from '../trusted.js'
import { dataOf, finalStamp, stamp } from './shapes.js'

const { service, mails } = usePortal()
const minuteMs = 60_000

let mailer: Mailer
beforeAll(() => {
  const { mail: keys } = accountKeys(service.masterKey)
  const logger = { warn: () => undefined }
  mailer = new Mailer({ db: service.database.db, keys, smtpUrl: mails.url, from: 'a@example.org', show: false, logger })
})
afterAll(() => mailer.close())

/** Looks for runs that are final, as if so many minutes had passed since they were added to. */
const look = (minutes: number) =>
  sendReceipts(
    {
      database: service.database.db,
      mailer,
      networkName: 'Test chain',
      pageUrl: (page) => `${service.url}/portal/${page}`,
    },
    trusted(minutes * minuteMs),
  )

interface Person {
  auth: TestAccount['auth']
  email: string
}

async function newPerson({ language = 'EN', receipts = true } = {}): Promise<Person> {
  const { browser, person } = await register(service, mails, undefined, language)
  const auth = await authOf(browser)
  if (receipts) expect((await service.call('PUT', '/profile', { receipts }, auth)).status).toBe(200)
  return { auth, email: person.email }
}

const authOf = (browser: Browser) => browser.bearer()
const post = async (path: string, body: object, { auth }: Person) =>
  dataOf(await service.call('POST', path, body, auth))
const failure = { name: 'locked.pdf', folder: '', reason: 'No permission' }

/** A run with a stamp that is final, and a document without one. */
async function finalRun(person: Person, name = 'Müller ./. Schmidt'): Promise<string> {
  const { id } = await post('/hash/runs', { name, isPrivate: false }, person)
  const { code } = await stamp(service, person)
  await finalStamp(service, person, code)
  await post(`/hash/runs/${id}/stamps`, { items: [{ code }], failures: [failure] }, person)
  return id
}

/** Mails that wait to be sent to an account or were sent to it. */
const mailsTo = ({ email }: Person) => mails.mails.filter(({ to }) => to === email)
const rowOf = async (id: string) => {
  const sql = 'SELECT receipt_at IS NOT NULL AS waits, has_receipt AS had FROM runs WHERE id = $1'
  return (await service.database.db.query(sql, [id]))[0]
}

describe('a receipt', () => {
  it('is mailed once nothing was added for five minutes: the run, its counts, no document', async () => {
    const ada = await newPerson()
    const run = await finalRun(ada)
    await look(4)
    expect(await rowOf(run)).toEqual({ waits: true, had: false })
    await look(6)
    const mail = await mails.next(ada.email)
    expect(mail.subject).toContain('Müller ./. Schmidt')
    expect(mail.text).toContain('Documents stamped: 1. Without a stamp: 1.')
    expect(mail.text).toContain('recorded on Test chain')
    expect(mail.text).not.toContain(failure.name)
    expect(new URL(mail.link).pathname).toBe(`/portal/stamps/runs/${run}`)

    // Adding to it later brings no second one.
    await post(`/hash/runs/${run}/stamps`, { items: [], failures: [] }, ada)
    expect(await rowOf(run)).toEqual({ waits: false, had: true })
  })

  it('waits until all stamps are final', async () => {
    const ada = await newPerson()
    await service.rpc('evm_setAutomine', false)
    onTestFinished(() => service.rpc('evm_setAutomine', true))
    const { id } = await post('/hash/runs', { isPrivate: true }, ada)
    const { code } = await stamp(service, ada)
    await post(`/hash/runs/${id}/stamps`, { items: [{ code }] }, ada)
    await look(6)
    expect(await rowOf(id)).toEqual({ waits: true, had: false })
    await service.rpc('evm_setAutomine', true)
    await finalStamp(service, ada, code)
    await look(7)
    expect(await rowOf(id)).toEqual({ waits: true, had: false })
    await look(9)
    // Without a name, by the day it began.
    expect((await mails.next(ada.email)).subject).toMatch(/^Your stamps are final: \d+ \w+ \d{4}$/)
  })

  it('is off until its owner wants it, and in the language of the profile', async () => {
    const ada = await newPerson({ language: 'DE', receipts: false })
    const read = async () => dataOf(await service.call('GET', '/profile', undefined, ada.auth))
    expect(await read()).toMatchObject({ receipts: false })
    expect(await rowOf(await finalRun(ada))).toEqual({ waits: false, had: false })
    const choose = (receipts: boolean) => service.call('PUT', '/profile', { receipts }, ada.auth)
    await choose(true)
    const unwanted = await finalRun(ada, 'Unerwünscht')
    await choose(false)
    await look(6)
    expect(await rowOf(unwanted)).toEqual({ waits: false, had: true })
    await choose(true)
    await finalRun(ada, 'Erwünscht')
    await look(6)
    const mail = await mails.next(ada.email)
    expect(mail.subject).toBe('Ihre Stempel sind endgültig: Erwünscht')
    expect(mail.text).toContain('Gestempelte Dokumente: 1. Ohne Stempel: 1.')
  })

  it('is one, however many processes look and die between the mark and the mail', async () => {
    const ada = await newPerson()
    const run = await finalRun(ada)
    const { db } = service.database
    await db.transaction(async (tx) => {
      await tx.execute('LOCK TABLE portal_mails IN SHARE MODE')
      const dying = expect(look(6)).rejects.toThrow()
      const pid = await lockWaiter(db, 'INSERT INTO portal_mails%')
      await db.query('SELECT pg_terminate_backend($1)', [pid])
      await dying
    })
    expect(await rowOf(run)).toEqual({ waits: true, had: false })
    await Promise.all([look(6), look(6), look(6)])
    await mails.next(ada.email)
    await look(20)
    await eventually('no mail waits', async () => (await mailer.state()).waiting === 0)
    expect(mailsTo(ada)).toEqual([])
    expect(await rowOf(run)).toEqual({ waits: false, had: true })
  })

  it('is held back by a clock that is ahead no longer than until it is right again', async () => {
    const ada = await newPerson()
    const run = await finalRun(ada)
    await service.database.db.execute("UPDATE runs SET receipt_at = receipt_at + interval '3 years' WHERE id = $1", [
      run,
    ])
    await look(1)
    await mails.next(ada.email)
  })
})
