import { createHash, randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '../../../test/eventually.js'
import { unzipped, unzippedPaths } from '../../../test/unzip.js'
import { useProxy } from '../sdk/surroundings.js'
import { useService } from '../service.js'
import { objects, usePerson } from './command.js'

const service = useService()
const proxy = useProxy(service)
const { folder, env, run, start } = usePerson()
beforeAll(async () => {
  const { clientId, secretKey } = await service.account()
  Object.assign(env, { TALLYSTICK_URL: service.url, TALLYSTICK_CLIENT_ID: clientId, TALLYSTICK_SECRET_KEY: secretKey })
})

const sha256 = (content: string | Uint8Array) => createHash('sha256').update(content).digest('hex')
function write(path: string, content: string | Uint8Array): void {
  mkdirSync(join(folder, path, '..'), { recursive: true })
  writeFileSync(join(folder, path), content)
}
const read = (path: string) => readFileSync(join(folder, path))

describe('tallystick upload', () => {
  it('uploads a folder under its name, changed files as new versions, and nothing twice', async () => {
    write('letters/a.txt', 'first')
    write('letters/2026/b.txt', 'second')
    write('letters/2026/c👩‍🚀.txt', '')
    write('letters/.DS_Store', 'no document')
    const upload = ['upload', 'letters', '--to', 'Archive/Mail', '--json']
    const missing = await run(...upload)
    expect(missing).toMatchObject({ code: 4, out: '', err: expect.stringContaining('Give --private or --public') })

    const first = await run(...upload, '--private')
    const passedOver = 'passed over: letters/.DS_Store: created by the operating system\n'
    expect([first.code, first.err]).toEqual([0, `${passedOver}3 uploaded, 0 already there; 1 passed over.\n`])
    expect(new Set(objects(first.out).map(({ path, as }) => `${path} ${as}`))).toEqual(
      new Set(['letters/2026/b.txt file', 'letters/2026/c👩‍🚀.txt file', 'letters/a.txt file']),
    )
    write('letters/a.txt', 'third')
    const again = await run(...upload, '--exclude', '.DS_*')
    expect([again.code, again.err]).toEqual([0, '1 uploaded, 2 already there.\n'])
    const [changed] = objects(again.out).filter(({ as }) => as === 'version')
    expect(changed.path).toBe('letters/a.txt')

    const shown = objects((await run('ls', 'archive/mail/letters', '--json')).out)
    expect(shown).toMatchObject([
      { type: 'folder', folderName: '2026', folderType: 'private' },
      { type: 'file', _id: changed.fileId, attachmentHash: sha256('third'), isVersion: true },
    ])
    const lines = (await run('ls', 'Archive/Mail/letters/2026')).out
    expect(lines).toMatch(/ UTC {8}6 B {2}\w+ +b\.txt$/m)
    expect(lines).toContain('c👩\ufffd🚀.txt')
    expect((await run('ls')).out).toMatch(/ private {4}Archive\/$/m)
    expect((await run('ls', 'Archive/Letters')).err).toMatch(/Folder not found: Archive\/Letters. \(folder_not_found\)/)
  })

  it('says which files it could not upload, and uploads the others', async () => {
    write('good.txt', 'good')
    mkdirSync(join(folder, 'odd'), { recursive: true })
    write('odd/ ', 'a name that the service refuses')
    write('odd/fine.txt', 'fine')
    const { code, out, err } = await run('upload', 'odd', 'good.txt', '--to', 'Archive')
    expect([code, out.trim().split('\n').length]).toEqual([6, 2])
    expect(err).toMatch(/^not uploaded: odd\/ : .*must not be empty\n2 uploaded, 0 already there; 1 not uploaded.\n$/)
    expect(await run('upload', 'gone', '--to', 'Archive')).toMatchObject({ code: 2, out: '' })
  })

  it('goes on with an upload that was killed, unless the file has changed', async () => {
    // More than goes into one request.
    const content = randomBytes(9 << 20)
    write('plans.bin', content)
    const uploads = '.local/share/tallystick/uploads'
    /** Returns the ID of the last upload that a run has begun. */
    const begun = () => {
      const [kept] = existsSync(join(folder, uploads)) ? readdirSync(join(folder, uploads)) : []
      return kept === undefined ? undefined : /"uploadId":"([^"]+)"/.exec(read(`${uploads}/${kept}`).toString())?.[1]
    }
    /** Kills an upload that gets on no more after a half of its first part. */
    const kill = async (before?: string) => {
      let parts = 0
      proxy.trouble = (line) => (line.startsWith('PATCH ') ? (parts++ === 0 ? 'cut-body' : 'cut-before') : 'none')
      const child = start('upload', 'plans.bin', '--to', 'Archive', '--private')
      const ended = new Promise((resolve) => child.once('close', resolve))
      const uploadId = await eventually('it gets on no more', () => parts > 1 && begun() !== before && begun())
      child.kill('SIGKILL')
      await ended
      return uploadId
    }
    env.TALLYSTICK_URL = proxy.url
    const first = await kill()
    write('plans.bin', content.reverse())
    await kill(first)
    proxy.heal()
    const { code, out, err } = await run('upload', 'plans.bin', '--to', 'Archive', '--json')
    expect([code, objects(out)]).toEqual([0, [expect.objectContaining({ as: 'file' })]])
    expect(err).toMatch(/^Resuming plans.bin: [\d.]+ MB of 9.4 MB are uploaded\n1 uploaded/)
    expect(begun()).toBeUndefined()
    expect((await run('upload', 'plans.bin', '--to', 'Archive')).err).toBe('0 uploaded, 1 already there.\n')
    env.TALLYSTICK_URL = service.url
  })
})

describe('tallystick get', () => {
  it('downloads by path or ID, any version, and overwrites nothing unasked', async () => {
    write('deed.txt', 'first')
    const { out } = await run('upload', 'deed.txt', '--to', 'Archive', '--json')
    const [{ fileId }] = objects(out)
    write('deed.txt', 'second')
    await run('upload', 'deed.txt', '--to', 'Archive')
    expect(await run('get', 'Archive/deed.txt')).toMatchObject({ code: 2, err: expect.stringContaining('already') })
    mkdirSync(join(folder, 'copies'))
    expect(await run('get', 'archive/DEED.TXT', '-o', 'copies')).toMatchObject({
      code: 0,
      err: 'Written to copies/deed.txt.\n',
    })
    expect(read('copies/deed.txt').toString()).toBe('second')
    const old = await run('get', fileId, '-o', 'copies/deed.txt', '--file-version', '1', '--force', '--json')
    expect(JSON.parse(old.out)).toEqual({
      fileId,
      name: 'deed.txt',
      file: 'copies/deed.txt',
      hash: sha256('first'),
      size: 5,
    })
    expect(read('copies/deed.txt').toString()).toBe('first')
    expect((await run('get', fileId, '-o', '-')).out).toBe('second')
    expect(readdirSync(join(folder, 'copies'))).toEqual(['deed.txt'])
    expect((await run('get', 'Archive/none.txt')).err).toMatch(/File not found: Archive\/none.txt. \(file_not_found\)/)
    expect((await run('get', fileId, '-o', 'x', '--file-version', '3')).code).toBe(4)
  })

  it('spells a name so that every system takes it, and says the true one', async () => {
    const name = `con: ${'ü'.repeat(120)}?.txt`
    write('odd.txt', 'odd')
    const [{ fileId }] = objects((await run('upload', 'odd.txt', '--to', 'Archive', '--json')).out)
    await service.database.db.query('UPDATE files SET name = $2 WHERE id = $1', [fileId, name])
    const { code, err } = await run('get', fileId)
    const spelled = `con_ ${'ü'.repeat(95)}.txt`
    expect([code, err]).toEqual([0, `Written to ${spelled}; its name on the service is ${name}.\n`])
    expect(read(spelled).toString()).toBe('odd')
  })

  it('never gives its name to a file whose content differs from the recorded one', async () => {
    write('will.txt', 'as it was')
    const { out } = await run('upload', 'will.txt', '--to', 'Archive', '--json')
    const [{ fileId }] = objects(out)
    await service.database.db.query("UPDATE file_versions SET digest = decode($2, 'hex') WHERE file_id = $1", [
      fileId,
      sha256('as it should be'),
    ])
    const { code, err } = await run('get', fileId, '-o', 'copies/will.txt')
    expect([code, err]).toEqual([4, expect.stringContaining('(content_damaged, ')])
    expect(readdirSync(join(folder, 'copies'))).toEqual(['deed.txt'])
  })
})

describe('tallystick zip', () => {
  it('downloads folders and files as one archive, with proofs, under the name of the folder', async () => {
    write('plans/a.txt', 'in the folder')
    write('single.txt', 'beside it')
    await run('upload', 'plans', 'single.txt', '--to', 'Archive')
    expect(await run('zip', 'archive/plans')).toMatchObject({ code: 0, err: 'Written to plans.zip: 1 file.\n' })
    expect(unzipped(read('plans.zip'), 'plans/a.txt').toString()).toBe('in the folder')
    expect(await run('zip', 'archive/plans')).toMatchObject({ code: 2, err: expect.stringContaining('already') })

    const all = ['zip', 'Archive/plans', 'Archive/single.txt', '--proofs', 'json,ots']
    const { code, out } = await run(...all, '-o', 'all.zip', '--json')
    expect([code, JSON.parse(out)]).toEqual([0, { file: 'all.zip', files: 2, size: read('all.zip').length }])
    expect(unzippedPaths(read('all.zip'))).toEqual(
      expect.arrayContaining(['plans/a.txt.proof.json', 'single.txt', 'single.txt.ots', 'manifest.json']),
    )
    expect((await run('zip', 'Archive/none')).err).toMatch(/File not found: Archive\/none. \(file_not_found\)/)
    expect((await run(...all, '--proofs', 'json,doc')).code).toBe(2)
  })

  it('leaves no file when the archive is cut', async () => {
    const before = readdirSync(folder)
    env.TALLYSTICK_URL = proxy.url
    proxy.trouble = (line) => (line.startsWith('GET /api/exports/') ? 'cut-answer' : 'none')
    const { code, err } = await run('zip', 'Archive/plans', '-o', 'cut.zip')
    proxy.heal()
    env.TALLYSTICK_URL = service.url
    expect([code, err]).toEqual([5, expect.stringContaining('No answer from')])
    expect(readdirSync(folder)).toEqual(before)
  })
})
