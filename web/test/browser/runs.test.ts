import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '../../../test/eventually.js'
import { unzipped } from '../../../test/unzip.js'
import { runs as de } from '../../src/texts/de/runs.js'
import { stamping as stampingDe } from '../../src/texts/de/stamping.js'
import { stamps as stampsDe } from '../../src/texts/de/stamps.js'
import { runs as en } from '../../src/texts/en/runs.js'
import { stamping as stampingEn } from '../../src/texts/en/stamping.js'
import { stamps as stampsEn } from '../../src/texts/en/stamps.js'
import { asAccount } from './as-account.js'
import { dragFromDisk } from './files-kit.js'
import { languages } from './languages.js'
import { expectGoodLooks } from './looks.js'
import { register } from './register.js'
import { hasBrowser, useVisitors } from './visitor.js'

const run = promisify(execFile)
const cli = fileURLToPath(new URL('../../../command/bin/tallystick.js', import.meta.url))
const words = {
  en: { ...en, stamping: stampingEn, stamps: stampsEn },
  de: { ...de, stamping: stampingDe, stamps: stampsDe },
}
const counted = (text: string, count: number) => text.replace('{{count, number}}', String(count))
const documents = 300
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tallystick-runs-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

describe.skipIf(!hasBrowser).each(languages('en'))('runs (%s)', (language) => {
  const visit = useVisitors()
  const w = words[language]

  it(`${documents} documents become one download, which verifies without the service`, async () => {
    const visitor = await visit({ language })
    const { page, open } = visitor
    await register(visitor)
    const annexes = join(folder, language, 'Annexes')
    await mkdir(annexes, { recursive: true })
    const names = Array.from({ length: documents }, (_, at) => `K${at + 1} Letter.pdf`)
    await Promise.all(names.map((name) => writeFile(join(annexes, name), `${language} ${name} ${Math.random()}`)))
    await open('/portal/stamps/new')
    await page.getByText(w.stamping.drop.title).waitFor()
    await dragFromDisk(visitor, page.locator('nav').first(), [annexes])
    const list = page.getByRole('region', { name: w.stamping.run.list })
    await list.getByText('K10 Letter.pdf').waitFor()
    expect((await list.getByRole('listitem').allInnerTexts()).slice(0, 3).map((text) => text.split('\n')[0])).toEqual([
      'K1 Letter.pdf',
      'K2 Letter.pdf',
      'K3 Letter.pdf',
    ])
    await page.getByRole('checkbox', { name: w.stamping.options.keepsFolders }).click()
    await page.getByRole('radio', { name: w.stamping.private }).click()
    await page.getByRole('button', { name: counted(w.stamping.run.submit_other, documents) }).click()
    await page.getByText(counted(w.stamping.run.doneTitle_other, documents)).waitFor()
    await page.getByRole('heading', { name: counted(w.take.proofs_other, documents) }).waitFor()
    await expectGoodLooks(visitor)

    await page.getByRole('link', { name: w.stamping.run.all }).click()
    await page.getByRole('heading', { level: 1, name: 'Annexes' }).waitFor()
    const table = page.getByRole('grid', { name: w.stamps.list })
    await table.getByText('K10 Letter.pdf').waitFor()
    expect((await table.getByRole('link').allInnerTexts()).slice(0, 3)).toEqual([
      'K1 Letter.pdf',
      'K2 Letter.pdf',
      'K3 Letter.pdf',
    ])
    await table.getByRole('row').nth(1).getByText('Annexes').waitFor()
    const { id } = await asAccount(visitor)
      .get('/hash', { params: { query: { search: 'K300', page: 1, limit: 1 } } })
      .then((found) => (found as unknown as { files: { run: { id: string } }[] }).files[0]?.run ?? { id: '' })
    expect(page.url()).toContain(id)
    await eventually('every stamp is final', async () => {
      const query = { run: id, state: 'submitted,confirmed', page: 1, limit: 1 }
      const left = (await asAccount(visitor).get('/hash', { params: { query } })) as { count: number }
      return left.count === 0
    })
    await expectGoodLooks(visitor)
    const [zip] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: w.take.zip }).click(),
    ])
    const proof = join(folder, `${language}.proof.json`)
    await writeFile(proof, unzipped(await readFile(await zip.path()), 'Annexes/K10 Letter.pdf.proof.json'))
    const verified = run(process.execPath, [cli, 'verify', join(annexes, 'K10 Letter.pdf'), proof])
    await expect(verified).rejects.toMatchObject({ code: 3, stdout: expect.stringMatching(/^CONSISTENT: /) })

    await page.getByRole('button', { name: w.rename.action }).click()
    await page.getByRole('textbox', { name: w.rename.label }).fill('Matter 118')
    await visitor.expectAccessible()
    await page.getByRole('dialog').getByRole('button', { name: w.rename.save }).click()
    await page.getByRole('heading', { level: 1, name: 'Matter 118' }).waitFor()
    await page.getByRole('link', { name: w.inList }).click()
    await page
      .getByRole('status')
      .filter({ hasText: String(documents) })
      .waitFor()
    await page.getByRole('link', { name: w.stamps.toRuns }).click()
    await page.getByRole('link', { name: 'Matter 118' }).focus()
    await page.keyboard.press('Enter')
    const pane = page.getByRole('region', { name: w.pane.label })
    await pane.getByRole('heading', { name: 'Matter 118' }).waitFor()
    await pane.getByRole('button', { name: w.take.zip }).waitFor()
    await expectGoodLooks(visitor)
    await pane.getByRole('button', { name: w.pane.close }).click()
    await pane.waitFor({ state: 'detached' })
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Matter 118')
    await page.keyboard.press('Enter')
    await pane.getByRole('link', { name: w.pane.page }).click()
    await page.getByRole('link', { name: 'K2 Letter.pdf' }).click()
    const stamp = page.getByRole('region', { name: w.stamps.pane.label })
    await stamp.getByRole('heading', { name: 'K2 Letter.pdf' }).waitFor()
    await page.getByRole('heading', { level: 1, name: 'Matter 118' }).waitFor()
    await expectGoodLooks(visitor)

    await page.setViewportSize({ width: 390, height: 844 })
    await open(`/portal/stamps/runs?open=${id}`)
    await page.getByRole('heading', { level: 1, name: 'Matter 118' }).waitFor()
  })

  it('keeps what failed with its reason, and members that the service did not hear of before the page closed', async () => {
    const visitor = await visit({ language })
    const { page, open } = visitor
    await register(visitor)
    const papers = join(folder, language, 'Papers')
    await mkdir(papers, { recursive: true })
    const names = ['a.txt', 'b.txt', 'c.txt']
    await Promise.all(names.map((name) => writeFile(join(papers, name), `${language} ${name} ${Math.random()}`)))
    // The service is asked to keep the members, and does not answer.
    await page.route('**/hash/runs/*/stamps', (route) => route.abort('connectionreset'))
    await page.route('**/hash', async (route) => {
      const isSecond = route.request().postData()?.includes('b.txt')
      const answer = { status: 400, contentType: 'application/json', headers: { 'error-code': 'invalid' } }
      if (!isSecond) return route.continue()
      await route.fulfill({ ...answer, body: JSON.stringify({ status: 400, message: 'refused', code: 'invalid' }) })
    })
    await open('/portal/stamps/new')
    await page.getByText(w.stamping.drop.title).waitFor()
    await dragFromDisk(visitor, page.locator('nav').first(), [papers])
    await page.getByRole('radio', { name: w.stamping.private }).click()
    await page.getByRole('button', { name: counted(w.stamping.run.submit_other, 3) }).click()
    await page.getByText(counted(w.stamping.run.failedTitle_one, 1)).waitFor()
    await expectGoodLooks(visitor)
    const href = (await page.getByRole('link', { name: w.stamping.run.all }).getAttribute('href')) ?? ''
    await eventually('members are kept in the browser', () =>
      page.evaluate(() => Object.keys(localStorage).some((key) => key.startsWith('tallystick.run-members.'))),
    )

    await page.unroute('**/hash/runs/*/stamps')
    await open('/portal/stamps/new')
    await page.getByText(w.stamping.drop.title).waitFor()
    await eventually('nothing is left to send', () =>
      page.evaluate(() => !Object.keys(localStorage).some((key) => key.startsWith('tallystick.run-members.'))),
    )
    await open(href)
    const table = page.getByRole('grid', { name: w.stamps.list })
    await table.getByText('c.txt').waitFor()
    expect(await table.getByRole('link').allInnerTexts()).toEqual(['a.txt', 'c.txt'])
  })
})
