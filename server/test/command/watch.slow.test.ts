import { createHash, randomBytes } from 'node:crypto'
import { mkdirSync, renameSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { eventually, Hopeless } from '../../../test/eventually.js'
import { sized } from '../../../test/tier.js'
import { wallTime } from '../../../test/wall-time.js'
import { useProxy } from '../sdk/surroundings.js'
import type { Trouble } from '../sdk/unreliable-proxy.js'
import { useService } from '../service.js'
import { objects, usePerson } from './command.js'

const service = useService()
const proxy = useProxy(service)
const { folder, env, run, start } = usePerson()
let auth: Record<string, string>
/** Each test watches its own folder, as its own account. */
let watched: string
beforeEach(async () => {
  const account = await service.account()
  const { clientId, secretKey } = account
  auth = account.auth
  Object.assign(env, { TALLYSTICK_URL: service.url, TALLYSTICK_CLIENT_ID: clientId, TALLYSTICK_SECRET_KEY: secretKey })
  watched = randomBytes(6).toString('hex')
  mkdirSync(join(folder, watched))
})

const sha256 = (content: string) => createHash('sha256').update(content).digest('hex')
const past = wallTime(-60_000)
/** Writes a file that no one writes to any more. */
function write(path: string, content: string): void {
  writeFileSync(join(folder, watched, path), content)
  utimesSync(join(folder, watched, path), past, past)
}
const stamps = async (): Promise<number> =>
  (await service.call('GET', '/hash?page=1&limit=1', undefined, auth)).body.data.count

/** Starts watching. */
function watch() {
  const child = start('watch', watched, '--private', '--settle', '0.3')
  let [out, err] = ['', '']
  child.stdout?.on('data', (data) => (out += data))
  child.stderr?.on('data', (data) => (err += data))
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  const until = (isThere: (printed: { out: string; err: string }) => boolean) =>
    eventually('the command has printed it', async () => {
      if (child.exitCode !== null) throw new Hopeless(err)
      return isThere({ out, err })
    })
  return {
    printed: () => ({ out, err }),
    until,
    end: (signal: NodeJS.Signals) => {
      child.kill(signal)
      return ended
    },
  }
}

describe('tallystick watch', () => {
  const count = sized({ short: 100, long: 200 })

  it(`stamps each of ${count} files exactly once, killed while it stamps and started again`, async () => {
    const names = Array.from({ length: count }, (_, at) => `scan-${at}.txt`)
    const part = (count * 3) / 10
    let printed = ''
    for (const until of [part, 2 * part]) {
      const before = await stamps()
      for (const name of names.slice(until - part, until - part / 2)) write(name, `${watched} ${name}`)
      const killed = watch()
      await killed.until(({ err }) => err.startsWith('Watching'))
      for (const name of names.slice(until - part / 2, until))
        writeFileSync(join(folder, watched, name), `${watched} ${name}`)
      // The service has stamped some, and the journal may not know of them yet.
      await eventually('the service has stamped some', async () => (await stamps()) > before)
      await killed.end('SIGKILL')
      printed += killed.printed().out
    }
    for (const name of names.slice(2 * part)) write(name, `${watched} ${name}`)
    const last = watch()
    await last.until(({ out }) => new Set(`${printed}${out}`.trim().split('\n')).size === count)
    await last.until(({ err }) => err.startsWith('Watching'))
    expect([await last.end('SIGTERM'), await stamps()]).toEqual([130, count])
    const again = await run('watch', watched, '--private', '--once')
    expect(again).toMatchObject({ code: 0, out: '', err: '0 stamped, 0 of them earlier.\n' })
  })

  it("stamps what is new or changed, found by a walk or live, and leaves out what isn't a document", async () => {
    const once = (...more: string[]) =>
      run('watch', watched, '--private', '--once', '--json', '--settle', '0.3', ...more)
    write('a.txt', `${watched} a`)
    write('.DS_Store', 'x')
    symlinkSync('a.txt', join(folder, watched, 'link'))
    writeFileSync(Buffer.from(join(folder, watched, 'gr\xfcn.txt'), 'latin1'), 'x')
    const first = await once()
    expect(objects(first.out)).toMatchObject([{ file: `${watched}/a.txt`, hash: sha256(`${watched} a`) }])
    expect([first.code, first.err.trim().split('\n').sort()]).toEqual([
      6,
      [
        '1 stamped, 0 of them earlier; 2 left out; 1 passed over.',
        `left out: ${watched}/gr\ufffdn.txt: its name is not in UTF-8`,
        `left out: ${watched}/link: a symbolic link`,
        `passed over: ${watched}/.DS_Store: created by the operating system`,
      ],
    ])
    // Touched, it has another time but the same content.
    utimesSync(join(folder, watched, 'a.txt'), past, new Date(past.getTime() + 5000))
    expect((await once()).out).toBe('')

    const live = watch()
    await live.until(({ err }) => err.startsWith('Watching'))
    expect(await once()).toMatchObject({ code: 2, err: expect.stringContaining('is already watching') })
    writeFileSync(join(folder, watched, 'a.txt'), `${watched} changed`)
    mkdirSync(join(folder, `${watched}-aside/deep`), { recursive: true })
    writeFileSync(join(folder, `${watched}-aside/deep/b.txt`), `${watched} b`)
    renameSync(join(folder, `${watched}-aside`), join(folder, watched, 'moved'))
    writeFileSync(join(folder, watched, 'a.txt.proof.json'), '{}')
    writeFileSync(join(folder, watched, 'b.pdf.part'), '%PDF')
    const lines = [
      `${sha256(`${watched} b`)}  ${watched}/moved/deep/b.txt`,
      `${sha256(`${watched} changed`)}  ${watched}/a.txt`,
    ]
    await live.until(({ out }) => out.split('\n').length > 2)
    expect(live.printed().out.trim().split('\n').sort()).toEqual(lines.sort())
    await live.until(({ err }) => err.includes(`passed over: ${watched}/b.pdf.part: an unfinished download\n`))
    expect(await live.end('SIGINT')).toBe(130)
    expect(live.printed().err).toMatch(/\nStopped: 2 stamped\. Run the command again to go on\.\n$/)
    expect([await stamps(), (await once()).out]).toEqual([3, ''])
  })

  it('waits for the service, and loses nothing meanwhile', async () => {
    env.TALLYSTICK_URL = proxy.url
    proxy.trouble = () => 'cut-before'
    write('a.txt', `${watched} a`)
    const live = watch()
    await live.until(({ err }) => err.includes('A file waits until the service answers.'))
    writeFileSync(join(folder, watched, 'b.txt'), `${watched} b`)
    // A request that gets through now is stamped, but its answer is lost.
    const troubles: Trouble[] = ['none', 'cut-after', 'cut-answer']
    proxy.trouble = () => troubles.shift() ?? 'none'
    await live.until(({ out }) => out.split('\n').length === 3)
    expect(live.printed().err).toMatch(
      /^Watching .*\nNo answer from .*\nA file waits .*\nThe service answers again.\n$/,
    )
    expect([await live.end('SIGINT'), await stamps()]).toEqual([130, 2])
  })
})
