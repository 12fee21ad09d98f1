import { execFile } from 'node:child_process'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { type DebianPrograms, debianPrograms } from '../../../test/debian.js'
import { copies as de } from '../../src/texts/de/copies.js'
import { stamping as stampingDe } from '../../src/texts/de/stamping.js'
import { shared as sharedDe } from '../../src/texts/de/verify/public-page.js'
import { verify as verifyDe } from '../../src/texts/de/verify/verify.js'
import { copies as en } from '../../src/texts/en/copies.js'
import { stamping as stampingEn } from '../../src/texts/en/stamping.js'
import { shared as sharedEn } from '../../src/texts/en/verify/public-page.js'
import { verify as verifyEn } from '../../src/texts/en/verify/verify.js'
import { asAccount } from './as-account.js'
import { bodyLengths } from './body-lengths.js'
import { dragFromDisk, noise, pdfOf, say, sha256, useDisk } from './files-kit.js'
import { languages } from './languages.js'
import { expectGoodLooks } from './looks.js'
import { register } from './register.js'
import { hasBrowser, useVisitors, type Visitor } from './visitor.js'

const run = promisify(execFile)
const words = {
  en: { ...en, stamping: stampingEn, shared: sharedEn, verify: verifyEn },
  de: { ...de, stamping: stampingDe, shared: sharedDe, verify: verifyDe },
}
/** Makes documents longer than all that is sent about them. */
const filling = Buffer.alloc(20_000, '% filling\n')
const counted = (text: string, count: number) => text.replace('{{count, number}}', String(count))

interface StampOfCopy {
  code: string
  name: string
  type: string
  hash: string
  isEsign: boolean
  originalDocHash: string
}

/** Of stamps that the timestamps in copies have. */
const timestampType = '3'

/** Lists the stamps of an account, but for those of timestamps. */
async function stampsOf(visitor: Visitor): Promise<StampOfCopy[]> {
  const query = { page: 1, limit: 20 }
  const { files } = (await asAccount(visitor).get('/hash', { params: { query } })) as unknown as {
    files: StampOfCopy[]
  }
  return files.filter(({ type }) => type !== timestampType)
}

/** Saves what a button downloads, and returns its path. */
async function download(page: Page, button: string, folder: string): Promise<string> {
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: button }).click()])
  const path = join(folder, file.suggestedFilename())
  await file.saveAs(path)
  return path
}

describe.skipIf(!hasBrowser).each(languages('en'))('stamped copies of PDFs, %s', (language) => {
  const visit = useVisitors()
  const disk = useDisk()
  const w = words[language]
  let debian: DebianPrograms
  beforeAll(async () => {
    // A browser from Debian's packages means that there are packages.
    debian = (await debianPrograms(['qpdf', 'poppler-utils', 'openssl', 'unzip'])) as DebianPrograms
  })

  it('are made in the browser, stamped, and saved together; copy and original verify on the public page', async () => {
    const visitor = await visit({ language })
    const { page, open } = visitor
    await register(visitor)
    const originals = new Map<string, Buffer>()
    for (const pages of [1, 2, 3]) originals.set(`${language}-${pages}.pdf`, pdfOf(pages, filling))
    const paths = await Promise.all([...originals].map(([name, content]) => disk(name, content)))
    const folder = dirname(paths[0] ?? '')
    const damaged = await disk(`${language}-damaged.pdf`, Buffer.concat([Buffer.from('%PDF-1.7\n'), noise(2000)]))
    const other = await disk(`${language}-other.txt`, noise(20))
    await open('/portal/stamps/new')
    await page.getByText(w.stamping.drop.title).waitFor()
    const lengths = await bodyLengths(visitor)
    await dragFromDisk(visitor, page.locator('nav').first(), [...paths, damaged, other])
    await page.getByRole('checkbox', { name: w.stamping.options.copies }).click()
    await page.getByLabel(w.name).fill('東京')
    await page.getByText(w.problems.letters).waitFor()
    await page.getByLabel(w.name).fill('Größ & Söhne')
    const mark = page.getByRole('button', { name: say(w.place.mark, { left: '.*', top: '.*' }).split(',')[0] ?? '' })
    const before = await mark.getAttribute('aria-label')
    await mark.press('Shift+ArrowUp')
    await mark.press('ArrowLeft')
    expect(await mark.getAttribute('aria-label')).not.toBe(before)
    await page.getByRole('radio', { name: w.stamping.public }).click()
    await expectGoodLooks(visitor)

    await page.getByRole('button', { name: counted(w.stamping.run.submit_other, 5) }).click()
    await page.getByText(counted(w.stamping.run.doneTitle_other, 5)).waitFor()
    await page.getByText(say(w.unmarked, { problem: w.problems.damaged })).waitFor()
    await page.getByText(counted(w.without_one, 1)).click()
    await page.getByText(w.problems.damaged, { exact: true }).waitFor()
    await expectGoodLooks(visitor)
    const zip = await download(page, w.save.zip, folder)
    await page.getByText(w.save.saved_other).waitFor()
    expect(Math.max(...lengths)).toBeGreaterThan(64)
    expect(Math.max(...lengths)).toBeLessThan(filling.length)

    const unpacked = join(folder, `${language}-unpacked`)
    await mkdir(unpacked)
    await run(debian.path('unzip'), ['-q', zip, '-d', unpacked], { env: debian.env })
    const copyName = (name: string) => name.replace('.pdf', `.${w.suffix}.pdf`)
    expect((await readdir(unpacked)).sort()).toEqual([...originals.keys()].map(copyName).sort())
    const stamps = await stampsOf(visitor)
    expect(stamps.map(({ name }) => name).sort()).toEqual(
      [...[...originals.keys()].map(copyName), basename(damaged), basename(other)].sort(),
    )
    for (const [name, original] of originals) {
      const path = join(unpacked, copyName(name))
      const copy = await readFile(path)
      await run(debian.path('qpdf'), ['--check', path], { env: debian.env })
      expect(copy.subarray(0, original.length).equals(original)).toBe(true)
      // The service is a timestamping authority.
      expect(copy.includes('ETSI.RFC3161')).toBe(true)
      const stamp = stamps.find((one) => one.name === copyName(name))
      expect(stamp).toMatchObject({ hash: sha256(copy), isEsign: true, originalDocHash: sha256(original) })
    }

    const [name = ''] = originals.keys()
    const code = stamps.find((one) => one.name === copyName(name))?.code
    await open(`/s/${code}`)
    await page.getByRole('heading', { name: w.shared.own.eitherTitle }).waitFor()
    const give = (path: string) => page.locator('input[type=file]').first().setInputFiles(path)
    await give(join(unpacked, copyName(name)))
    await page.getByRole('heading', { name: w.shared.matches.copy.title }).waitFor()
    await expectGoodLooks(visitor)
    const original = await download(page, w.verify.original.save, folder)
    expect(await readFile(original)).toEqual(originals.get(name))
    await give(join(folder, name))
    await page.getByRole('heading', { name: w.shared.matches.original.title }).waitFor()
    const changed = join(folder, `${language}-changed.pdf`)
    await writeFile(changed, Buffer.concat([await readFile(join(unpacked, copyName(name))), Buffer.from(' ')]))
    await give(changed)
    await page.getByRole('heading', { name: say(w.shared.other.copyTitle, { name: basename(changed) }) }).waitFor()
    await expectGoodLooks(visitor)
  })

  it('are left out with the reason where none can be made, and one is saved as it is', async () => {
    const visitor = await visit({ language })
    const { page, open } = visitor
    await register(visitor)
    const good = await disk(`${language}-good.pdf`, pdfOf(1))
    const damaged = await disk(`${language}-bad.pdf`, Buffer.concat([Buffer.from('%PDF-1.7\n'), noise(2000)]))
    await open('/portal/stamps/new')
    await page.getByText(w.stamping.drop.title).waitFor()
    await dragFromDisk(visitor, page.locator('nav').first(), [good, damaged])
    await page.getByRole('checkbox', { name: w.stamping.options.copies }).click()
    await page.getByRole('button', { name: w.othersAre.leave }).click()
    await page.getByRole('button', { name: w.pages.own }).click()
    await page.getByText(w.place.ownHint).waitFor()
    await page.getByRole('radio', { name: w.stamping.private }).click()
    await page.getByRole('button', { name: counted(w.stamping.run.submit_other, 2) }).click()
    await page.getByText(counted(w.stamping.run.failedTitle_one, 1)).waitFor()
    await page.getByRole('alert').getByText(w.problems.damaged).waitFor()
    const href = (await page.getByRole('link', { name: w.stamping.run.all }).getAttribute('href')) ?? ''
    // Other documents take nothing from copies that weren't saved.
    await page.getByRole('button', { name: w.stamping.run.more }).click()
    await page.getByText(w.stamping.drop.title).waitFor()
    const copy = await readFile(await download(page, w.save.one, dirname(good)))
    expect(copy.subarray(0, pdfOf(1).length).equals(pdfOf(1))).toBe(true)
    expect((await stampsOf(visitor)).map(({ hash }) => hash)).toEqual([sha256(copy)])

    // The choice is kept, and so is the reason.
    await open(href)
    await page.getByText(w.problems.damaged).waitFor()
    await open('/portal/stamps/new')
    await page.getByText(w.stamping.drop.title).waitFor()
    await dragFromDisk(visitor, page.locator('nav').first(), [good])
    await page.getByText(w.place.ownHint).waitFor()
    await page.getByRole('button', { name: w.othersAre.leave, pressed: true }).waitFor()
  })
})
