import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type DebianPrograms, debianPrograms } from '../../../test/debian.js'
import { makeSigningKey } from '../../../test/signing-key.js'
import { copies as en } from '../../src/texts/en/copies.js'
import { stamping as stampingEn } from '../../src/texts/en/stamping.js'
import { bodyLengths } from './body-lengths.js'
import { dragFromDisk, pdfOf, useDisk } from './files-kit.js'
import { expectGoodLooks } from './looks.js'
import { type Running, startService } from './run-service.js'
import { hasBrowser, useVisitors } from './visitor.js'

const w = { ...en, stamping: stampingEn }

describe.skipIf(!hasBrowser)('sealed copies', () => {
  const visit = useVisitors()
  const disk = useDisk()
  const dataDir = mkdtempSync(join(tmpdir(), 'tallystick-sealing-'))
  let key: ReturnType<typeof makeSigningKey>
  let service: Running
  let debian: DebianPrograms | null
  beforeAll(async () => {
    debian = await debianPrograms(['qpdf', 'poppler-utils', 'openssl'])
    key = makeSigningKey()
    const settings = { TSA: 'accounts', CERTIFICATE_KEY_FILE: key.file, SEAL_COPIES: 'true' }
    service = await startService(dataDir, join(dataDir, 'service.log'), settings)
  })
  afterAll(async () => {
    await service.stop()
    for (const folder of [dataDir, key.folder]) rmSync(folder, { recursive: true, force: true })
  })

  it('are sealed by the service, which gets digests alone; the choice is remembered', async () => {
    const visitor = await visit({ width: 390, height: 844, alsoAt: service.url })
    const { page, open } = visitor
    const { owner, url } = service
    await open(`${url}/portal/stamps/new`)
    await page.locator('input[type=email]').fill(owner.email)
    await page.locator('input[type=password]').fill(owner.password)
    await page.keyboard.press('Enter')
    await page.getByText(w.stamping.drop.title).waitFor()
    const original = pdfOf(1, Buffer.alloc(20_000, '% filling\n'))
    const paths: string[] = []
    page.on('request', (request) => paths.push(new URL(request.url()).pathname))
    const lengths = await bodyLengths(visitor)
    const path = await disk('sealed.pdf', original)
    await dragFromDisk(visitor, page.locator('main').first(), [path])
    await page.getByRole('checkbox', { name: w.stamping.options.copies }).click()
    await page.getByRole('checkbox', { name: w.seal }).click()
    await expectGoodLooks(visitor)
    await page.getByRole('radio', { name: w.stamping.private }).click()
    await page.getByRole('button', { name: w.stamping.run.submit_one.replace('{{count, number}}', '1') }).click()
    const saving = page.waitForEvent('download')
    await page.getByRole('button', { name: w.save.one }).click()
    const saved = join(dirname(path), 'copy.pdf')
    await (await saving).saveAs(saved)

    const copy = await readFile(saved)
    if (debian) {
      const { path: find, env } = debian
      const run = (program: string, ...args: string[]) => execFileSync(find(program), args, { env, encoding: 'utf8' })
      run('qpdf', '--check', saved)
      expect(run('pdfsig', '-nocert', saved)).toMatch(/Example Notary[\s\S]*Signature is Valid/)
    }
    expect(copy.subarray(0, original.length).equals(original)).toBe(true)
    const added = copy.toString('latin1', original.length)
    const [seal, timestamp] = ['/ETSI.CAdES.detached', '/ETSI.RFC3161'].map((name) => added.indexOf(name))
    expect(seal).toBeGreaterThan(0)
    expect(timestamp).toBeGreaterThan(seal as number)
    expect(paths).toContainEqual(expect.stringMatching(/^\/hash\/codes\/R\w{9}\/seal$/))
    const longest = Math.max(...lengths)
    expect(longest).toBeGreaterThan(64)
    expect(longest).toBeLessThan(1000)

    await page.getByRole('button', { name: w.stamping.run.more }).click()
    await page.getByText(w.stamping.drop.title).waitFor()
    await dragFromDisk(visitor, page.locator('main').first(), [path])
    await page.getByRole('checkbox', { name: w.seal, checked: true }).waitFor()
  })
})
