import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { lstatSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { samplePdf } from '../../sdk/test/sample-pdf.js'
import { blocksOf } from '../../test/blocks.js'
import { eventually } from '../../test/eventually.js'
import { hasPrograms, runtimePath } from '../../test/npm-programs.js'
import { installPacked, lintPacked } from '../../test/packed.js'
import { tier } from '../../test/tier.js'
import { type Program, start } from './faults/programs.js'

// The service as someone gets it who has no checkout: packed, and unpacked into an empty folder beside what it depends on.

/** Of all files in the package, in megabytes. It has 16; more is something that does not belong in it. */
const megabytesMax = 18

const folder = mkdtempSync(join(tmpdir(), 'tallystick-installed-'))
const tarballs: string[] = []
let service: Program
let url = ''
let client: Record<string, string> = {}

/** The installed command; `npx` runs the same. */
const command = join(folder, 'node_modules/.bin/tallystick')

/** Starts the command. */
const tallystick = (args: readonly string[], env: Record<string, string> = {}) =>
  start(command, args, { HOME: folder, ...env }, folder)

/** Returns the command's standard output. @throws when it exits with anything but 0 */
async function printed(...args: string[]): Promise<string> {
  const env = { PATH: process.env.PATH, HOME: folder, ...client }
  return (await promisify(execFile)(command, args, { cwd: folder, env })).stdout
}

async function get(path: string): Promise<{ type: string; body: Buffer }> {
  const response = await fetch(url + path)
  expect(response.status, path).toBe(200)
  return { type: response.headers.get('content-type') ?? '', body: Buffer.from(await response.arrayBuffer()) }
}

beforeAll(async () => {
  // The service needs all but the library, whose examples run here too.
  for (const name of ['proof', 'contract', 'sdk', 'command', 'server']) tarballs.push(await installPacked(name, folder))
  service = tallystick(['serve'], { PORT: '0', LOG_LEVEL: 'warn' })
  const lines = /ready: (http:\/\/\S+).*account is in (\S+)\. /s
  const [, address = '', path = ''] = await eventually('the service is ready', () => lines.exec(service.output()))
  const first = readFileSync(path, 'utf8')
  const [, clientId = '', secretKey = ''] = /client id +(\S+)\n +secret key +(\S+)\n/.exec(first) ?? []
  url = address
  client = { TALLYSTICK_URL: url, TALLYSTICK_CLIENT_ID: clientId, TALLYSTICK_SECRET_KEY: secretKey }
})
afterAll(async () => {
  await service.kill9()
  rmSync(folder, { recursive: true, force: true })
})

describe('the packages', () => {
  it('pass publint', async () => {
    for (const tarball of tarballs) expect(await lintPacked(tarball), tarball).toEqual([])
  })

  it('hold what the service needs, with all licences, and nothing else', () => {
    const own = join(folder, 'node_modules/@tallystick/server')
    expect(readdirSync(own).sort()).toEqual(
      ['LICENCES-OF-OTHERS.txt', 'LICENSE', 'README.md', 'dist', 'examples.json', 'fonts'].concat(
        'migrations',
        'package.json',
        'portal',
        'verifier',
      ),
    )
    const files = readdirSync(own, { recursive: true, encoding: 'utf8' })
    expect(files.filter((path) => /\.(ts|tsx|map|tsbuildinfo)$|(^|\/)built-from$/.test(path))).toEqual([])
    const sizes = files.map((path) => lstatSync(join(own, path))).filter((file) => file.isFile())
    expect(sizes.reduce((sum, { size }) => sum + size, 0) / 1e6).toBeLessThan(megabytesMax)
  })
})

describe('tallystick serve', () => {
  it('keeps its data in ./data', () => {
    expect(readdirSync(join(folder, 'data'))).toEqual(expect.arrayContaining(['postgres', 'secrets.json']))
  })

  it('serves the portal, the verifier and the description of its API', async () => {
    expect((await fetch(`${url}/readyz`)).status).toBe(200)
    const page = await get('/portal/')
    const assets = [...page.body.toString().matchAll(/(?:src|href)="(\/portal\/assets\/[^"]+)"/g)]
    expect(assets.length).toBeGreaterThan(1)
    for (const [, path = ''] of assets) expect((await get(path)).body.length).toBeGreaterThan(0)
    expect((await get('/verify')).body.toString()).toContain('/portal/assets/')
    const program = await get('/verifier/tallystick.mjs')
    const sums = (await get('/verifier/SHA256SUMS')).body.toString()
    expect(sums).toContain(createHash('sha256').update(program.body).digest('hex'))
    expect((await get('/proof-format')).body.toString()).toContain('<h1')
    expect(JSON.parse((await get('/openapi.json')).body.toString())).toMatchObject({ openapi: '3.1.0' })
    expect((await get('/docs')).type).toContain('text/html')
  })

  it('stamps, and draws a certificate', async () => {
    const stamp = JSON.parse(await printed('stamp', '--hash', 'ab'.repeat(32), '--private', '--wait', '--json'))
    expect(JSON.parse(await printed('status', stamp.code, '--json'))).toMatchObject({ state: 'final' })
    await printed('proof', stamp.code, '--format', 'pdf', '--output', 'certificate.pdf')
    expect(readFileSync(join(folder, 'certificate.pdf')).subarray(0, 5).toString()).toBe('%PDF-')
  })
})

describe('tallystick admin', () => {
  it('prints its help, and finds the service of its folder', async () => {
    expect(await printed('admin', '--help')).toMatch(/^Usage: tallystick admin .*\n {2}audit /s)
    expect(JSON.parse(await printed('admin', 'audit', '--json'))).toMatchObject({ ok: true, entries: 1 })
  })

  it('exits with the code of the program', async () => {
    const wrong = tallystick(['admin', 'account', 'disable', 'nobody@example.com'])
    expect([await wrong.ended, wrong.output()]).toEqual([1, expect.stringContaining('nobody@example.com')])
    const unknown = tallystick(['serve', '--chekc'])
    expect([await unknown.ended, unknown.output()]).toEqual([1, expect.stringContaining("unknown option '--chekc'")])
  })
})

/** Runs a program of JavaScript. */
const runtimes: Record<string, () => Promise<[path: string, ...args: string[]]>> = {
  Node: async () => [process.execPath],
  ...(hasPrograms &&
    tier === 'long' && {
      Deno: async () => [await runtimePath('deno'), 'run', '--allow-all', '--node-modules-dir=manual'],
      Bun: async () => [await runtimePath('bun'), 'run'],
    }),
}

describe.each(Object.keys(runtimes))('sdk/README.md, in %s', (name) => {
  it('has examples that work as they stand, one after the other', async () => {
    const [runtime, ...args] = (await runtimes[name]?.()) ?? ['']
    const email = `${name}@example.com`
    const given = await printed('admin', 'account', 'create', '--email', email, '--name', 'Ada', '--json')
    const { clientId, secretKey } = JSON.parse(given)
    const blocks = blocksOf('sdk/README.md', 'js').filter((block) => block.includes('tallystick.'))
    expect(blocks.length).toBe(9)
    mkdirSync(join(folder, 'scans'), { recursive: true })
    for (const name of ['agreement.txt', 'backup.zip', 'scans/1.png', 'scans/2.png'])
      writeFileSync(join(folder, name), `${name} of ${clientId}`)
    writeFileSync(join(folder, 'agreement.pdf'), samplePdf())
    writeFileSync(join(folder, 'example.mjs'), blocks.join('\n').replace('http://127.0.0.1:3000', url))
    const env = { PATH: process.env.PATH, HOME: folder, CLIENT_ID: clientId, SECRET_KEY: secretKey }
    const { stdout } = await promisify(execFile)(runtime, [...args, 'example.mjs'], { cwd: folder, env })
    const scans = ['1.png 0x[0-9a-f]{64}\n', '2.png 0x[0-9a-f]{64}\n']
    // Bun lists a folder in no order.
    const listed = name === 'Bun' ? `(${scans.join('')}|${scans.toReversed().join('')})` : scans.join('')
    // Runtimes break the lines of objects and quote strings as they like.
    const lines = [
      `2 stamped, 0 of them earlier\n${listed}`,
      'stamped as (?<copy>R[0-9A-Z]{9}) without a timestamp\nfound as \\k<copy>\n',
      '[0-9A-Z]{10} customer-17\\nKim Example 1\\n',
      '0 of \\d+ bytes\n(?<size>\\d+) of \\k<size> bytes\n',
      '[0-9A-Z]{10} agreement.txt\n',
      '5 5 null\n',
      `stated \\[\\s+\\{\\s+kind: ['"]issuer-node['"],\\s+name: ['"](127.0.0.1|localhost):\\d+['"],?\\s+\\},?\\s+\\] \\[`,
      '404 stamp_not_found \\S+\n',
      '\\{\\s+used: 5,\\s+limit: \\d+,\\s',
    ]
    expect(stdout).toMatch(new RegExp(lines.join('[^]*')))
    expect(readFileSync(join(folder, 'copy.zip'), 'utf8')).toBe(`backup.zip of ${clientId}`)
    expect(readFileSync(join(folder, 'certificate.pdf'), 'latin1')).toMatch(/^%PDF-/)
  })
})

describe('SIGTERM', () => {
  it('stops the service, which exits with 0', async () => {
    service.kill('SIGTERM')
    expect(await service.ended, service.output()).toBe(0)
    await expect(fetch(`${url}/healthz`)).rejects.toThrow()
  })
})
