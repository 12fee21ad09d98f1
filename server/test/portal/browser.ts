import { randomBytes } from 'node:crypto'
import type { Answer, Reachable } from '../service.js'
import type { MailServer } from './mail-server.js'

/** As much of a browser as a login needs: it keeps cookies and sends the origin of its pages. */
export class Browser {
  private readonly service: Reachable
  readonly cookies = new Map<string, string>()
  /** Extra headers for every request. */
  headers: Record<string, string> = {}

  constructor(service: Reachable) {
    this.service = service
  }

  get(path: string): Promise<Answer> {
    return this.ask('GET', path)
  }

  post(path: string, body?: unknown): Promise<Answer> {
    return this.ask('POST', path, body)
  }

  /** Calls a login endpoint by the last part of its path. */
  auth(path: string, body: unknown = {}): Promise<Answer> {
    return this.post(`/portal/api/auth/${path}`, body)
  }

  /** Opens a link from a mail, on any host. */
  open(link: string, method: 'GET' | 'HEAD' = 'GET'): Promise<Answer> {
    const { pathname, search } = new URL(link)
    return this.ask(method, pathname + search)
  }

  /** Presses the button of the page to which a mail leads that confirms an address. */
  confirm(link: string): Promise<Answer> {
    return this.auth('verify-email', { token: new URL(link).searchParams.get('token') })
  }

  /** Fetches an API token and returns it as the authorization header. */
  async bearer(): Promise<{ authorization: string }> {
    const answer = await this.post('/portal/api/token')
    if (answer.status !== 200) throw new Error(`no token: ${answer.text}`)
    return { authorization: `Bearer ${answer.body.data.token}` }
  }

  /** Proves with the password that the session is this person's, for ten minutes. */
  async stepUp({ password }: Pick<Person, 'password'>): Promise<void> {
    const answer = await this.service.call('POST', '/account/step-up', { password }, await this.bearer())
    if (answer.status !== 200) throw new Error(`not stepped up: ${answer.text}`)
  }

  async ask(method: string, path: string, body?: unknown): Promise<Answer> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const answer = await this.service.call(method, path, body, {
      origin: this.service.url,
      'sec-fetch-site': 'same-origin',
      ...(cookie !== '' && { cookie }),
      ...this.headers,
    })
    for (const set of answer.headers.getSetCookie()) {
      const [pair = '', ...attributes] = set.split('; ')
      const at = pair.indexOf('=')
      const isGone = attributes.some((attribute) => attribute === 'Max-Age=0')
      if (isGone) this.cookies.delete(pair.slice(0, at))
      else this.cookies.set(pair.slice(0, at), pair.slice(at + 1))
    }
    return answer
  }
}

/** A test user. */
export interface Person {
  name: string
  email: string
  password: string
}

export function somebody(): Person {
  const email = `${randomBytes(6).toString('hex')}@example.com`
  return { name: 'Ada Lovelace', email, password: 'difference engine' }
}

/** Registers a user and confirms the address by the mail; the browser ends logged in. */
export async function register(service: Reachable, mails: MailServer, person = somebody(), language = 'EN') {
  const browser = new Browser(service)
  const answer = await browser.auth('sign-up/email', { ...person, language })
  if (answer.status !== 200) throw new Error(`not registered: ${answer.text}`)
  const mail = await mails.next(person.email)
  const confirmed = await browser.confirm(mail.link)
  if (confirmed.status !== 200) throw new Error(`the link did not work: ${confirmed.text}`)
  return { browser, person, mail }
}
