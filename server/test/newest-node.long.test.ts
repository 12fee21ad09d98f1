import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { readFileSync, readlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { verifyProof } from '@tallystick/proof'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { eventually } from '../../test/eventually.js'
import { hasPrograms, newestNode, newestNodePath, noPrograms } from '../../test/npm-programs.js'
import { root } from '../../test/sources.js'
import { firstAccountFile } from '../src/roof/welcome.js'
import { attachmentOf, readPdf } from './certificates/pdf-reader.js'
import { newFolder, Service } from './faults/stack.js'
import { download, sha256, someFolder, upload } from './files/upload.js'
import { pdf, picture } from './media/files.js'
import { Browser } from './portal/browser.js'
import { call, type Reachable, someHash, type TestAccount } from './service.js'
import { dataOf, stamp } from './stamps/shapes.js'
import { type Receiver, startReceiver } from './webhooks/receiver.js'
import { loopback, register } from './webhooks/shapes.js'

// The suite runs on whichever Node starts it. Here the newest LTS runs what users run: the built service with its threads, child
// processes and native modules, and both command lines.

const adminProgram = fileURLToPath(new URL('../dist/admin.js', import.meta.url))
const tallystick = `${root}command/bin/tallystick.js`

describe('the service on the newest Node', () => {
  let node: string
  let folder: Awaited<ReturnType<typeof newFolder>>
  let running: Service
  let service: Reachable
  let first: Record<'e-mail' | 'password', string>
  let ada: TestAccount
  let receiver: Receiver

  beforeEach((context) => context.skip(!hasPrograms, noPrograms))
  beforeAll(async () => {
    if (!hasPrograms) return
    node = await newestNodePath()
    folder = await newFolder()
    running = await Service.prepare({ DATA_DIR: folder.path, ...loopback }, node)
    await running.start()
    const { url } = running
    service = { url, call: (...args) => call(url, ...args) }
    receiver = await startReceiver()
    const secrets = await eventually('the first account is written', () =>
      secretsIn(join(folder.path, firstAccountFile)),
    )
    first = { 'e-mail': secrets['e-mail'] ?? '', password: secrets.password ?? '' }
    const keys = { clientId: secrets['client id'] ?? '', secretKey: secrets['secret key'] ?? '' }
    const login = await service.call('POST', '/authenticate', undefined, {
      'client-id': keys.clientId,
      'secret-key': keys.secretKey,
    })
    const { token } = dataOf(login)
    ada = { userId: secrets['user id'] ?? '', ...keys, token, auth: { authorization: `Bearer ${token}` } }
  })

  afterAll(async () => {
    await running?.stop()
    await receiver?.close()
    await folder?.remove()
  })

  const run = (...args: string[]) =>
    new Promise<{ code: number; output: string }>((resolve) => {
      const env = { PATH: process.env.PATH, DATA_DIR: folder.path, LOG_LEVEL: 'warn' }
      execFile(node, args, { env }, (error, out, err) => resolve({ code: Number(error?.code ?? 0), output: out + err }))
    })
  const final = (code: string) =>
    eventually('the stamp is final', async () => {
      const found = dataOf(await service.call('GET', `/hash?id=${code}`, undefined, ada.auth))
      return found.state === 'final' && found
    })

  it('is the pinned release', async () => {
    expect((await run('--version')).output.trim()).toBe(`v${newestNode.split('@')[1]}`)
    expect(readlinkSync(`/proc/${running.process.pid}/exe`)).toBe(node)
    expect(readFileSync(`${root}CONTRIBUTING.md`, 'utf8')).toContain(`npx -y -p ${newestNode} `)
  })

  it('serves the portal, and logs in with a password', async () => {
    const browser = new Browser(service)
    const page = await browser.get('/portal')
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
    const login = await browser.auth('sign-in/email', { email: first['e-mail'], password: first.password })
    expect(login.status, login.text).toBe(200)
    expect((await service.call('GET', '/profile', undefined, await browser.bearer())).status).toBe(200)
  })

  it('stamps by v1, v2 and in bulk, with proofs, a certificate and a page, and notifies webhooks', async () => {
    const webhook = await register(service, ada, receiver.url)
    const document = randomBytes(5000)
    const digest = sha256(document)
    const v1 = await stamp(service, ada, { hash: digest, filename: 'deed.bin' })
    const v2 = dataOf(await service.call('POST', '/v2/hash', { hash: someHash(), userId: ada.userId }, ada.auth), 201)
    // More than one statement writes.
    const items = Array.from({ length: 3000 }, (_, at) => ({ hash: someHash(), filename: `file ${at}` }))
    const many = dataOf(await service.call('POST', '/multi-stamp', items, ada.auth))
    expect(many.map(({ hash }: { hash: string }) => hash)).toEqual(items.map(({ hash }) => hash))
    await final(v2.code)
    const last = await final(items.at(-1)?.hash ?? '')
    expect(last.txid).toBe(many[0].txid)
    const { blockNumber } = await final(v1.code)

    const proof = (await service.call('GET', `/hash/${v1.code}/proof`, undefined, ada.auth)).body
    const [path, proofPath] = [join(folder.path, 'deed.bin'), join(folder.path, 'proof.json')]
    writeFileSync(path, document)
    writeFileSync(proofPath, JSON.stringify(proof))
    const block = dataOf(await service.call('GET', `/network/blocks/${blockNumber}`))
    const verified = await run(tallystick, 'verify', path, proofPath, '--block-hash', block.hash)
    expect(verified).toEqual({
      code: 3,
      output: expect.stringMatching(/^STATED: .* compared with the block hash you gave\.\n/),
    })

    const { bytes } = await download(service, `/hash/${v1.code}/proof?format=pdf`, ada.auth)
    expect((await readPdf(bytes)).text).toContain(digest)
    expect(JSON.parse(attachmentOf(bytes).toString())).toEqual(proof)
    const page = await service.call('GET', `/s/${v1.code}`, undefined, { accept: 'text/html' })
    expect([page.status, page.text]).toEqual([200, expect.stringMatching(/^<!doctype html>/i)])
    for (const hash of [digest, last.hash])
      await eventually('the webhook is notified', () => receiver.received.some(({ body }) => body.includes(hash)))
    expect(webhook.id).toBe(JSON.parse(receiver.received[0]?.body ?? '').webhookId)
  })

  it('keeps a private file, knows what is in it and shows it', async () => {
    const inside = await someFolder(service, ada, 'private')
    const content = await picture(400, 200).png().toBuffer()
    const file = await upload(service, ada, inside, content, 'picture.png')
    const thumbnail = await eventually('the thumbnail is there', async () => {
      const got = await download(service, file.thumbUrl)
      return got.headers.get('etag')?.startsWith('"thumbnail-') && got
    })
    expect((await sharp(thumbnail.bytes).metadata()).format).toBe('webp')
    const read = await download(service, `/api/files/${file.fileId}/content`, ada.auth)
    expect(read.bytes.equals(content)).toBe(true)
    await final(file.uniqueId)
    const proof = await service.call('GET', `/hash/${file.uniqueId}/proof`, undefined, ada.auth)
    expect(verifyProof(proof.body, { digest: Buffer.from(sha256(content), 'hex') }).outcome).toBe('consistent')

    const { fileId } = await upload(service, ada, inside, pdf(2), 'pages.pdf')
    const page = await eventually('the page can be shown', async () => {
      const got = await download(service, `/api/files/${fileId}/pages/2`, ada.auth)
      return got.status === 200 && got
    })
    expect((await sharp(page.bytes).metadata()).format).toBe('webp')
  })

  it('passes its audit, and stops cleanly without a warning from the runtime', async () => {
    const audit = await run(adminProgram, 'audit', '--json')
    expect(audit.code, audit.output).toBe(0)
    expect(JSON.parse(audit.output)).toMatchObject({ ok: true })
    await running.stop()
    expect(await running.process.ended).toBe(0)
    expect(running.process.output()).not.toMatch(/Warning:|"level":(40|50|60)/)
  })
})

/** Reads what the service wrote of its first account. Undefined while the file is not there. */
function secretsIn(path: string): Record<string, string> | undefined {
  try {
    const lines = readFileSync(path, 'utf8').matchAll(/^ {2}(user id|client id|secret key|e-mail|password) +(\S+)/gm)
    return Object.fromEntries([...lines].map(([, name, value]) => [name, value]))
  } catch {
    return undefined
  }
}
