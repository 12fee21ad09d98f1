import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { languages } from './languages.js'
import { register, registerByHand } from './register.js'
import { hasBrowser, someEmail, useVisitors } from './visitor.js'

const words = {
  en: {
    logIn: 'Log in',
    away: /Can’t reach the service/,
    wrong: 'The e-mail address or password is wrong.',
    forgotten: 'Forgot password?',
    menu: 'Your account',
    missing: 'Fill this in.',
    email: 'Enter an e-mail address, like name@example.com.',
    short: 'Enter at least 10 characters.',
  },
  de: {
    logIn: 'Anmelden',
    away: /Der Dienst ist nicht erreichbar/,
    wrong: 'Die E-Mail-Adresse oder das Passwort ist falsch.',
    forgotten: 'Passwort vergessen?',
    menu: 'Ihr Konto',
    missing: 'Füllen Sie dieses Feld aus.',
    email: 'Geben Sie eine E-Mail-Adresse ein, zum Beispiel name@example.com.',
    short: 'Geben Sie mindestens 10 Zeichen ein.',
  },
} as const

async function login(page: Page, email: string, password: string): Promise<void> {
  await page.locator('input[type=email]').fill(email)
  await page.locator('input[type=password]').fill(password)
  await page.keyboard.press('Enter')
}

describe.skipIf(!hasBrowser).each(languages('de'))('%s', (language) => {
  const visit = useVisitors()
  const word = words[language]

  it('creates an account, confirms it by mail, logs out and in again', async () => {
    const visitor = await visit({ language })
    const { page, context, open } = visitor
    const { email, password } = await registerByHand(visitor, () => visitor.expectAccessible())
    await visitor.expectAccessible()
    expect(await page.locator('html').getAttribute('lang')).toBe(language)
    await page.getByRole('button', { name: word.menu }).click()
    await visitor.expectAccessible()
    await page.getByRole('menuitem').last().click()
    await page.waitForURL('**/portal/login')
    await login(page, email, 'not the password')
    await page.getByText(word.wrong).waitFor()
    await visitor.expectAccessible()
    // Offline, the browser reports it at once instead of waiting for a connection.
    await context.setOffline(true)
    await login(page, email, password)
    await page.getByText(word.away).waitFor()
    await context.setOffline(false)
    await login(page, email, password)
    await page.getByRole('button', { name: word.menu }).waitFor()
    // The session is in the cookie, so it survives.
    await open('/portal/')
    await page.getByRole('button', { name: word.menu }).waitFor()
  })

  it('starts in the first field, and says in the page’s language what is missing or wrong', async () => {
    const visitor = await visit({ language })
    const { page, open } = visitor
    await open('/portal/register')
    const [name, email, password] = [
      page.getByRole('textbox').first(),
      page.locator('input[type=email]'),
      page.locator('input[type=password]'),
    ] as const
    const focused = (field: typeof name) => field.evaluate((element) => element === document.activeElement)
    await name.waitFor()
    expect(await focused(name)).toBe(true)
    await page.keyboard.press('Enter')
    expect(await page.getByRole('alert').allTextContents()).toEqual([word.missing, word.missing, word.missing])
    expect(await focused(name)).toBe(true)
    await visitor.expectAccessible()
    await name.fill('Ada')
    await email.fill('ada at example')
    await password.fill('short')
    await page.keyboard.press('Enter')
    expect(await page.getByRole('alert').allTextContents()).toEqual([word.email, word.short])
    expect(await focused(email)).toBe(true)
    await email.fill(someEmail())
    expect(await page.getByRole('alert').allTextContents()).toEqual([word.short])
  })

  it('resets a forgotten password', async () => {
    const visitor = await visit({ language })
    const { page, context, open } = visitor
    const { email } = await register(visitor)
    await context.clearCookies()
    await open('/portal/login')
    await page.getByRole('link', { name: word.forgotten }).click()
    // The login page has an address field, too.
    await page.locator('input[type=password]').waitFor({ state: 'detached' })
    await page.locator('input[type=email]:focus').fill(email)
    await page.keyboard.press('Enter')
    await page.getByRole('status').waitFor()
    await visitor.expectAccessible()
    await open('/portal/mailbox')
    await visitor.expectAccessible()
    await page.locator('li').filter({ hasText: email }).locator('a[href*="reset-password"]').first().click()
    await page.locator('input[autocomplete=new-password]').fill('quite another password')
    await visitor.expectAccessible()
    await page.keyboard.press('Enter')
    await page.getByRole('link', { name: word.logIn }).click()
    await login(page, email, 'quite another password')
    await page.getByRole('button', { name: word.menu }).waitFor()
  })
})

describe.skipIf(!hasBrowser)('everywhere', () => {
  const visit = useVisitors()

  it('without a session a page leads to the login, and back afterwards', async () => {
    const visitor = await visit()
    const { page, context, open } = visitor
    const { email, password } = await register(visitor)
    await context.clearCookies()
    await open('/portal/security')
    await page.waitForURL('**/portal/login?next=%2Fsecurity')
    await login(page, email, password)
    await page.waitForURL('**/portal/security')
  })

  it('the login redirects nowhere else', async () => {
    const visitor = await visit()
    const { page, context, open } = visitor
    const { email, password } = await register(visitor)
    for (const elsewhere of ['https://example.com/', '/\t/example.com/', '/../docs']) {
      await context.clearCookies()
      await open(`/portal/login?next=${encodeURIComponent(elsewhere)}`)
      await login(page, email, password)
      await page.waitForURL('**/portal/')
    }
  })

  it('the language is changed and remembered', async () => {
    const { page, open } = await visit({ language: 'de' })
    await open('/portal/login')
    await page.getByRole('heading', { name: 'Anmelden' }).waitFor()
    await page.getByRole('button', { name: 'English' }).click()
    await page.getByRole('heading', { name: 'Log in' }).waitFor()
    await page.reload()
    await page.getByRole('heading', { name: 'Log in' }).waitFor()
    expect(await page.locator('html').getAttribute('lang')).toBe('en')
  })

  it('the login names the network, and an unknown e-mail address reveals no more than a wrong password', async () => {
    const { page, open } = await visit()
    await open('/portal/login')
    await page.getByText('Tallystick embedded chain').waitFor()
    await login(page, someEmail(), 'whatever it may be')
    await page.getByText(words.en.wrong).waitFor()
  })
})
