import { describe, expect, it } from 'vitest'
import { languages } from '../../src/texts/languages.js'
import type { Texts } from '../../src/texts/texts.js'
import type { Answer } from '../service.js'
import { Browser, type Person, register, somebody } from './browser.js'
import { usePortal } from './people.js'

const { service, mails } = usePortal()

type Kind = keyof Texts['mails']

/** A person to whom a mail went, and the browser in which they asked for it. */
interface Addressee {
  person: Person
  browser: Browser
  /** Where the mail goes, unless to the person's address. */
  mailbox?: string
}

/** How a mail comes about, and what its link is for. */
interface Walk {
  cause(): Promise<Addressee>
  /** Presses the button of the page that the link opens; undefined: the page only shows something. */
  press?(browser: Browser, link: string): Promise<Answer>
  /** Whether pressing works once. */
  isOnce?: boolean
}

const token = (link: string) => new URL(link).searchParams.get('token')

async function registered(): Promise<Addressee> {
  const { browser, person } = await register(service, mails)
  return { browser, person }
}

/** A mail without a link has `null`. A new mail doesn't compile, and fails here, until its walk is written. */
const walks: Readonly<Record<Kind, Walk | null>> = {
  verification: {
    async cause() {
      const person = somebody()
      const browser = new Browser(service)
      await browser.auth('sign-up/email', person)
      return { person, browser }
    },
    press: (browser, link) => browser.confirm(link),
  },
  passwordReset: {
    async cause() {
      const given = await registered()
      await new Browser(service).auth('request-password-reset', { email: given.person.email })
      return given
    },
    press: (browser, link) => browser.auth('reset-password', { token: token(link), newPassword: 'analytical engine' }),
    isOnce: true,
  },
  alreadyRegistered: {
    async cause() {
      const given = await registered()
      await new Browser(service).auth('sign-up/email', { ...given.person, name: 'Somebody else' })
      return given
    },
  },
  receipt: {
    async cause() {
      const given = await registered()
      const auth = await given.browser.bearer()
      const ask = (method: string, path: string, body: object) => service.call(method, path, body, auth)
      await ask('PUT', '/profile', { receipts: true })
      const { id } = (await ask('POST', '/hash/runs', { isPrivate: true })).body.data
      await ask('POST', `/hash/runs/${id}/stamps`, {
        items: [],
        failures: [{ name: 'a.pdf', reason: 'No permission' }],
      })
      // As if five minutes had passed; the service looks for it itself.
      await service.database.db.execute('UPDATE runs SET receipt_at = now() WHERE id = $1', [id])
      return given
    },
  },
  emailChange: {
    async cause() {
      const given = await registered()
      const { email: mailbox } = somebody()
      await changeEmail(given, mailbox)
      return { ...given, mailbox }
    },
    press: (browser, link) => browser.post('/portal/api/email/confirm', { token: token(link) }),
    isOnce: true,
  },
  emailTaken: {
    async cause() {
      const given = await registered()
      await changeEmail(await registered(), given.person.email)
      return given
    },
  },
  emailKept: null,
  emailChanged: {
    async cause() {
      const given = await registered()
      const { email } = somebody()
      await changeEmail(given, email)
      const { link } = await mails.next(email)
      await given.browser.post('/portal/api/email/confirm', { token: token(link) })
      return { ...given, mailbox: given.person.email }
    },
    press: (browser, link) => browser.post('/portal/api/email/undo', { token: token(link) }),
    isOnce: true,
  },
  emailRestored: null,
  deletion: {
    async cause() {
      const given = await registered()
      const { password } = given.person
      await service.call('DELETE', '/account', { password }, await given.browser.bearer())
      return given
    },
    press: async (browser) => service.call('POST', '/account/restore', undefined, await browser.bearer()),
  },
  webhookGone: null,
  webhookFailing: null,
}

/** Asks for another address, by a person who has just proved who they are. */
async function changeEmail({ browser, person }: Addressee, email: string): Promise<void> {
  await browser.stepUp(person)
  const answer = await service.call('POST', '/account/email', { email }, await browser.bearer())
  expect(answer.status, answer.text).toBe(200)
}

/** Finds the account of a person, also once it has another address. */
async function idOf({ email }: Person): Promise<string> {
  const [row] = await service.database.db.query<{ id: string }>(
    'SELECT id FROM accounts WHERE email = $1 UNION SELECT account_id FROM email_changes WHERE old_email = $1',
    [email],
  )
  return row?.id ?? ''
}

/** Returns all that a link could change about an account. */
async function stateOf(accountId: string): Promise<unknown> {
  const rows = await service.database.db.query(
    `SELECT to_jsonb(a) AS account,
       (SELECT jsonb_agg(to_jsonb(c)) FROM portal_credentials c WHERE c.user_id = a.id) AS credentials,
       (SELECT jsonb_agg(to_jsonb(s) ORDER BY s.id) FROM portal_sessions s WHERE s.user_id = a.id) AS sessions,
       (SELECT jsonb_agg(to_jsonb(b)) FROM portal_browsers b WHERE b.account_id = a.id) AS browsers,
       (SELECT jsonb_agg(to_jsonb(v)) FROM portal_verifications v WHERE v.value LIKE '%' || a.id || '%') AS links,
       (SELECT jsonb_agg(to_jsonb(e)) FROM email_changes e WHERE e.account_id = a.id) AS addresses,
       (SELECT count(*) FROM step_ups u WHERE u.account_id = a.id) AS "stepUps"
     FROM accounts a WHERE a.id = $1`,
    [accountId],
  )
  expect(rows).toHaveLength(1)
  return rows[0]
}

/** Opens a link like the programs that look at mails before their reader does. */
async function scan(link: string, browsers: readonly Browser[]): Promise<void> {
  const { pathname, search } = new URL(link)
  for (const browser of browsers) {
    for (const method of ['HEAD', 'GET'] as const) {
      const opened = await browser.open(link, method)
      expect([opened.status, opened.headers.getSetCookie()]).toEqual([200, []])
      expect(opened.headers.get('referrer-policy')).toBe('no-referrer')
    }
    // The login's library has addresses that act when they are opened. None of them is reachable.
    for (const path of ['verify-email', 'reset-password', `reset-password/${token(link)}`]) {
      const direct = await browser.get(`/portal/api/auth/${path}${search}&callbackURL=/portal/`)
      expect([direct.status, direct.headers.getSetCookie()]).toEqual([404, []])
    }
  }
  expect(pathname.startsWith('/portal/')).toBe(true)
}

const every = Object.values(languages).map(({ texts }) => texts.mails)

describe.each(Object.keys(languages.EN.texts.mails) as Kind[])('the mail %s', (kind) => {
  const walk = walks[kind]
  const linked = every.map((mail) => mail[kind].link !== undefined)

  it('leads to a page that acts only when its button is pressed, however often it was opened before and after', async () => {
    expect(linked).toEqual(every.map(() => walk !== null))
    if (walk === null) {
      expect(every.flatMap((mail) => mail[kind].paragraphs).filter((text) => /https?:|www\./.test(text))).toEqual([])
      return
    }
    const { person, browser, mailbox = person.email } = await walk.cause()
    const accountId = await idOf(person)
    const { link, raw } = await mails.next(mailbox)
    expect(new Set(raw.replaceAll('=\r\n', '').match(/https?:\/\/[^\s"<]+\/portal\/\w+/g)).size).toBe(1)
    const { browser: stranger } = await register(service, mails)
    const scanners = [new Browser(service), browser, stranger]
    const before = await stateOf(accountId)
    await scan(link, scanners)
    expect(await stateOf(accountId)).toEqual(before)
    if (!walk.press) return

    const pressed = await walk.press(browser, link)
    expect(pressed.status, pressed.text).toBe(200)
    const after = await stateOf(accountId)
    expect(after).not.toEqual(before)
    await scan(link, scanners)
    expect(await stateOf(accountId)).toEqual(after)

    if (walk.isOnce)
      expect((await walk.press(new Browser(service), link)).headers.get('error-code')).toBe('link_invalid')
    // Someone else who presses it later is not logged in.
    const late = new Browser(service)
    if (kind === 'verification') await walk.press(late, link)
    expect((await late.post('/portal/api/token')).status).toBe(401)
  })
})
