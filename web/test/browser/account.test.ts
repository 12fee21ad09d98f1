import { describe, expect, it } from 'vitest'
import { register } from './register.js'
import { hasBrowser, useVisitors } from './visitor.js'

const words = {
  en: {
    start: 'Delete the account…',
    password: 'Your password',
    submit: 'Delete in 14 days',
    wrong: /The password is not right/,
    banner: 'Deletion of your account',
    keep: 'Keep my account',
    kept: 'Your account stays',
  },
  de: {
    start: 'Konto löschen …',
    password: 'Ihr Passwort',
    submit: 'In 14 Tagen löschen',
    wrong: /Das Passwort ist nicht richtig/,
    banner: 'Löschung Ihres Kontos',
    keep: 'Konto behalten',
    kept: 'Ihr Konto bleibt bestehen',
  },
}

describe.skipIf(!hasBrowser).each(['en', 'de'] as const)('the account, %s', (language) => {
  const visit = useVisitors()
  const w = words[language]

  it('is deleted in 14 days, says so on every page, and stays when that is taken back', async () => {
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
    const day = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(
      Date.now() + 14 * 86_400_000,
    )
    await banner.getByText(day).waitFor()
    await visitor.expectAccessible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
    await visitor.open('/portal/network')
    await page.emulateMedia({ colorScheme: 'dark' })
    await banner.waitFor()
    await visitor.expectAccessible()
    await banner.getByRole('button', { name: w.keep }).click()
    await page.getByText(w.kept).waitFor()
    expect(await banner.isVisible()).toBe(false)
    await visitor.open('/portal/account')
    await page.getByRole('button', { name: w.start }).waitFor()
    expect(await banner.isVisible()).toBe(false)
  })
})
