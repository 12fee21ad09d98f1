import { describe, expect, it } from 'vitest'
import { useService } from '../service.js'
import { Browser, register, somebody } from './browser.js'
import { useMailServer } from './mail-server.js'

const mails = await useMailServer()
const service = useService({ SMTP_URL: mails.url, MAIL_FROM: 'Notary <notary@example.org>', GUESS_LIMIT: '0' })

describe('registering', () => {
  it('goes by a mail to being logged in, with an account, a client, and a token for all interfaces', async () => {
    const person = somebody()
    const browser = new Browser(service)
    const answer = await browser.auth('sign-up/email', { ...person, language: 'EN' })
    expect(answer.status).toBe(200)
    expect(answer.body).toMatchObject({ token: null, user: { email: person.email } })
    expect(browser.cookies.size).toBe(0)
    const early = await browser.post('/portal/api/token')
    expect([early.status, early.headers.get('error-code')]).toEqual([401, 'session_missing'])

    const mail = await mails.next(person.email)
    expect(mail.from).toBe('notary@example.org')
    expect(mail.subject).toBe('Please confirm your e-mail address')
    const opened = await browser.open(mail.link)
    expect([opened.status, opened.headers.get('location')]).toEqual([302, '/portal/'])
    const [cookie] = opened.headers.getSetCookie()
    expect(cookie).toMatch(/^tallystick\.session_token=/)
    for (const attribute of ['HttpOnly', 'SameSite=Lax', 'Path=/portal/api']) expect(cookie).toContain(attribute)

    const token = await browser.post('/portal/api/token')
    expect(token.body).toMatchObject({
      status: 200,
      data: { refreshToken: '', name: person.name, email: person.email, loginType: 'portal', status: 1, isAccess: 1 },
    })
    const auth = await browser.bearer()
    const account = await service.call('GET', '/account', undefined, auth)
    expect(account.body.data).toMatchObject({
      _id: token.body.data._id,
      ...{ name: person.name, username: person.email.split('@')[0], email: person.email, emailVerified: true },
      ...{ language: 'EN', bio: '', walletAddress: token.body.data.walletAddress },
      ...{ twoFactorEnabled: false, passkeys: 0, hasPassword: true, deletionAt: null },
    })
    const clients = await service.call('GET', '/account/clients', undefined, auth)
    expect(clients.body.data).toMatchObject([{ name: 'First client', lastUsedAt: null, revokedAt: null }])
    const stamped = await service.call('POST', '/hash', { hash: 'ab'.repeat(32) }, auth)
    expect(stamped.status).toBe(200)
    const stamp = await service.call('GET', `/hash?id=${stamped.body.data.code}`, undefined, auth)
    expect(stamp.body.data).toMatchObject({ username: person.name, userVerify: 1 })
  })
})
