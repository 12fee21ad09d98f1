import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { type ClientRequest, type IncomingMessage, request as plainRequest } from 'node:http'
import { type RequestOptions, request } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type DebianPrograms, debianPrograms, noDebian } from '../../../test/debian.js'
import { eventually } from '../../../test/eventually.js'
import { root } from '../../../test/sources.js'
import { type Program, start } from '../faults/programs.js'
import { fileParts, formBody, someFolder } from '../files/upload.js'
import { freePort } from '../free-port.js'
import { someHash, type TestAccount, useOwnService } from '../service.js'
import { certificate } from '../webhooks/certificate.js'
import { nginxConfig } from './nginx.js'

const host = 'notary.example.com'
const guesses = 3
const service = useOwnService({
  PUBLIC_URL: `https://${host}`,
  TRUST_PROXY: '127.0.0.1',
  GUESS_LIMIT: String(guesses),
  METRICS_TOKEN: 'scraper',
})
const tls = certificate(host)

/** Ports of a proxy, with and without TLS. */
interface Ports {
  secure: number
  plain: number
}

/** Starts a proxy at its ports, in a folder, in front of servers. */
type StartProxy = (debian: DebianPrograms, folder: string, ports: Ports, upstreams: readonly string[]) => Program

const startNginx: StartProxy = ({ path, env }, folder, ports, upstreams) => {
  const config = join(folder, 'nginx.conf')
  const [listen, plain] = [ports.secure, ports.plain].map((port) => `127.0.0.1:${port}`) as [string, string]
  writeFileSync(config, nginxConfig({ folder, listen, plain, upstreams, tls }))
  return start(path('nginx'), ['-e', 'stderr', '-p', folder, '-c', config], env)
}

const startCaddy: StartProxy = ({ path, env }, folder, { secure, plain }, upstreams) => {
  const [cert, key, config] = ['notary.pem', 'notary.key', 'Caddyfile'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ]
  writeFileSync(cert, tls.cert)
  writeFileSync(key, tls.key)
  const site = readFileSync(`${root}deploy/caddy/Caddyfile`, 'utf8')
    .replace(/^(\{\$SITE:.*)/m, `$1\n\tbind 127.0.0.1\n\ttls ${cert} ${key}`)
    .replace(/^(http:\/\/.*)/m, '$1\n\tbind 127.0.0.1')
  const here = `{\n\tadmin off\n\thttps_port ${secure}\n\thttp_port ${plain}\n}\n`
  writeFileSync(config, `${here}${site}`)
  const own = { UPSTREAMS: upstreams.join(' '), HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder }
  return start(path('caddy'), ['run', '--config', config, '--adapter', 'caddyfile'], { ...env, ...own })
}

describe.each([
  { name: 'nginx', startProxy: startNginx, clients: ['127.0.0.2', '127.0.0.3'] as const },
  { name: 'caddy', startProxy: startCaddy, clients: ['127.0.0.4', '127.0.0.5'] as const },
])('behind $name, with the configuration of deploy/$name', ({ name, startProxy, clients }) => {
  const folder = mkdtempSync(join(tmpdir(), `tallystick-${name}-`))
  let proxy: Program | undefined
  let port: number
  let plain: number
  let ada: TestAccount

  beforeAll(async () => {
    const debian = await debianPrograms([name])
    if (!debian) return
    port = await freePort()
    plain = await freePort()
    // One server of the upstream is away.
    const upstreams = [`127.0.0.1:${await freePort()}`, new URL(service.url).host]
    proxy = startProxy(debian, folder, { secure: port, plain }, upstreams)
    ada = await service.account()
    await eventually('it passes on', async () => (await ask('GET', '/healthz')).status === 200).catch((error) => {
      throw new Error(`${error.message}\n${error.cause}\n${proxy?.output()}`)
    })
  })
  afterAll(async () => {
    // The workers of nginx end with it only if it isn't killed.
    proxy?.kill('SIGTERM')
    await proxy?.ended
    rmSync(folder, { recursive: true, force: true })
  })

  const open = (options: RequestOptions) =>
    request({ host: '127.0.0.1', port, servername: host, ca: tls.cert, agent: false, ...options })

  const answered = (sent: ClientRequest) =>
    new Promise<IncomingMessage>((resolve, reject) => sent.once('response', resolve).once('error', reject))

  async function ask(method: string, path: string, options: RequestOptions = {}, body?: string | Buffer) {
    const sent = open({ method, path, ...options, headers: { host, ...options.headers } })
    const answer = answered(sent)
    sent.end(body)
    return read(await answer)
  }

  async function read(answer: IncomingMessage) {
    const chunks: Buffer[] = []
    for await (const chunk of answer) chunks.push(chunk)
    return { status: answer.statusCode, headers: answer.headers, text: Buffer.concat(chunks).toString() }
  }

  const stamp = (hash: string) =>
    ask('POST', '/hash', { headers: { ...ada.auth, 'content-type': 'application/json' } }, JSON.stringify({ hash }))

  it('stamps, also while one service is down', async ({ skip }) => {
    if (!proxy) return skip(noDebian)
    for (let stamps = 0; stamps < 8; stamps++) expect((await stamp(someHash())).status).toBe(200)
    const { headers } = await ask('GET', '/healthz')
    expect(headers['strict-transport-security']).toBe('max-age=31536000')
  })

  it.for([
    ['/', 301],
    ['/portal/stamps?page=2', 301],
    ['/verify', 301],
    ['/hash', 403],
    ['/portalx', 403],
    ['/api/files', 403],
  ] as const)('without TLS: pages lead on to https, programs are refused: %s', async ([path, status], { skip }) => {
    if (!proxy) return skip(noDebian)
    const answer = await answered(
      plainRequest({ host: '127.0.0.1', port: plain, path, agent: false, headers: { host } }).end(),
    )
    answer.resume()
    const { location } = answer.headers
    expect([answer.statusCode, location]).toEqual([status, status === 301 ? `https://${host}${path}` : undefined])
  })

  it('passes an upload on as it comes', async ({ skip }) => {
    if (!proxy) return skip(noDebian)
    const content = Buffer.alloc(8 << 20, name)
    const { body, type } = formBody(fileParts(ada, await someFolder(service, ada), content))
    const headers = { host, ...ada.auth, 'content-type': type, 'content-length': body.length }
    const sent = open({ method: 'POST', path: '/api/files', headers })
    const answer = answered(sent)
    sent.write(body.subarray(0, 1 << 20))
    // The service holds space for it long before its end.
    await eventually('the service knows of the upload', async () => {
      const { text } = await service.call('GET', '/metrics', undefined, { authorization: 'Bearer scraper' })
      return Number(/^tallystick_disk_held_bytes (\S+)$/m.exec(text)?.[1]) > 0
    })
    sent.end(body.subarray(1 << 20))
    const { status, text } = await read(await answer)
    expect(status, text).toBe(200)
    const path = `/api/files/${JSON.parse(text).data.fileId}/content`
    expect((await ask('GET', path, { headers: ada.auth })).text === content.toString()).toBe(true)
  })

  it('passes events on as they come', async ({ skip }) => {
    if (!proxy) return skip(noDebian)
    const sent = open({ path: '/events', headers: { host, ...ada.auth } })
    const answer = answered(sent)
    sent.end()
    const events = await answer
    let text = ''
    events.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk
    })
    await eventually('the stream is open', async () => text.includes('event: ready'))
    const hash = someHash()
    await stamp(hash)
    await eventually('the stamp is in the stream', async () => text.includes(hash))
    sent.destroy()
  })

  it("passes on the client's address, and none that a client invents", async ({ skip }) => {
    if (!proxy) return skip(noDebian)
    const guess = async (localAddress: string, given = '') => {
      const login = { 'client-id': ada.clientId, 'secret-key': 'wrong' }
      const headers = { ...login, ...(given && { 'x-forwarded-for': given }) }
      return (await ask('POST', '/authenticate', { localAddress, headers })).status
    }
    const [one, other] = clients
    for (let failures = 0; failures < guesses; failures++) expect(await guess(one)).toBe(404)
    expect(await guess(one)).toBe(429)
    expect(await guess(one, '127.0.0.9')).toBe(429)
    expect(await guess(other)).toBe(404)
  })
})
