import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type DebianPrograms, debianPrograms } from '../../../test/debian.js'
import { sized } from '../../../test/tier.js'
import { unzippedPaths } from '../../../test/unzip.js'
import { copies as words } from '../../src/texts/en/copies.js'
import { stamping } from '../../src/texts/en/stamping.js'
import { pdfOf, sha256 } from './files-kit.js'
import { choose, usesOfPages } from './large-runs.js'
import { register } from './register.js'
import { hasBrowser, useVisitors } from './visitor.js'

const run = promisify(execFile)
const documents = sized({ short: 60, long: 300 })
const bytesMax = 600 * 2 ** 20
const counted = (text: string, count: number) => text.replace('{{count, number}}', String(count))
const nameOf = (at: number) => `${at + 1}.pdf`
let folder: string
let scans: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tallystick-copies-'))
  scans = join(folder, 'Scans')
  await mkdir(scans)
  for (let at = 0; at < documents; at++) {
    // As large as a few scanned pages.
    await writeFile(join(scans, nameOf(at)), pdfOf(1, randomBytes(2 ** 20)))
  }
})
afterAll(() => rm(folder, { recursive: true, force: true }))

describe.skipIf(!hasBrowser)('copies of many PDFs', () => {
  const visit = useVisitors()
  let debian: DebianPrograms
  beforeAll(async () => {
    // A browser from Debian's packages means that there are packages.
    debian = (await debianPrograms(['unzip'])) as DebianPrograms
  })

  it(`${documents} are made in at most 600 MB, and saved as one archive`, async () => {
    const visitor = await visit({ isNew: true })
    const { page, open } = visitor
    await register(visitor)
    await open('/portal/stamps/new')
    await choose(visitor, [scans], { asFolder: true })
    await page.getByRole('checkbox', { name: stamping.options.copies }).click()
    await page.getByLabel(words.name).waitFor()
    await page.getByRole('radio', { name: stamping.private }).click()
    await page.getByRole('button', { name: counted(stamping.run.submit_other, documents) }).click()
    const progress = page.getByRole('progressbar', { name: stamping.run.copying })
    await progress.waitFor()
    const done = page.getByText(counted(stamping.run.doneTitle_other, documents))
    const shares = new Set<string | null>()
    let peak = 0
    while (!(await done.isVisible())) {
      for (const { bytes } of (await usesOfPages(page)).values()) peak = Math.max(peak, bytes)
      if (await progress.isVisible()) shares.add(await progress.getAttribute('aria-valuenow').catch(() => null))
    }
    expect(peak).toBeGreaterThan(0)
    expect(peak).toBeLessThan(bytesMax)
    expect(shares.size).toBeGreaterThan(5)
    const [zip] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: words.save.zip }).click(),
    ])
    const unpacked = join(folder, 'unpacked')
    await zip.saveAs(join(folder, 'copies.zip'))
    await run(debian.path('unzip'), ['-q', join(folder, 'copies.zip'), '-d', unpacked], { env: debian.env })
    const copies = join(unpacked, 'Scans')
    expect(await readdir(copies)).toHaveLength(documents)
    for (let at = 0; at < documents; at++) {
      const original = await readFile(join(scans, nameOf(at)))
      const copy = await readFile(join(copies, `${at + 1}.${words.suffix}.pdf`))
      expect(sha256(copy.subarray(0, original.length))).toBe(sha256(original))
    }
  })

  it('can be cancelled; those that are stamped can still be saved', async () => {
    const visitor = await visit()
    const { page, open } = visitor
    await register(visitor)
    await open('/portal/stamps/new')
    await choose(visitor, [scans], { asFolder: true })
    await page.getByRole('checkbox', { name: stamping.options.copies }).click()
    await page.getByRole('radio', { name: stamping.private }).click()
    await page.getByRole('button', { name: counted(stamping.run.submit_other, documents) }).click()
    const list = page.getByRole('region', { name: stamping.run.list })
    await list.getByText(stamping.items.stamped).nth(2).waitFor()
    await page.getByRole('button', { name: stamping.run.cancel }).click()
    await page.getByText(stamping.drop.title).waitFor()
    const [zip] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: words.save.zip }).click(),
    ])
    const saved = unzippedPaths(await readFile(await zip.path()))
    expect(saved.filter((name) => name.endsWith('.pdf')).length).toBeGreaterThanOrEqual(3)
  })
})
