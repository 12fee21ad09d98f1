import { createHash, randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { useService } from '../service.js'
import { objects, usePerson } from './command.js'

const service = useService()
const { folder, env, run, runWith, start } = usePerson()
beforeAll(async () => {
  const { clientId, secretKey } = await service.account()
  Object.assign(env, { TALLYSTICK_URL: service.url, TALLYSTICK_CLIENT_ID: clientId, TALLYSTICK_SECRET_KEY: secretKey })
})

const sha256 = (content: string | Uint8Array) => createHash('sha256').update(content).digest('hex')
const content = () => randomBytes(40).toString('hex')
/** Writes a file. Returns its hash. */
function written(path: string, text = content()): string {
  writeFileSync(join(folder, path), text)
  return sha256(text)
}

describe('tallystick users', () => {
  it('adds an end user, for whom stamps are made and listed, and erases it', async () => {
    expect(await run('users')).toMatchObject({ code: 0, out: '' })
    const added = await run('users', 'add', 'customer-17', '--name', 'Kim', '--email', 'kim@example.org')
    expect(added).toMatchObject({ code: 0, out: expect.stringMatching(/^customer-17 {2}0x[0-9a-fA-F]{40}\n$/) })
    written('lease.txt')
    written('own.txt')
    const made = await run('stamp', '--private', '--user', 'customer-17', 'lease.txt', '--json')
    const { code } = JSON.parse(made.out)
    await run('stamp', '--private', 'own.txt')
    expect(objects((await run('list', '--user', 'customer-17', '--json')).out)).toMatchObject([
      { code, endUser: 'customer-17', name: 'lease.txt' },
    ])
    const listed = await run('users', '--search', 'KIM')
    expect(listed.out).toMatch(/^customer-17 +1 {2}Kim <kim@example\.org>\n$/)
    expect(await run('users', 'list', '--json', '--limit', '1')).toMatchObject({
      out: expect.stringContaining('"stamps":1'),
    })
    expect(await run('users', 'erase', 'customer-17')).toMatchObject({ code: 0, out: 'customer-17 erased\n' })
    expect(await run('users', 'erase', 'customer-17')).toMatchObject({
      code: 4,
      err: expect.stringContaining('does not exist'),
    })
    expect(await run('stamp', '--private', '--user', 'customer-17', 'lease.txt', 'own.txt')).toMatchObject({
      code: 2,
      err: expect.stringContaining('--user is for a single file'),
    })
  })
})

describe('tallystick stamp', () => {
  it('stamps a file once, and its proof verifies', async () => {
    const hash = written('agreement.txt')
    const first = await run('stamp', '--private', '--proof', 'agreement.txt')
    expect(first).toMatchObject({ code: 0, err: '1 proof written.\n' })
    const [code] = first.out.split(' ') as [string]
    expect(first.out).toBe(`${code}  agreement.txt\n`)
    expect((await run('stamp', '--private', 'agreement.txt')).out).toBe(`${code}  agreement.txt  (already stamped)\n`)
    const verify = ['verify', 'agreement.txt', 'agreement.txt.proof.json']
    const { host } = new URL(service.url)
    const stated = new RegExp(
      `^STATED: agreement\\.txt existed not later than .*, by the word of ${host}, which issued the proof\\.\n`,
    )
    // The service that someone is logged in to, or names.
    for (const [flags, environment] of [
      [[], {}],
      [['--issuer', `${service.url}/`], { TALLYSTICK_URL: '', TALLYSTICK_CLIENT_ID: '', TALLYSTICK_SECRET_KEY: '' }],
    ] as const) {
      const before = { ...env }
      Object.assign(env, environment)
      expect(await run(...verify, ...flags)).toMatchObject({ code: 0, out: expect.stringMatching(stated) })
      Object.assign(env, before)
    }
    expect(JSON.parse((await run(...verify, '--json')).out)).toMatchObject({
      outcome: 'stated',
      sources: [{ name: host }],
    })
    expect(await run(...verify, '--no-issuer')).toMatchObject({ code: 3, out: expect.stringMatching(/^CONSISTENT/) })
    const silent = await run(...verify, '--issuer', 'http://127.0.0.1:1')
    expect(silent).toMatchObject({
      code: 2,
      out: '',
      err: expect.stringContaining("127.0.0.1:1 doesn't say which block"),
    })
    const shown = await run('status', hash, '--json')
    expect(JSON.parse(shown.out)).toMatchObject({
      code,
      hash,
      filename: 'agreement.txt',
      isPrivate: true,
      state: 'final',
    })
  })

  it('needs to know who may see the stamp, and stamps standard input and hashes', async () => {
    const text = content()
    const undecided = await runWith(text, 'stamp', '-', '--name', 'project.tar')
    expect(undecided).toMatchObject({ code: 2, out: '', err: expect.stringContaining('--public or --private') })
    const { out } = await runWith(text, 'stamp', '-', '--name', 'project.tar', '--public', '--json')
    const made = JSON.parse(out)
    expect(made).toEqual({
      file: '-',
      hash: sha256(text),
      txid: expect.any(String),
      existing: false,
      code: expect.any(String),
      url: `${service.url}/s/${made.code}`,
    })
    expect((await service.call('GET', `/s/${made.code}`, undefined, { accept: 'application/json' })).status).toBe(200)
    const again = await run('stamp', '--public', '--hash', sha256(text), '--json')
    expect(JSON.parse(again.out)).toMatchObject({ code: made.code, existing: true })
    expect(await run('stamp', '--public', '--hash', 'abc')).toMatchObject({
      code: 4,
      err: expect.stringMatching(/hash.*\(invalid/),
    })
  })

  it("stamps a folder file by file, leaves out what isn't a document, and finds everything stamped the second time", async () => {
    mkdirSync(join(folder, 'scans/2026'), { recursive: true })
    const hashes = {
      plain: written('scans/a.txt'),
      deep: written('scans/2026/b.txt'),
      odd: written('scans/odd\u001b[31m.txt'),
    }
    for (const name of ['.DS_Store', 'a.txt.proof.json', '._a.txt', '~$plan.docx', 'new.pdf.crdownload'])
      written(`scans/${name}`)
    writeFileSync(Buffer.from(join(folder, 'scans/gr\xfcn.txt'), 'latin1'), 'x')
    symlinkSync('a.txt', join(folder, 'scans/link'))
    const { code, out, err } = await run('stamp', '--private', '--with-path', 'scans')
    const lines = [
      `${hashes.deep}  scans/2026/b.txt`,
      `${hashes.plain}  scans/a.txt`,
      `${hashes.odd}  scans/odd\ufffd[31m.txt`,
    ]
    expect([code, out.trim().split('\n').sort()]).toEqual([6, lines.sort()])
    // Nothing is left out in silence.
    const said = err.trim().split('\n')
    expect(said.pop()).toBe('3 stamped, 0 of them earlier; 2 left out; 4 passed over.')
    expect(said.sort()).toEqual([
      'left out: scans/gr\ufffdn.txt: its name is not in UTF-8',
      'left out: scans/link: a symbolic link',
      'passed over: scans/.DS_Store: created by the operating system',
      'passed over: scans/._a.txt: created by the operating system',
      'passed over: scans/new.pdf.crdownload: an unfinished download',
      'passed over: scans/~$plan.docx: a lock file: a document beside it is open',
    ])
    const chosen = [
      '--exclude',
      'link',
      '--exclude',
      'gr*n.txt',
      '--exclude',
      '.*',
      '--exclude',
      '2026/',
      '--include-all',
    ]
    const again = await run('stamp', '--private', 'scans', 'agreement.txt', ...chosen)
    expect([again.code, again.err]).toEqual([0, '5 stamped, 3 of them earlier.\n'])
    const { out: deep } = await run('status', hashes.deep, '--json')
    expect(JSON.parse(deep).filename).toBe('2026/b.txt')
    expect(await run('stamp', '--private', 'scans', 'gone')).toMatchObject({
      code: 2,
      err: expect.stringContaining('gone'),
    })
  })

  it('ends cleanly when it is interrupted', async () => {
    const child = start('stamp', '-', '--private')
    let said = ''
    child.stderr?.on('data', (chunk) => {
      said += chunk
    })
    const ended = new Promise((resolve) => child.once('close', (code, signal) => resolve([code, signal])))
    // More than a pipe holds: once it has drained, the command is reading.
    const reading = new Promise((resolve) => child.stdin?.once('drain', resolve))
    child.stdin?.write(Buffer.alloc(8 << 20))
    await reading
    child.kill('SIGINT')
    expect(await ended).toEqual([130, null])
    expect(said).toBe('Interrupted.\n')
  })
})

describe('tallystick multi', () => {
  it("stamps lists in the formats of sha256sum, BSD and JSON, and names the line that isn't one", async () => {
    const [gnu, bsd, json, bare] = [content(), content(), content(), content()].map(sha256) as [
      string,
      string,
      string,
      string,
    ]
    const list = `# of today\n${gnu}  a b.txt\nSHA256 (c.txt) = ${bsd}\r\n\n{"hash":"${json}","filename":"d"}\n${bare.toUpperCase()}\n`
    const { out, err } = await runWith(list, 'multi', '--private', '--json')
    const named = (file: string, hash: string) => expect.objectContaining({ file, hash, existing: false })
    const expected = [named('a b.txt', gnu), named('c.txt', bsd), named('d', json), named(bare.toUpperCase(), bare)]
    expect([objects(out), err]).toEqual([expected, '4 stamped, 0 of them earlier.\n'])

    const zero = sha256(content())
    const nul = await runWith(`${zero}  two\nlines\0${gnu}  a b.txt\0`, 'multi', '--private')
    expect(nul).toMatchObject({ code: 0, out: `${zero}  two\ufffdlines\n${gnu}  a b.txt\n` })
    const fresh = sha256(content())
    written('list.txt', `${fresh}\n${gnu}\nnothing\n`)
    const refused = await run('multi', '--private', 'list.txt')
    expect(refused).toMatchObject({ code: 2, out: '', err: expect.stringContaining('line 3 has no hash') })
    // The whole list is read before anything of it is sent.
    expect((await run('status', fresh)).code).toBe(4)
  })
})

describe('tallystick list, search and status', () => {
  it('print what matches, up to the limit asked for', async () => {
    const name = `Charter ${content()}`
    const { out } = await run('stamp', '--private', '--hash', sha256(content()), '--name', name, '--json')
    const { code } = JSON.parse(out)
    const [newest, ...more] = objects((await run('list', '--limit', '1', '--json')).out)
    expect([newest, more]).toEqual([expect.objectContaining({ code, name }), []])
    expect((await run('list', '--limit', '0')).out.split('\n').length).toBeGreaterThan(5)
    expect((await run('search', name.slice(3, 30))).out).toMatch(new RegExp(`^${code}  .* UTC  \\w+ +${name}\n$`))
    expect((await run('list', '--limit', 'x')).code).toBe(2)
    const some = await run('status', 'XXXXXXXXXX', code, '--wait')
    expect(some).toMatchObject({
      code: 6,
      out: expect.stringMatching(/ {2}state {8}final/),
      err: expect.stringMatching(/^XXXXXXXXXX: /),
    })
    expect((await run('status', 'XXXXXXXXXX')).code).toBe(4)
  })
})

describe('tallystick proof', () => {
  it('writes each format, and overwrites nothing unasked', async () => {
    const { out } = await run('stamp', '--public', '--hash', sha256(content()), '--json')
    const { code, hash } = JSON.parse(out)
    expect((await run('proof', '--wait', hash)).err).toBe(`Written to stamp-${code}.proof.json.\n`)
    const proof = readFileSync(join(folder, `stamp-${code}.proof.json`), 'utf8')
    expect(JSON.parse(proof)).toMatchObject({ hash })
    expect(await run('proof', code)).toMatchObject({ code: 2, err: expect.stringContaining('it exists already') })
    expect((await run('proof', code, '--output', '-')).out).toBe(proof)
    expect((await run('proof', code, '--force')).code).toBe(0)
    expect((await run('proof', code, '--format', 'pdf', '--lang', 'DE', '--output', 'c.pdf')).code).toBe(0)
    expect(readFileSync(join(folder, 'c.pdf'), 'latin1')).toMatch(/^%PDF-/)
    expect(await run('verify', '/dev/null', 'c.pdf')).toMatchObject({ code: 1 })
  })
})
