import { execFile } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '../../../test/eventually.js'
import { common as commonDe } from '../../src/texts/de/general.js'
import { stamping as stampingDe } from '../../src/texts/de/stamping.js'
import { stamps as de } from '../../src/texts/de/stamps.js'
import { common as commonEn } from '../../src/texts/en/general.js'
import { stamping as stampingEn } from '../../src/texts/en/stamping.js'
import { stamps as en } from '../../src/texts/en/stamps.js'
import { asAccount } from './as-account.js'
import { languages } from './languages.js'
import { expectGoodLooks } from './looks.js'
import { register } from './register.js'
import { hasBrowser, useVisitors } from './visitor.js'

const run = promisify(execFile)
const cli = fileURLToPath(new URL('../../../command/bin/tallystick.js', import.meta.url))
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tallystick-stamps-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** Creates a unique document. */
async function document(name: string): Promise<{ path: string; hash: string }> {
  const content = randomBytes(1000)
  const path = join(folder, name)
  await writeFile(path, content)
  return { path, hash: createHash('sha256').update(content).digest('hex') }
}

const someHash = () => randomBytes(32).toString('hex')
const words = {
  en: { ...en, stamping: stampingEn, common: commonEn },
  de: { ...de, stamping: stampingDe, common: commonDe },
}

/** Picks the plural form as i18next does. */
const counted = (texts: { one: string; other: string }, count: number) =>
  (count === 1 ? texts.one : texts.other).replace('{{count, number}}', String(count))

describe.skipIf(!hasBrowser).each(languages('de'))('%s', (language) => {
  const visit = useVisitors()
  const w = words[language]
  const submit = (page: Page, count: number) => {
    const { submit_one: one, submit_other: other } = w.stamping.run
    return page.getByRole('button', { name: counted({ one, other }, count) })
  }

  it('stamps a document privately with a description; its proof verifies without the service', async () => {
    const visitor = await visit({ language })
    const { page, open } = visitor
    await register(visitor)
    await open('/portal/stamps')
    await page.getByText(w.emptyTitle).waitFor()
    await expectGoodLooks(visitor)
    await page.getByRole('link', { name: w.new }).click()
    await page.getByText(w.stamping.drop.text).waitFor()
    await expectGoodLooks(visitor)

    const { path, hash } = await document("Ada's contract.pdf")
    await page.locator('input[type=file]').first().setInputFiles(path)
    await page.getByText(w.stamping.items.ready).waitFor()
    await page.getByRole('radio', { name: w.stamping.private }).click()
    await page.getByRole('button', { name: w.stamping.options.addDescription }).click()
    await page.getByRole('textbox', { name: w.stamping.options.description }).fill('signed by both')
    await expectGoodLooks(visitor)
    await submit(page, 1).click()
    await page.getByText(w.stamping.steps.finalText).waitFor()
    await expectGoodLooks(visitor)

    await page.getByRole('link', { name: w.stamping.run.open }).click()
    await page.getByRole('heading', { name: "Ada's contract.pdf" }).waitFor()
    await page.getByText(w.one.privateTitle).waitFor()
    await page.getByText('signed by both').waitFor()
    await page.getByText(w.one.technical).click()
    await page.getByText(hash, { exact: true }).waitFor()
    await expectGoodLooks(visitor)

    const download = async (format: string) => {
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: `${w.one.download}: ${format}` }).click(),
      ])
      const saved = join(folder, file.suggestedFilename())
      await file.saveAs(saved)
      return saved
    }
    await download(w.one.formats.json)
    await download(w.one.formats.ots)
    expect((await readFile(await download(w.one.formats.pdf))).subarray(0, 5).toString()).toBe('%PDF-')
    expect(await readFile(await download(w.one.formats.html), 'utf8')).toContain(`<html lang="${language}"`)
    await page.getByRole('button', { name: w.one.copyCommand }).click()
    const command = await page.evaluate(() => navigator.clipboard.readText())
    expect(command).toMatch(/^node tallystick\.mjs verify /)
    const verify = run('bash', ['-c', command.replace('node tallystick.mjs', `node ${cli}`)], { cwd: folder })
    await expect(verify).rejects.toMatchObject({ code: 3, stdout: expect.stringMatching(/^CONSISTENT: /) })
  })

  it('a public stamp has a public page; the same document is not stamped twice', async () => {
    const visitor = await visit({ language, width: 360, height: 780 })
    const { page, open } = visitor
    await register(visitor)
    await open('/portal/stamps/new')
    const { path, hash } = await document('Report.txt')
    await page.locator('input[type=file]').first().setInputFiles(path)
    // Public is for good: nobody chooses it unasked.
    expect(await page.getByRole('radio', { checked: true }).count()).toBe(0)
    await submit(page, 1).click()
    await page.getByText(w.stamping.options.missing).waitFor()
    await expectGoodLooks(visitor)
    await page.getByRole('radio', { name: w.stamping.public }).click()
    await submit(page, 1).click()
    await page.getByText(w.stamping.steps.finalText).waitFor()
    await page.getByRole('button', { name: w.stamping.run.more }).click()
    // The choice is remembered.
    await page.locator('input[type=file]').first().setInputFiles(path)
    await submit(page, 1).click()
    await page.getByText(w.stamping.run.onlyExistingText).waitFor()
    await page.getByRole('link', { name: w.stamping.run.open }).click()
    await page.getByRole('img', { name: w.one.qr }).waitFor()
    await page.getByRole('button', { name: w.one.link }).click()
    const link = await page.evaluate(() => navigator.clipboard.readText())
    const { code } = (await asAccount(visitor).get('/hash', { params: { query: { id: hash } } })) as { code: string }
    expect(link).toMatch(new RegExp(`^http://localhost:\\d+/s/${code}$`))
    await visitor.expectAccessible()
  })

  it('a private stamp becomes public, and its details are published and hidden, each after a question', async () => {
    const visitor = await visit({ language, width: 360, height: 780 })
    const { page, open } = visitor
    await register(visitor)
    const service = asAccount(visitor)
    const hidden = { hash: someHash(), filename: 'Plan.pdf', isPrivate: true, metadata: { description: 'draft' } }
    const { code } = await service.post('/hash', { body: hidden })
    const details = async () => (await fetch(new URL(`/s/${code}`, page.url()))).text()
    const { visibility: v } = w.one
    const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
    const confirm = (name: string) => page.getByRole('dialog').getByRole('button', { name, exact: true }).click()
    await open(`/portal/stamps/${code}`)
    await page.getByText(w.one.privateTitle).waitFor()
    await press(v.makePublic)
    await page.getByText(v.makePublicText).waitFor()
    await visitor.expectAccessible()
    await confirm(v.makePublic)
    await page.getByText(v.hidden).waitFor()
    await page.getByRole('img', { name: w.one.qr }).waitFor()
    expect(await details()).not.toContain('draft')
    await press(v.showDetails)
    await confirm(v.showDetails)
    await page.getByText(w.one.shareAllText).waitFor()
    expect(await details()).toContain('draft')
    await press(v.hideDetails)
    await page.getByText(v.hidden).waitFor()
    expect(await details()).not.toContain('draft')
    const taken = someHash()
    await service.post('/hash', { body: { hash: taken } })
    const twin = await service.post('/hash', { body: { hash: taken, isPrivate: true } })
    await open(`/portal/stamps/${twin.code}`)
    await press(v.makePublic)
    await confirm(v.makePublic)
    await page.getByText(v.failed).waitFor()
  })

  it('shows a run at once, in one piece', async () => {
    const visitor = await visit({ language })
    const { page, open } = visitor
    await register(visitor)
    await open('/portal/stamps/new')
    await page.getByRole('tablist').waitFor()
    const tabs = await page
      .locator('input[type=file]')
      .first()
      .evaluate(async (input: HTMLInputElement) => {
        const chosen = new DataTransfer()
        chosen.items.add(new File(['early'], 'early.txt'))
        input.files = chosen.files
        input.dispatchEvent(new Event('change', { bubbles: true }))
        // Two frames: far less than the time between two updates of progress.
        for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame)
        return input.ownerDocument.querySelectorAll('[role=tablist]').length
      })
    expect(tabs).toBe(0)
  })

  it('keeps the documents that were chosen before the panel of a run came, and loads it again when that failed', async () => {
    const visitor = await visit({ language })
    const { page, open } = visitor
    await register(visitor)
    await page.route(/\/assets\/run-panel-/, (route) => route.abort())
    await open('/portal/stamps/new')
    await page
      .locator('input[type=file]')
      .first()
      .setInputFiles((await document('early.txt')).path)
    await page.getByText(w.common.crashed).waitFor()
    await expectGoodLooks(visitor)
    await page.unroute(/\/assets\/run-panel-/)
    await page.getByRole('button', { name: w.common.retry }).click()
    await submit(page, 1).waitFor()
  })

  it('stamps pasted sha256sum output by keyboard alone, and explains invalid lines', async () => {
    const visitor = await visit({ language })
    const { page, open } = visitor
    await register(visitor)
    await open('/portal/stamps/new')
    await page.getByRole('tab', { name: w.make.files }).focus()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Enter')
    expect(await page.getByRole('textbox').getAttribute('spellcheck')).toBe('false')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await page.keyboard.insertText(`${someHash()}  a.txt\n${'ab'.repeat(20)}  old.txt`)
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.getByText(w.make.tooWeak.replace('{{line}}', '2')).waitFor()
    await expectGoodLooks(visitor)
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('Control+A')
    await page.keyboard.insertText(`${someHash()}  a.txt\n0x${someHash().toUpperCase()} *b.txt\n\n${someHash()}`)
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await submit(page, 3).waitFor()
    await page.getByRole('radio', { name: w.stamping.private }).focus()
    await page.keyboard.press('Space')
    await submit(page, 3).focus()
    await page.keyboard.press('Enter')
    await page
      .getByText(counted({ one: w.stamping.run.doneTitle_one, other: w.stamping.run.doneTitle_other }, 3))
      .waitFor()
    await page.getByRole('link', { name: 'b.txt' }).waitFor()
  })

  it('the list searches, filters, sorts, scrolls to its end and shows changes made elsewhere', async () => {
    const visitor = await visit({ language })
    const { page, open } = visitor
    await register(visitor)
    const service = asAccount(visitor)
    const items = Array.from({ length: 220 }, (_, at) => ({
      hash: someHash(),
      filename: `Invoice ${at}.pdf`,
      isPrivate: at % 20 === 0,
    }))
    await service.post('/multi-stamp', { body: items })
    await open('/portal/stamps')
    const table = page.getByRole('grid', { name: w.list })
    const names = table.getByRole('link')
    const counted = (text: string | RegExp) => page.getByRole('status').filter({ hasText: text }).waitFor()
    const choose = async (filter: string, option: string, role: 'menuitemradio' | 'menuitemcheckbox') => {
      await page.getByRole('button', { name: filter }).click()
      await page.getByRole(role, { name: option, exact: true }).click()
      await page.keyboard.press('Escape')
    }
    await counted('220')
    await page.getByText(w.stamping.live, { exact: true }).waitFor()
    await expectGoodLooks(visitor)
    const zone = w.common.timesIn.replace('{{zone}}', 'UTC')
    await table.getByRole('columnheader', { name: w.columns.blockTime }).and(page.getByTitle(zone)).waitFor()
    expect(await names.count()).toBeLessThan(80)
    await names.first().focus()
    await eventually('the end is in view', async () => {
      await page.keyboard.press('End')
      return table.locator('[aria-rowindex="221"]').isVisible()
    })

    await service.post('/hash', { body: { hash: someHash(), filename: 'Elsewhere.txt' } })
    await page.keyboard.press('Home')
    await table
      .getByRole('row')
      .nth(1)
      .filter({ hasText: 'Elsewhere.txt' })
      .filter({ hasText: w.stamping.states.final })
      .waitFor()

    await page.getByRole('searchbox').fill('invoice 4')
    await page.waitForURL('**/stamps?q=*')
    await counted(/^11 /)
    await page.getByRole('button', { name: w.columns.name, exact: true }).click()
    await page.waitForURL('**sort=name*')
    await table.getByRole('columnheader', { name: w.columns.name }).and(page.locator('[aria-sort=ascending]')).waitFor()
    await eventually('K2 stands before K10', async () => {
      const [first, second, third] = await names.allInnerTexts()
      return [first, second, third].join() === 'Invoice 4.pdf,Invoice 40.pdf,Invoice 41.pdf'
    })
    await choose(w.who, w.whos.private, 'menuitemradio')
    await counted(/^1 /)
    await table.getByText('Invoice 40.pdf').waitFor()
    await choose(w.state, w.stamping.states.submitted, 'menuitemcheckbox')
    await page.getByText(w.noneTitle).waitFor()
    await visitor.expectAccessible()
    await page.getByRole('link', { name: w.clear }).click()
    await eventually('the search is empty', async () => (await page.getByRole('searchbox').inputValue()) === '')
    await page.getByRole('button', { name: w.period.title }).click()
    await page.getByLabel(w.period.to, { exact: true }).fill('2020-01-01')
    await page.getByText(w.noneTitle).waitFor()
    await visitor.expectAccessible()
    await page.getByRole('button', { name: w.period.clear }).click()
    await page.keyboard.press('Escape')
    await page.getByRole('searchbox').fill(items[7]?.hash ?? '')
    await page.getByText(w.found).waitFor()
    await page.getByRole('link', { name: 'Invoice 7.pdf' }).waitFor()

    await open('/portal/stamps/0000000000')
    await page.getByText(w.one.missingText).waitFor()
    await visitor.expectAccessible()
  })

  it('selects by keys and acts on many: tags, a list, making public; the open stamp stands beside them', async () => {
    const visitor = await visit({ language })
    const { page, open } = visitor
    await register(visitor)
    const service = asAccount(visitor)
    const items = Array.from({ length: 130 }, (_, at) => ({
      hash: someHash(),
      filename: at === 7 ? '=1+1.pdf' : `K${at}.pdf`,
      isPrivate: true,
    }))
    await service.post('/multi-stamp', { body: items })
    await open('/portal/stamps?sort=name&q=k')
    const table = page.getByRole('grid', { name: w.list })
    const bar = page.getByRole('toolbar')
    await table.getByText('K0.pdf').waitFor()

    await page.keyboard.press('j')
    await page.keyboard.press('Space')
    await page.keyboard.press('Shift+ArrowDown')
    await page.keyboard.press('Shift+J')
    await bar.getByText(w.selection.of.replace('{{chosen}}', '3').replace('{{all}}', '129')).waitFor()
    expect(await table.locator('[aria-selected=true]').count()).toBe(3)
    await expectGoodLooks(visitor)
    await bar.getByRole('button', { name: w.selection.tag }).click()
    await page.getByRole('textbox', { name: w.labels.add }).fill('Matter 118, signed')
    await visitor.expectAccessible()
    await page.getByRole('button', { name: w.labels.save }).click()
    await table.getByRole('row').filter({ hasText: 'K2.pdf' }).filter({ hasText: 'Matter 118, signed' }).waitFor()
    await page.getByRole('searchbox').fill('matter 118')
    await table.getByText('K3.pdf').waitFor({ state: 'hidden' })
    await page.getByRole('status').filter({ hasText: /^3 / }).waitFor()

    await table.getByRole('link', { name: 'K1.pdf' }).focus()
    await page.keyboard.press('Control+A')
    await bar.getByRole('button', { name: w.selection.publish }).click()
    await page.getByText(w.publish.text).waitFor()
    await visitor.expectAccessible()
    await page.getByRole('dialog').getByRole('button', { name: w.one.visibility.makePublic }).click()
    await table.getByRole('row').filter({ hasText: 'K1.pdf' }).filter({ hasText: w.stamping.public }).waitFor()

    await table.getByRole('link', { name: 'K1.pdf' }).focus()
    await page.keyboard.press('Enter')
    const pane = page.getByRole('region', { name: w.pane.label })
    await pane.getByRole('heading', { name: 'K1.pdf' }).waitFor()
    await pane.getByRole('textbox', { name: w.labels.note }).fill('Original in folder 4.')
    await pane.getByRole('button', { name: w.labels.save }).click()
    await page.getByText(w.labels.noteSaved).waitFor()
    await expectGoodLooks(visitor)
    await page.getByRole('searchbox').fill('original in')
    await page.getByRole('status').filter({ hasText: /^1 / }).waitFor()

    await open('/portal/stamps')
    await table.getByRole('link').first().focus()
    await page.keyboard.press('Control+A')
    await bar.getByText(w.selection.of.replace('{{chosen}}', '130').replace('{{all}}', '130')).waitFor()
    await bar.getByRole('button', { name: w.selection.list }).click()
    const [list] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: 'CSV' }).click(),
    ])
    const lines = (await readFile(await list.path(), 'utf8')).trimEnd().split('\r\n')
    expect(lines).toHaveLength(131)
    expect(lines.filter((line) => line.includes('Matter 118'))).toHaveLength(3)
    expect(lines.filter((line) => /(^|,)"?[=+@-]/.test(line))).toEqual([])
  })
})
