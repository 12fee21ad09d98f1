import { describe, expect, it } from 'vitest'
import { useService } from '../service.js'
import { raw, useServer } from './app.js'

const plain = useServer()
const named = useServer({ publicUrl: 'https://notary.example.com/stamps' })
const proxied = useServer({ publicUrl: 'https://notary.example.com', trustProxy: ['127.0.0.1'] })
const service = useService()

/** Sends a GET with these headers. Returns status and code of the error, or its status alone. */
async function ask(url: string, headers: string, target = '/things/1/part', version = '1.1'): Promise<string> {
  const answer = await raw(url, `GET ${target} HTTP/${version}\r\n${headers}Connection: close\r\n\r\n`)
  const status = /^HTTP\/1\.1 (\d+)/.exec(answer)?.[1]
  const code = /error-code: (\w+)/i.exec(answer)?.[1]
  return code === undefined ? `${status}` : `${status} ${code}`
}
const refused = '421 host_unknown'

describe('the host of a request', () => {
  it.each(['localhost', 'LOCALHOST:3000', '127.0.0.1', '10.0.0.7:80', '[::1]', '[2001:db8::1]:3000'])(
    '200: %s',
    async (host) => {
      for (const { url } of [plain, named]) expect(await ask(url, `Host: ${host}\r\n`)).toBe('200')
    },
  )

  it.each([
    ...[
      'evil.example',
      'evil.example:3000',
      'localhost.evil.example',
      '127.0.0.1.evil.example',
      'notary.example.com.evil',
    ],
    ...[
      'localhost@evil.example',
      'localhost, evil.example',
      'localhost:80:80',
      '[::1',
      '[evil]',
      '[::1%25eth0]',
      '2130706433',
    ],
    ...['0x7f.1', '', 'localhost evil.example'],
  ])('421: "%s"', async (host) => {
    for (const { url } of [plain, named]) expect(await ask(url, `Host: ${host}\r\n`)).toBe(refused)
  })

  it('200: the host of PUBLIC_URL, with any port, where it is set', async () => {
    for (const host of ['notary.example.com', 'Notary.Example.com:8443']) {
      expect(await ask(named.url, `Host: ${host}\r\n`)).toBe('200')
      expect(await ask(plain.url, `Host: ${host}\r\n`)).toBe(refused)
    }
  })

  it('400: more than one, even the same', async () => {
    for (const second of ['localhost', 'evil.example']) {
      expect(await ask(plain.url, `Host: localhost\r\nhost: ${second}\r\n`)).toBe('400 invalid')
    }
    expect(await ask(plain.url, '')).toBe('400 malformed_request')
    expect(await ask(plain.url, '', '/things/1/part', '1.0')).toBe('200')
  })

  it('must also match the target when that is an absolute URL', async () => {
    const local = 'Host: localhost\r\n'
    expect(await ask(plain.url, local, 'http://localhost:3000/things/1/part')).toBe('200')
    for (const target of ['http://evil.example/things/1/part', 'HTTP://localhost@evil.example/things/1/part']) {
      expect(await ask(plain.url, local, target)).toBe(refused)
    }
    expect(await ask(plain.url, 'Host: evil.example\r\n', 'http://localhost/things/1/part')).toBe(refused)
  })

  it('is taken from what a trusted proxy forwards, and from no other', async () => {
    const forwarded = (host: string, as: string) => `Host: ${host}\r\nX-Forwarded-Host: ${as}\r\n`
    expect(await ask(proxied.url, forwarded('upstream', 'notary.example.com'))).toBe('200')
    expect(await ask(proxied.url, forwarded('notary.example.com', 'evil.example'))).toBe(refused)
    expect(await ask(named.url, forwarded('evil.example', 'notary.example.com'))).toBe(refused)
    expect(await ask(named.url, forwarded('notary.example.com', 'evil.example'))).toBe('200')
  })

  it('is checked for unknown addresses, too', async () => {
    expect(await ask(plain.url, 'Host: evil.example\r\n', '/nothing')).toBe(refused)
  })
})

describe('a page of another site, whose name resolves to the service', () => {
  const headers = (host: string) => `Host: ${host}\r\nOrigin: http://${host}\r\nSec-Fetch-Site: same-origin\r\n`

  it('reaches nothing but the health checks', async () => {
    for (const target of [
      ...[
        '/portal',
        '/portal/api/mailbox',
        '/portal/api/settings',
        '/portal/api/auth/get-session',
        '/docs',
        '/openapi.json',
      ],
      ...['/hash?id=x', '/s/ABCDEFGHJK', '/events', '/verify', '/nothing', '/network'],
    ]) {
      expect(await ask(service.url, headers('evil.example:3000'), target), target).toBe(refused)
    }
    for (const target of ['/healthz', '/readyz']) {
      expect(await ask(service.url, headers('evil.example'), target)).toBe('200')
    }
    expect(await ask(service.url, headers('evil.example'), '/metrics')).toBe('404 not_found')
  })

  it('cannot request a mail', async () => {
    const body = '{"email":"ada@example.com"}'
    const answer = await raw(
      service.url,
      `POST /portal/api/auth/request-password-reset HTTP/1.1\r\n${headers('evil.example')}Connection: close\r\n` +
        `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    )
    expect(answer).toMatch(/^HTTP\/1\.1 421 /)
  })

  it('shows an operator which setting is missing, without running code in the name', async () => {
    const page = await raw(
      service.url,
      'GET /portal HTTP/1.1\r\nHost: notary.example.com\r\nAccept: text/html\r\nConnection: close\r\n\r\n',
    )
    expect(page).toMatch(/^HTTP\/1\.1 421 /)
    expect(page).toContain('content-type: text/html')
    expect(page).toContain('PUBLIC_URL=https://notary.example.com')
    const hostile = await raw(
      service.url,
      'GET /portal HTTP/1.1\r\nHost: <script>x</script>\r\nAccept: text/html\r\nConnection: close\r\n\r\n',
    )
    expect(hostile).toMatch(/^HTTP\/1\.1 421 /)
    expect(hostile).not.toContain('<script>')
    const data = await raw(service.url, 'GET /portal HTTP/1.1\r\nHost: notary.example.com\r\nConnection: close\r\n\r\n')
    expect(data).toContain(
      '"message":"This service does not answer at notary.example.com, only at localhost and its IP addresses. ' +
        'Its operator sets its address with PUBLIC_URL."',
    )
  })
})
