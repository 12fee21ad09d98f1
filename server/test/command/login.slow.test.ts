import { execFile } from 'node:child_process'
import { readFileSync, statSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { eventually, Hopeless } from '../../../test/eventually.js'
import { root } from '../../../test/sources.js'
import { register } from '../portal/browser.js'
import { useMailServer } from '../portal/mail-server.js'
import { useOwnService, useService } from '../service.js'
import { usePerson } from './command.js'

const service = useService()
const mails = await useMailServer()
const mailing = useOwnService({ SMTP_URL: mails.url })

describe('tallystick login', () => {
  const { folder, env, runWith, run } = usePerson()
  const file = join(folder, '.config/tallystick/profiles.json')

  it('keeps a valid login, readable by its owner alone, until logout', async () => {
    const { clientId, secretKey } = await service.account()
    const login = ['login', '--url', `${service.url}/`, '--client-id', clientId, '--secret-key-stdin']
    const refused = await runWith(`${secretKey}x`, ...login)
    expect(refused).toMatchObject({ code: 4, out: '' })
    expect(refused.err).toMatch(/knows no API client with this ID and secret key/)
    expect(await run('list')).toMatchObject({ code: 2, err: 'tallystick: not logged in. Run: tallystick login\n' })

    const { code, out } = await runWith(`${secretKey}\n`, ...login, '--json')
    const profile = { profile: 'default', url: service.url, clientId }
    expect([code, JSON.parse(out)]).toEqual([0, { ...profile, email: expect.any(String), keyIn: 'file' }])
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(await run('list')).toMatchObject({ code: 0, out: '' })
    const profiles = await run('profiles', '--json')
    expect(JSON.parse(profiles.out)).toMatchObject(profile)
    expect(profiles.out).not.toContain(secretKey)

    // Before the command as well as after it.
    for (const args of [
      ['--profile', 'other', 'list'],
      ['list', '--profile', 'other'],
      ['--profile=other', 'list', '--json'],
    ])
      expect(await run(...args)).toMatchObject({ code: 2, err: expect.stringContaining('not logged in as other') })
    expect(await run('--profile', 'default', 'list')).toMatchObject({ code: 0, out: '' })
    expect(await run('--profile', 'default', 'completion', 'bash')).toMatchObject({ code: 2, out: '' })

    // An address in the environment is the one that is used, or an error.
    env.TALLYSTICK_URL = `${service.url}/`
    expect(await run('list')).toMatchObject({ code: 0, out: '' })
    env.TALLYSTICK_URL = 'https://elsewhere.example'
    const told = `TALLYSTICK_URL is https://elsewhere.example, but you are logged in to ${service.url}.`
    expect(await run('list')).toMatchObject({ code: 2, out: '', err: expect.stringContaining(told) })
    expect(await run('list', '--profile', 'default')).toMatchObject({ code: 0, out: '' })
    delete env.TALLYSTICK_URL

    expect((await run('logout')).code).toBe(0)
    expect(readFileSync(file, 'utf8')).not.toContain(secretKey)
    expect((await run('list')).code).toBe(2)
  })

  it('prompts for nothing without a terminal', async () => {
    const { code, err } = await run('login', '--url', service.url, '--client-id', 'cl_x')
    expect([code, err]).toEqual([2, expect.stringContaining('--secret-key-stdin')])
    for (const url of ['notary.example', 'ftp://notary.example'])
      expect(await run('login', '--url', url, '--client-id', 'cl_x')).toMatchObject({
        code: 2,
        err: 'tallystick: --url must start with http:// or https://\n',
      })
  })
})

describe('tallystick login without an API client', () => {
  const { run, start } = usePerson()

  /** Starts a login, and waits until it shows a code. */
  async function begin() {
    const child = start('login', '--url', mailing.url)
    const exited = new Promise<number | null>((resolve) => child.once('close', resolve))
    let said = ''
    child.stderr?.on('data', (chunk: Buffer) => {
      said += chunk.toString()
    })
    const [, compared, code] = await eventually('the login shows a code', () => {
      if (child.exitCode !== null) throw new Hopeless(said)
      return /code (\S+):\n {2}\S+\/portal\/connect\?code=(\S+)\n/.exec(said)
    })
    expect(compared).toBe(code)
    return { exited, said: () => said, path: `/account/devices/${code}` }
  }

  it('gets one in the portal, named after the machine', async () => {
    const { browser, person } = await register(mailing, mails)
    await browser.stepUp(person)
    const auth = await browser.bearer()
    const { exited, said, path } = await begin()
    expect((await mailing.call('GET', path, undefined, auth)).body.data.name).toBe(hostname())
    expect((await mailing.call('POST', `${path}/approve`, undefined, auth)).status).toBe(200)
    expect(await exited).toBe(0)
    expect(said()).toContain(`Logged in to ${mailing.url} as ${person.email}.`)
    expect(await run('list')).toMatchObject({ code: 0, err: '' })
  })

  it('ends when the person refuses', async () => {
    const { browser } = await register(mailing, mails)
    const { exited, said, path } = await begin()
    expect((await mailing.call('POST', `${path}/deny`, undefined, await browser.bearer())).status).toBe(200)
    expect([await exited, said()]).toEqual([4, expect.stringContaining('(access_denied')])
  })
})

describe('the environment', () => {
  const { env, run } = usePerson()

  it('replaces a login, and reports when the service is down', async () => {
    const { clientId, secretKey } = await service.account()
    env.TALLYSTICK_CLIENT_ID = clientId
    expect(await run('list')).toMatchObject({
      code: 2,
      err: expect.stringContaining('TALLYSTICK_SECRET_KEY is missing'),
    })
    env.TALLYSTICK_SECRET_KEY = secretKey
    expect(await run('list')).toMatchObject({ code: 2, err: expect.stringContaining('TALLYSTICK_URL is missing') })
    env.TALLYSTICK_URL = service.url
    expect(await run('list')).toMatchObject({ code: 0, err: '' })
    env.TALLYSTICK_URL = 'https://127.0.0.1:1'
    expect(await run('list')).toMatchObject({ code: 5, err: expect.stringMatching(/^tallystick: No answer from 127/) })
  })
})

describe('the help', () => {
  const { run } = usePerson()

  it('lists the commands, and the options of each', async () => {
    const { out } = await run('--help')
    for (const command of ['stamp', 'list', 'verify', 'login', 'completion'])
      expect(out).toMatch(new RegExp(`^  ${command} `, 'm'))
    const { out: stamp } = await run('stamp', '--help')
    expect(stamp).toMatch(/^Usage: tallystick stamp .*Examples:.*Exit codes:/s)
    for (const help of [out, stamp]) {
      expect(help).toMatch(/^ {2}5 {4}the service cannot be reached$/m)
      // As wide as a terminal is where nothing says more.
      expect(help.split('\n').filter((line) => line.length > 80)).toEqual([])
    }
  })

  it('completes commands, options, their values and files', async () => {
    const completed = async (...words: string[]) => (await run('complete', '--', ...words)).out
    expect(await completed('sta')).toMatch(/^stamp\t.*\nstatus\t.*\n:4\n$/)
    expect(await completed('webhook', '')).toMatch(/^listen\t.*\n:4\n$/)
    expect(await completed('proof', '--')).toMatch(/^--profile\t.*\n--json\t/)
    expect(await completed('proof', '--json', '--format', 'p')).toBe('pdf\t\n:4\n')
    expect([await completed('stamp', 'a', ''), await completed('stamp', '--proof-dir', '')]).toEqual([':0\n', ':0\n'])
    // The shell knows no names of things on the service.
    expect([await completed('get', 'a'), await completed('upload', '--to', '')]).toEqual([':4\n', ':4\n'])
  })

  it('gives bash a script that needs no other package', async () => {
    const script = await run('completion', 'bash')
    const ask = 'COMP_WORDS=(tallystick proof --format h) COMP_CWORD=3 && __tallystick_complete && echo "$COMPREPLY"'
    const asked = `tallystick() { ${process.execPath} ${root}command/bin/tallystick.js "$@"; }\ncompopt() { :; }\n${ask}`
    const { stdout, stderr } = await promisify(execFile)('bash', ['--norc', '-c', `${script.out}\n${asked}`])
    expect([stdout, stderr]).toEqual(['html\n', ''])
    expect(script.out).toMatch(/\ncomplete -o default -F __tallystick_complete tallystick\n$/)
  })
})
