import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { eventually } from '../../../test/eventually.js'
import { common as de } from '../../src/texts/de/general.js'
import { refusals as errorsDe } from '../../src/texts/de/refusals.js'
import { common as en } from '../../src/texts/en/general.js'
import { refusals as errorsEn } from '../../src/texts/en/refusals.js'
import { filesWords, rowOf, say } from './files-kit.js'
import { languages } from './languages.js'
import { expectGoodLooks } from './looks.js'
import { register } from './register.js'
import { seedFor } from './seed.js'
import { hasBrowser, useVisitors } from './visitor.js'

const common = { en, de }
const errors = { en: errorsEn, de: errorsDe }

describe.skipIf(!hasBrowser).each(languages('en'))('bulk actions (%s)', (language) => {
  const visit = useVisitors()
  const words = filesWords[language]
  const link = (page: Page, name: string) => rowOf(page, name).getByRole('link', { name, exact: true })
  /** Returns the names of the selected items, from the top. */
  const chosen = (page: Page) =>
    page.locator('main tr[data-index]:has(input:checked) [data-row-link]').allTextContents()
  const action = (page: Page, name: string) => page.locator('main').getByRole('button', { name, exact: true })
  const rows = (page: Page) => page.locator('main tr[data-index]')
  const rowsAre = (page: Page, count: number) =>
    eventually(`the list has ${count} rows`, async () => (await rows(page).count()) === count)

  test('select by mouse and keyboard, move and delete together, with one undo for all', async () => {
    const visitor = await visit({ language })
    const { page } = visitor
    await register(visitor)
    const seed = await seedFor(visitor)
    const inbox = await seed.folder('Inbox')
    const archive = await seed.folder('Archive')
    // The target already has a folder of this name.
    await seed.folder('Annex', 'private', archive)
    const annex = await seed.folder('Annex', 'private', inbox)
    await seed.file(annex, 'inside.txt')
    for (const name of ['e.txt', 'd.txt', 'c.txt', 'b.txt', 'a.txt']) await seed.file(inbox, name)
    await visitor.open(`/portal/files/${inbox}`)
    await link(page, 'e.txt').waitFor()

    // The mouse: add one, then a range.
    await link(page, 'a.txt').click({ modifiers: ['ControlOrMeta'] })
    await link(page, 'c.txt').click({ modifiers: ['ControlOrMeta'] })
    expect(await chosen(page)).toEqual(['a.txt', 'c.txt'])
    await link(page, 'c.txt').click({ modifiers: ['ControlOrMeta'] })
    await rowOf(page, 'd.txt').click({ modifiers: ['Shift'], position: { x: 300, y: 18 } })
    expect(await chosen(page)).toEqual(['c.txt', 'd.txt'])
    await expectGoodLooks(visitor)
    expect(page.url()).toMatch(new RegExp(`${inbox}$`))

    // The keyboard: Space selects, with Shift a range, Ctrl+A all, Escape none.
    await page.getByRole('button', { name: words.chooseNone }).click()
    await link(page, 'a.txt').press(' ')
    await page.keyboard.press('Shift+ArrowDown')
    await page.keyboard.press('Shift+ArrowDown')
    expect(await chosen(page)).toEqual(['a.txt', 'b.txt', 'c.txt'])
    await page.keyboard.press('Shift+ArrowUp')
    expect(await chosen(page)).toEqual(['a.txt', 'b.txt'])
    await page.keyboard.press('ControlOrMeta+a')
    await page
      .getByRole('toolbar')
      .getByText(say(words.chosenOf, { chosen: 6, all: 6 }))
      .waitFor()
    await page.keyboard.press('Escape')
    expect(await chosen(page)).toEqual([])

    // Bin them with a key, and restore both with one undo.
    await page.keyboard.press(' ')
    await page.keyboard.press('Shift+ArrowDown')
    await page.keyboard.press('Delete')
    const message = page.getByRole('dialog', { name: say(words.binned_other, { count: 2 }) })
    await rowOf(page, 'b.txt').waitFor({ state: 'detached' })
    await rowsAre(page, 4)
    await message.getByRole('button', { name: common[language].undo }).click()
    await rowOf(page, 'b.txt').waitFor()
    await rowOf(page, 'c.txt').waitFor()

    // An item that cannot be moved is named with the reason and stays selected; the others have moved.
    await page.getByRole('checkbox', { name: words.chooseAll }).click()
    await action(page, words.action.move).click()
    await page.getByRole('dialog').getByRole('treeitem', { name: 'Archive' }).click()
    await page.getByRole('button', { name: say(words.moveTo, { name: 'Archive' }) }).click()
    const refused = page.getByRole('alert').filter({ hasText: say(words.notDone_one, { name: 'Annex' }) })
    await refused.filter({ hasText: errors[language].folder_exists }).waitFor()
    await page.getByText(say(words.moved_other, { count: 5, folder: 'Archive' })).waitFor()
    expect(await chosen(page)).toEqual(['Annex'])
    await rowsAre(page, 1)

    // Drag them together; then cut, and paste elsewhere.
    await visitor.open(`/portal/files/${archive}`)
    await link(page, 'a.txt').click({ modifiers: ['ControlOrMeta'] })
    await link(page, 'b.txt').click({ modifiers: ['ControlOrMeta'] })
    await rowOf(page, 'a.txt').dragTo(rowOf(page, 'Annex'))
    await page.getByText(say(words.moved_other, { count: 2, folder: 'Annex' })).waitFor()
    await rowOf(page, 'Annex')
      .getByText(say(words.count_other, { count: 2 }))
      .waitFor()
    await link(page, 'c.txt').press(' ')
    await link(page, 'd.txt').press(' ')
    await page.keyboard.press('ControlOrMeta+x')
    await page.getByText(say(words.held.choose_other, { count: 2 })).waitFor()
    await link(page, 'Annex').click()
    await page.getByText(say(words.held.ready_other, { count: 2 })).waitFor()
    await visitor.expectAccessible()
    await page.keyboard.press('ControlOrMeta+v')
    await rowOf(page, 'c.txt').waitFor()
    await rowsAre(page, 4)
  })

  test('on a phone: restore several, purge several, empty the bin', async () => {
    // So tall that no bar lies above a row: a button of which half is covered is too small.
    const visitor = await visit({ language, width: 360, height: 1200, theme: 'dark' })
    const { page } = visitor
    await register(visitor)
    const seed = await seedFor(visitor)
    const folder = await seed.folder('Inbox')
    const names = Array.from({ length: 9 }, (_, at) => `${at}.txt`)
    for (const name of names) await seed.file(folder, name)
    await seed.folder('Old')
    await visitor.open('/portal/files')
    await rowOf(page, 'Old')
      .getByRole('button', { name: say(words.actionsOf, { name: 'Old' }) })
      .click()
    await page.getByRole('menuitem', { name: words.action.bin }).click()
    await rowOf(page, 'Old').waitFor({ state: 'detached' })
    await visitor.open(`/portal/files/${folder}`)
    const tick = (name: string) => page.getByRole('checkbox', { name: say(words.choose, { name }), exact: true })
    for (const name of names.slice(1)) await tick(name).click()
    await visitor.expectAccessible()
    await action(page, words.action.bin).click()
    await rowOf(page, '8.txt').waitFor({ state: 'detached' })
    await rowsAre(page, 1)

    await visitor.open('/portal/files/bin')
    await rowsAre(page, 9)
    await tick('1.txt').click()
    await tick('2.txt').click()
    await visitor.expectAccessible()
    await action(page, words.restore).click()
    await page.getByText(say(words.restored_other, { count: 2 })).waitFor()
    await rowsAre(page, 7)
    await tick('3.txt').press(' ')
    await page.keyboard.press('Shift+ArrowDown')
    await page.keyboard.press('Delete')
    await page.getByText(say(words.eraseTitle_other, { count: 2 })).waitFor()
    await page.getByText(words.eraseMeans.several).waitFor()
    await visitor.expectAccessible()
    await page.getByRole('dialog').getByRole('button', { name: words.erase, exact: true }).click()
    await page.getByText(say(words.erased_other, { count: 2 })).waitFor()
    await rowsAre(page, 5)

    await page.getByRole('button', { name: words.emptyBin.action }).click()
    await page.getByText(say(words.emptyBin.what_other.replace(', number', ''), { count: 5 })).waitFor()
    await page.getByText(words.eraseMeans.chain).waitFor()
    await visitor.expectAccessible()
    await page.keyboard.press('Escape')
    await rowsAre(page, 5)
    await page.getByRole('button', { name: words.emptyBin.action }).click()
    await page.getByRole('dialog').getByRole('button', { name: words.erase, exact: true }).click()
    await page.getByText(words.empty.bin, { exact: true }).first().waitFor()
    await page.reload()
    await page.getByText(words.empty.binText).waitFor()
    expect(await page.getByRole('button', { name: words.emptyBin.action }).count()).toBe(0)
    await visitor.open(`/portal/files/${folder}`)
    await rowOf(page, '2.txt').waitFor()
    expect((await rows(page).locator('[data-row-link]').allTextContents()).sort()).toEqual(['0.txt', '1.txt', '2.txt'])
  })
})
