import { randomBytes } from 'node:crypto'
import type { Download } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { wallTime } from '../../../test/wall-time.js'
import { asAccount } from './as-account.js'
import { languages } from './languages.js'
import { register } from './register.js'
import { hasBrowser, useVisitors } from './visitor.js'

const words = {
  en: {
    menu: /^Your account/,
    title: 'Data and account',
    download: 'Download everything',
    downloaded: 'Archive downloaded',
    start: 'Delete account…',
    password: 'Your password',
    submit: 'Delete in 14 days',
    wrong: /The password is wrong/,
    banner: 'Account deletion',
    keep: 'Keep my account',
    kept: 'Your account will be kept',
  },
  de: {
    menu: /^Ihr Konto/,
    title: 'Daten und Konto',
    download: 'Alles herunterladen',
    downloaded: 'Archiv heruntergeladen',
    start: 'Konto löschen …',
    password: 'Ihr Passwort',
    submit: 'In 14 Tagen löschen',
    wrong: /Das Passwort ist falsch/,
    banner: 'Kontolöschung',
    keep: 'Konto behalten',
    kept: 'Ihr Konto bleibt bestehen',
  },
}

describe.skipIf(!hasBrowser).each(languages('de'))('the account, %s', (language) => {
  const visit = useVisitors()
  const w = words[language]

  it('exports everything as one archive with every proof', async () => {
    const visitor = await visit({ language })
    const { page } = visitor
    await register(visitor)
    await visitor.open('/portal/')
    const { code } = await asAccount(visitor).post('/hash', { body: { hash: randomBytes(32).toString('hex') } })
    await page.getByRole('button', { name: w.menu }).click()
    await page.getByRole('menuitem', { name: w.title }).click()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: w.download }).click(),
    ])
    await page.getByText(w.downloaded).waitFor()
    await visitor.expectAccessible()
    expect(download.suggestedFilename()).toMatch(/^tallystick-export-[\d-]+\.zip$/)
    // Names in an archive are not compressed.
    const archive = await text(download)
    expect(archive.startsWith('PK')).toBe(true)
    for (const name of ['README.txt', 'account.json', `proofs/${code}`]) expect(archive).toContain(name)
  })

  it('is deleted in 14 days, shows it on every page, and stays when the deletion is cancelled', async () => {
    const visitor = await visit({ language, width: 360, height: 780 })
    const { page } = visitor
    const { password } = await register(visitor)
    await visitor.open('/portal/account')
    await page.getByRole('button', { name: w.start }).waitFor()
    await visitor.expectAccessible()
    await page.getByRole('button', { name: w.start }).click()
    await page.getByLabel(w.password).fill('not the password')
    await page.getByRole('button', { name: w.submit }).click()
    await page.getByText(w.wrong).waitFor()
    await visitor.expectAccessible()
    await page.getByLabel(w.password).fill(password)
    await page.getByRole('button', { name: w.submit }).click()

    const banner = page.getByRole('region', { name: w.banner })
    const day = new Intl.DateTimeFormat(language === 'de' ? 'de' : 'en-GB', {
      dateStyle: 'long',
      timeZone: 'UTC',
    }).format(wallTime(14 * 86_400_000))
    await banner.getByText(day).waitFor()
    await visitor.expectAccessible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
    await visitor.open('/portal/network')
    await page.emulateMedia({ colorScheme: 'dark' })
    await banner.waitFor()
    await visitor.expectAccessible()
    await banner.getByRole('button', { name: w.keep }).click()
    await page.getByText(w.kept).waitFor()
    await banner.waitFor({ state: 'hidden' })
    await visitor.open('/portal/account')
    await page.getByRole('button', { name: w.start }).waitFor()
    expect(await banner.isVisible()).toBe(false)
  })
})

/** Returns the content of a download, one character per byte. */
async function text(download: Download): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('latin1')
}
