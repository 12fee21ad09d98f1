import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { verifyProof } from '@tallystick/proof'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '../../../test/eventually.js'
import { limitMs } from '../../../test/machine.js'
import { Chain } from '../../src/chain/chain.js'
import { fileAuditor } from '../../src/files/audit.js'
import { changeAuditor } from '../../src/folders/audit.js'
import { audit } from '../../src/ledger/proofs/audit.js'
import { stampAuditor } from '../../src/stamps/audit.js'
import { fileParts, post, someFolder, upload } from '../files/upload.js'
import { query, timestamp } from '../protocols/requests.js'
import { someHash, type TestAccount } from '../service.js'
import { type Browser, register } from './browser.js'
import { usePortal } from './people.js'

const { service, mails } = usePortal()
const run = promisify(execFile)

/** Occurs in everything that identifies the departing user. */
const word = 'xylophonequartet'
const person = { name: `Ada ${word}`, email: `${word}@example.com`, password: `${word} password` }
const document = Buffer.from(`the document of the ${word}`)
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

const place = mkdtempSync(join(tmpdir(), 'tallystick-leaving-'))
const archive = join(place, 'archive')
afterAll(() => rmSync(place, { recursive: true, force: true }))

let browser: Browser
let ada: TestAccount
let codes: { public: string; private: string }
beforeAll(async () => {
  browser = (await register(service, mails, person)).browser
  await browser.stepUp(person)
  const auth = await browser.bearer()
  const { body } = await service.call('GET', '/account', undefined, auth)
  ada = { userId: body.data._id, clientId: '', secretKey: '', token: '', auth }
  const ask = async (method: string, path: string, asked?: unknown) => {
    const answer = await service.call(method, path, asked, auth)
    expect(answer.status, answer.text).toBeLessThan(300)
    return answer.body.data
  }
  await ask('PUT', '/profile', { bio: `the ${word}` })
  await ask('POST', '/account/clients', { name: `${word} client` })
  await browser.auth('two-factor/enable', { password: person.password })
  await browser.get('/portal/api/auth/passkey/generate-register-options')
  const hash = sha256(document)
  const stamped = await ask('POST', '/v2/hash', { hash, userId: ada.userId, metadata: { about: word } })
  const hidden = await ask('POST', '/hash', { hash: someHash(), filename: `${word}.txt`, isPrivate: true })
  codes = { public: stamped.code, private: hidden.code }
  expect((await timestamp(service, query({ hash: Buffer.from(hash, 'hex') }), auth)).status).toBe(200)
  await ask('POST', '/multi-stamp', [{ hash: someHash(), filename: `${word} 2` }])
  const hook = { redirectUrl: `https://${word}.example/`, description: word, action: ['hash.succeed'] }
  const webhook = await ask('POST', '/v2/webhooks', hook)
  await ask('POST', `/v2/webhooks/${webhook.id}/test`)

  const top = await someFolder(service, ada, 'public')
  await ask('PATCH', `/api/folders/${top}`, { folderName: `${word} papers` })
  const inner = await someFolder(service, ada, 'private', top)
  await ask('PATCH', `/api/folders/${inner}`, { folderName: 'in\\side: 10 %?' })
  const file = await upload(service, ada, top, document, `${word}.pdf`)
  const version = [['attachments', Buffer.from(`${word} 2`), `${word} 2.pdf`]] as const
  expect(
    (
      await post(
        service,
        `/api/files/${file.fileId}/versions`,
        version.map((part) => [...part]),
        auth,
      )
    ).status,
  ).toBe(200)
  await upload(service, ada, inner, Buffer.from(`${word} in private`), 'secret.txt')
  await upload(service, ada, inner, Buffer.from(''), 'secret.txt')
  const metadata = Object.entries({ folderId: inner, fileName: `${word} half.bin` })
    .map(([key, value]) => `${key} ${Buffer.from(value).toString('base64')}`)
    .join(',')
  const begun = await service.call('POST', '/api/files/upload', undefined, {
    ...auth,
    'tus-resumable': '1.0.0',
    'upload-length': '1000',
    'upload-metadata': metadata,
  })
  expect(begun.status, begun.text).toBe(201)
  const binned = await upload(service, ada, top, Buffer.from(`${word} thrown away`), 'old.txt')
  await ask('DELETE', `/api/files/${binned.fileId}`)
  const purged = await upload(service, ada, top, document, 'purged.txt')
  await ask('DELETE', `/api/files/${purged.fileId}?permanent=true`)
  expect((await post(service, '/api/files', fileParts(ada, top, Buffer.from(word)), auth)).status).toBe(200)
})

/** Waits until every batch is final. */
const recorded = () =>
  eventually('every batch is final', async () => {
    const waiting = await service.database.db.query('SELECT 1 FROM batches WHERE state <> 2')
    return waiting.length === 0
  })

/** Runs the customer's command. */
async function tallystick(...args: string[]) {
  const bin = fileURLToPath(new URL('../../../command/bin/tallystick.js', import.meta.url))
  return run(process.execPath, [bin, ...args]).then(
    ({ stdout }) => ({ code: 0, out: stdout }),
    (error: { code: number; stdout: string }) => ({ code: error.code, out: error.stdout }),
  )
}

const linesOf = (path: string) =>
  readFileSync(join(archive, path), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))

describe('an export', () => {
  it('is one archive with everything and no secrets', async () => {
    await recorded()
    const answer = await fetch(`${service.url}/account/export`, { method: 'POST', headers: ada.auth })
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe('application/zip')
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename="tallystick-export-[\d-]+\.zip"$/)
    const bytes = Buffer.from(await answer.arrayBuffer())
    writeFileSync(join(place, 'export.zip'), bytes)
    await run('python3', ['-m', 'zipfile', '-e', join(place, 'export.zip'), archive])
    expect((await run('python3', ['-m', 'zipfile', '-t', join(place, 'export.zip')])).stdout).toContain('Done testing')

    // The archive includes its verifier, as the service hands it out.
    for (const name of ['tallystick.html', 'tallystick.mjs']) {
      const served = Buffer.from(await (await fetch(`${service.url}/verifier/${name}`)).arrayBuffer())
      expect(readFileSync(join(archive, 'verifier', name)).equals(served)).toBe(true)
    }
    expect(readFileSync(join(archive, 'verifier/proof-format.html'), 'utf8')).toContain('The proof format')
    expect(readFileSync(join(archive, 'README.txt'), 'utf8')).toContain('node tallystick.mjs verify FILE PROOF')

    const account = JSON.parse(readFileSync(join(archive, 'account.json'), 'utf8'))
    expect(account).toMatchObject({ _id: ada.userId, name: person.name, email: person.email, bio: `the ${word}` })
    expect(account.clients.map(({ name }: { name: string }) => name)).toEqual(['First client', `${word} client`])
    expect(readFileSync(join(archive, 'account.json'), 'utf8')).not.toMatch(/sk_|secret|argon2/i)
    expect(readFileSync(join(archive, 'webhooks.json'), 'utf8')).not.toMatch(/whsec_/)
    const stamps = linesOf('stamps.jsonl')
    // One of them is of the timestamp.
    expect(stamps).toHaveLength(4)
    expect(stamps.map(({ code }) => code)).toContain(codes.private)
    expect(linesOf('timestamps.jsonl')).toMatchObject([{ hash: sha256(document), response: expect.any(String) }])
    expect(stamps.find(({ code }) => code === codes.public)).toMatchObject({
      hash: sha256(document),
      proof: { code: codes.public },
    })
    expect(
      linesOf('files.jsonl')
        .map(({ path, number }) => `${number} ${path}`)
        .sort(),
    ).toEqual([
      `1 bin/${word} papers/old.txt`,
      `1 files/${word} papers/in_side_ 10 %_/secret (2).txt`,
      `1 files/${word} papers/in_side_ 10 %_/secret.txt`,
      `1 files/${word} papers/report.bin`,
      expect.stringMatching(new RegExp(`^1 versions/[0-9A-Z]{10}/1/${word}.pdf$`)),
      `2 files/${word} papers/${word}.pdf`,
    ])
  })

  it('spells names so that every system takes them, and lists the true ones beside', () => {
    const folders: Record<string, unknown>[] = JSON.parse(readFileSync(join(archive, 'folders.json'), 'utf8'))
    expect(folders.map(({ folderName, path }) => [folderName, path])).toEqual([
      [`${word} papers`, `${word} papers/`],
      ['in\\side: 10 %?', `${word} papers/in_side_ 10 %_/`],
    ])
  })

  it('contains the certificates of what was purged', () => {
    const [deletion, ...others] = linesOf('deletions.jsonl')
    expect(others).toEqual([])
    expect(deletion.proof.details).toMatchObject({ id: deletion._id, contents: [sha256(document)] })
    expect(verifyProof(deletion.proof).failure).toBeUndefined()
  })

  it('contains unchanged contents, and proofs that verify without the service', async () => {
    const files = linesOf('files.jsonl').map(({ path, attachmentHash }) => ({
      file: join(archive, path),
      attachmentHash,
    }))
    for (const { file, attachmentHash } of files) {
      expect(sha256(readFileSync(file))).toBe(attachmentHash)
      const proof: unknown = JSON.parse(readFileSync(`${file}.proof.json`, 'utf8'))
      const verdict = verifyProof(proof, { digest: Buffer.from(attachmentHash, 'hex') })
      expect(verdict).toMatchObject({ outcome: 'consistent', anchor: { state: 'final' } })
    }
    writeFileSync(join(place, 'document'), document)
    const { code, out } = await tallystick(
      'verify',
      join(place, 'document'),
      join(archive, `proofs/${codes.public}.json`),
    )
    expect(code, out).toBe(3)
    expect(readdirSync(join(archive, 'proofs'))).toHaveLength(4)
  })

  it('ends when its reader stalls, and requires access to everything in it', async () => {
    const ask = (signal?: AbortSignal) =>
      fetch(`${service.url}/account/export`, { method: 'POST', headers: ada.auth, signal: signal ?? null })
    const reading = new AbortController()
    const first = await ask(reading.signal)
    expect(first.status).toBe(200)
    reading.abort()
    await eventually('the next export may begin', async () => (await ask()).status === 200)
    expect((await service.call('POST', '/account/export')).headers.get('error-code')).toBe('token_missing')
  })
})

/** Returns the tables that still contain the word, as text or as bytes (shown in hex). */
async function tablesWithWord(): Promise<string[]> {
  const { db } = service.database
  const tables = await db.query<{ name: string }>(
    "SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public' AND table_type = 'BASE TABLE'",
  )
  const telling: string[] = []
  const patterns = [word, Buffer.from(word).toString('hex'), codes.public, codes.private, sha256(document)]
  for (const { name } of tables) {
    const rows = await db.query(`SELECT 1 FROM ${name} t WHERE t::text ILIKE ANY($1::text[]) LIMIT 1`, [
      patterns.map((pattern) => `%${pattern}%`),
    ])
    if (rows.length > 0) telling.push(name)
  }
  return telling.sort()
}

describe('a deletion', () => {
  it('leaves no personal data once due; saved proofs stay valid', async () => {
    const other = await service.account()
    const hash = someHash()
    expect((await service.call('POST', '/hash', { hash }, other.auth)).status).toBe(200)
    expect(await tablesWithWord()).toEqual(
      expect.arrayContaining(['accounts', 'changes', 'files', 'folders', 'stamps', 'uploads', 'webhooks']),
    )
    const { status } = await service.call('DELETE', '/account', { password: person.password }, ada.auth)
    expect(status).toBe(200)
    await mails.next(person.email)
    // 14 days, plus the minutes in which the last requests end.
    const { db } = service.database
    await db.execute('UPDATE accounts SET deletion_at = now() WHERE id = $1', [ada.userId])
    const closed = () => db.query('SELECT FROM accounts WHERE id = $1 AND erasing', [ada.userId])
    await eventually('the account is closed', async () => (await closed()).length === 1)
    await eventually(
      'the token has ended',
      async () => (await service.call('GET', '/account', undefined, ada.auth)).status === 401,
    )
    expect((await browser.auth('sign-in/email', person)).headers.get('error-code')).toBe('login_failed')
    expect((await browser.post('/portal/api/token')).headers.get('error-code')).toBe('session_missing')
    await db.execute("UPDATE accounts SET updated_at = now() - interval '11 minutes' WHERE id = $1", [ada.userId])
    const account = () => db.query('SELECT FROM accounts WHERE id = $1', [ada.userId])
    await eventually('the account is erased', async () => (await account()).length === 0)
    await eventually('no table contains the word', async () => {
      expect(await tablesWithWord()).toEqual([])
      return true
    })
    expect((await browser.auth('sign-in/email', person)).status).toBe(401)

    await eventually('no file contains the word', () => {
      const entries = readdirSync(service.dataDir, { recursive: true, withFileTypes: true })
      const files = entries.filter((entry) => entry.isFile())
      const telling = files.filter((entry) => readFileSync(join(entry.parentPath, entry.name)).includes(word))
      expect(telling.map(({ name }) => name)).toEqual([])
      return true
    })
    await recorded()
    const chain = new Chain(service.rpcUrl, limitMs(5_000))
    expect(await audit(db, chain, [stampAuditor(db), changeAuditor(db), fileAuditor(db)])).toMatchObject({
      submitted: 0,
    })
    const proof = join(archive, `proofs/${codes.public}.json`)
    const verdict = await tallystick('verify', join(place, 'document'), proof, '--rpc', service.rpcUrl)
    // The operator of a private chain chose its time.
    expect(verdict).toMatchObject({ code: 3, out: expect.stringMatching(/^STATED: /) })
    const kept = await service.call('GET', `/hash?id=${hash}`, undefined, other.auth)
    expect(kept.body.data.hash).toBe(hash)
    // The address is available again.
    expect((await register(service, mails, person)).mail.subject).toBe('Confirm your e-mail address')
  })
})
