import { randomBytes } from 'node:crypto'
import type { Locator, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { account as accountDe } from '../../src/texts/de/account/account.js'
import { files as filesDe } from '../../src/texts/de/files.js'
import { palette as de, keys as keysDe } from '../../src/texts/de/palette.js'
import { stamps as stampsDe } from '../../src/texts/de/stamps.js'
import { account as accountEn } from '../../src/texts/en/account/account.js'
import { files as filesEn } from '../../src/texts/en/files.js'
import { palette as en, keys as keysEn } from '../../src/texts/en/palette.js'
import { stamps as stampsEn } from '../../src/texts/en/stamps.js'
import { asAccount } from './as-account.js'
import { languages } from './languages.js'
import { expectGoodLooks } from './looks.js'
import { register } from './register.js'
import { hasBrowser, useVisitors } from './visitor.js'

const words = {
  en: { palette: en, keys: keysEn, account: accountEn, stamps: stampsEn, files: filesEn, other: 'Sprache: English' },
  de: { palette: de, keys: keysDe, account: accountDe, stamps: stampsDe, files: filesDe, other: 'Language: Deutsch' },
}
const lit = (page: Page) => page.locator('[role=option][data-highlighted]')
const focused = (locator: Locator) => locator.and(locator.page().locator(':focus'))

describe.skipIf(!hasBrowser).each(languages('de'))('the keyboard (%s)', (language) => {
  const visit = useVisitors()
  const w = words[language]

  it('opens stamps, folders and pages from the palette, by code or name', async () => {
    const visitor = await visit({ language, isNew: true })
    const { page, open } = visitor
    await register(visitor)
    const body = { hash: randomBytes(32).toString('hex'), filename: 'Minutes of May.pdf' }
    const { code } = await asAccount(visitor).post('/hash', { body })
    await open('/portal/network')
    await page.keyboard.press('ControlOrMeta+k')
    const input = page.getByRole('combobox', { name: w.palette.label })
    await focused(input).waitFor()
    await expectGoodLooks(visitor)
    // A code as people write it.
    await input.fill(`${code.slice(0, 5).toLowerCase()} - ${code.slice(5).replaceAll('0', 'o')}`)
    await lit(page).filter({ hasText: code }).waitFor()
    await page.keyboard.press('Enter')
    await page.waitForURL(`**/portal/stamps/${code}`)
    await page.locator('main:focus').waitFor()
    // Names, once typing rests.
    await page.getByRole('button', { name: w.palette.title }).click()
    await input.fill('minutes')
    await lit(page).filter({ hasText: 'Minutes of May.pdf' }).waitFor()
    await visitor.expectAccessible()
    await input.fill('no such thing')
    await page.getByText(w.palette.none.replace('{{text}}', 'no such thing')).waitFor()
    await visitor.expectAccessible()
    // An action of another page.
    await input.fill(w.palette.newFolder)
    await lit(page).filter({ hasText: w.palette.newFolder }).waitFor()
    await page.keyboard.press('Enter')
    await page.waitForURL('**/portal/files')
    const dialog = page.getByRole('dialog', { name: w.files.newFolder })
    await focused(dialog.getByRole('textbox')).waitFor()
    await page.keyboard.type('Minutes')
    await page.keyboard.press('Enter')
    await dialog.waitFor({ state: 'detached' })
    await page.keyboard.press('ControlOrMeta+k')
    await input.fill('minutes')
    await page.getByRole('option', { name: `Minutes ${w.palette.kinds.folder}` }).click()
    await page.getByRole('heading', { level: 1, name: 'Minutes' }).waitFor()
    // Escape closes it, and the focus returns.
    await focused(page.locator('main')).waitFor()
    await page.keyboard.press('ControlOrMeta+k')
    await focused(input).waitFor()
    await page.keyboard.press('Escape')
    await input.waitFor({ state: 'detached' })
    await focused(page.locator('main')).waitFor()
  })

  it('is a button on phones, and changes the language', async () => {
    const visitor = await visit({ language, isNew: true, width: 390, height: 844 })
    const { page, open } = visitor
    await register(visitor)
    await open('/portal/profile')
    await page.getByRole('button', { name: w.palette.title }).click()
    const input = page.getByRole('combobox', { name: w.palette.label })
    await input.fill(language === 'en' ? 'deutsch' : 'english')
    await expectGoodLooks(visitor)
    await page.getByRole('option').first().click()
    const other = words[language === 'en' ? 'de' : 'en']
    await page.getByRole('heading', { level: 1, name: other.account.profile.title }).waitFor()
    await page.locator(`html[lang=${language === 'en' ? 'de' : 'en'}]`).waitFor()
  })

  it('moves through lists, and help lists what works on the page', async () => {
    const visitor = await visit({ language, isNew: true })
    const { page, open } = visitor
    await register(visitor)
    const client = asAccount(visitor)
    for (const filename of ['A.pdf', 'B.pdf', 'C.pdf'])
      await client.post('/hash', { body: { hash: randomBytes(32).toString('hex'), filename } })
    for (const path of ['one', 'two'])
      await client.post('/v2/webhooks', {
        body: { redirectUrl: `https://hooks.example.com/${path}`, action: ['hash.reorged'] },
      })
    const row = (name: string) => focused(page.locator('[data-row-link]').filter({ hasText: name }))
    await open('/portal/stamps')
    await page.locator('[data-row-link]').filter({ hasText: 'A.pdf' }).waitFor()
    await page.keyboard.press('j')
    await row('C.pdf').waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('x')
    await row('B.pdf').waitFor()
    await page.locator('tr[aria-selected=true]').filter({ hasText: 'B.pdf' }).waitFor()
    await page.keyboard.press('k')
    await row('C.pdf').waitFor()
    // Help lists what the page handles, and the palette's own.
    const help = page.getByRole('dialog', { name: w.keys.title })
    await page.keyboard.press('?')
    await help.getByText(w.keys.does.select).waitFor()
    await help.getByText(w.keys.does.find).waitFor()
    expect(await help.getByText(w.keys.does.rename).count()).toBe(0)
    await expectGoodLooks(visitor)
    await page.keyboard.press('Escape')
    await help.waitFor({ state: 'detached' })
    // In a field, characters are characters.
    await page.keyboard.press('/')
    await page.keyboard.type('jkn?')
    await page.waitForURL('**/portal/stamps?q=jkn*')
    await open('/portal/webhooks')
    await page.locator('[data-row-link]').first().waitFor()
    await page.keyboard.press('j')
    await page.keyboard.press('j')
    await focused(page.locator('[data-row-link]').nth(1)).waitFor()
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/portal\/webhooks\?open=\w/)
    // Single characters can be turned off, for people who dictate.
    await open('/portal/profile')
    const toggle = page.getByRole('group', { name: w.account.profile.keys.label })
    await toggle.getByRole('button', { name: w.account.profile.keys.off }).click()
    await open('/portal/stamps')
    await page.locator('[data-row-link]').filter({ hasText: 'A.pdf' }).waitFor()
    for (const key of ['j', 'n', '?']) await page.keyboard.press(key)
    await page.keyboard.press('ControlOrMeta+k')
    await page.getByRole('combobox', { name: w.palette.label }).fill(w.palette.help)
    await page.keyboard.press('Enter')
    await help.getByText(w.keys.does.next, { exact: true }).waitFor()
    expect(await help.locator('kbd').allTextContents()).not.toEqual(expect.arrayContaining(['J']))
    expect(new URL(page.url()).pathname).toBe('/portal/stamps')
  })
})
