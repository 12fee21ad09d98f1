import { describe, expect, it } from 'vitest'
import { asAccount } from './as-account.js'
import { languages } from './languages.js'
import { register } from './register.js'
import { hasBrowser, useVisitors } from './visitor.js'

const words = {
  en: {
    menu: /^Your account/,
    profile: 'Profile',
    receipts: 'Mails about runs',
    name: 'Name',
    nameMissing: /^Enter a name/,
    bio: 'Bio',
    left: '485 characters left',
    language: 'Language',
    address: 'Address',
    save: 'Save',
    saved: 'Profile saved',
    checksum: /The checksum doesn’t match/,
    short: /This one has 39/,
    letters: /“g” isn’t allowed/,
    unchecked: /compare the address once more/,
    fits: /checksum matches/,
  },
  de: {
    menu: /^Ihr Konto/,
    profile: 'Profil',
    receipts: 'Mails zu Vorgängen',
    name: 'Name',
    nameMissing: /Geben Sie einen Namen ein/,
    bio: 'Kurzbeschreibung',
    left: 'noch 485 Zeichen',
    language: 'Sprache',
    address: 'Adresse',
    save: 'Speichern',
    saved: 'Profil gespeichert',
    checksum: /Die Prüfsumme stimmt nicht/,
    short: /Diese hat 39/,
    letters: /„g“ ist nicht erlaubt/,
    unchecked: /Vergleichen Sie die Adresse noch einmal/,
    fits: /Prüfsumme stimmt\)/,
  },
}
/** From EIP-55. */
const address = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'

describe.skipIf(!hasBrowser).each(languages('en'))('the profile, %s', (language) => {
  const visit = useVisitors()
  const w = words[language]

  it('is changed, and explains what is wrong with a wallet address', async () => {
    const visitor = await visit({ language })
    const { page } = visitor
    await register(visitor)
    await visitor.open('/portal/')
    await page.getByRole('button', { name: w.menu }).click()
    await page.getByRole('menuitem', { name: w.profile }).click()
    const field = page.getByLabel(w.address, { exact: true })
    await page.getByText(w.fits).waitFor()
    await visitor.expectAccessible()

    const wrong = [
      [address.replace('aA', 'AA'), w.checksum],
      [address.slice(0, -1), w.short],
      [address.replace('b6', 'g6'), w.letters],
    ] as const
    for (const [typed, answer] of wrong) {
      await field.fill(typed)
      await page.getByText(answer).waitFor()
    }
    await page.getByLabel(w.name, { exact: true }).fill(' ')
    await page.getByRole('button', { name: w.save }).click()
    await page.getByText(w.nameMissing).waitFor()
    await visitor.expectAccessible()

    await field.fill(address.toLowerCase())
    await page.getByText(w.unchecked).waitFor()
    await page.getByLabel(w.name, { exact: true }).fill('Countess of Lovelace')
    await page.getByLabel(w.bio, { exact: true }).fill('Poetical scienc')
    await page.getByText(w.left).waitFor()
    await page.getByLabel(w.language, { exact: true }).selectOption(language === 'de' ? 'DE' : 'EN')
    await page.getByLabel(w.receipts, { exact: true }).selectOption('on')
    await page.getByRole('button', { name: w.save }).click()
    await page.getByText(w.saved).waitFor()
    await page.getByText(w.fits).waitFor()
    expect(await field.inputValue()).toBe(address)
    await page.getByRole('button', { name: w.menu }).getByText('Countess of Lovelace').waitFor()
    expect(await asAccount(visitor).get('/profile')).toMatchObject({
      name: 'Countess of Lovelace',
      bio: 'Poetical scienc',
      language: language === 'de' ? 'DE' : 'EN',
      receipts: true,
      walletAddress: address,
    })

    await page.emulateMedia({ colorScheme: 'dark' })
    await page.setViewportSize({ width: 360, height: 780 })
    await visitor.expectAccessible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  })
  it('decides the language after a login in any browser', async () => {
    const { email, password } = await register(await visit({ language }))
    const other = await visit({ language: language === 'de' ? 'en' : 'de' })
    const { page } = other
    await other.open('/portal/login')
    expect(await page.locator('html').getAttribute('lang')).not.toBe(language)
    await page.locator('input[type=email]').fill(email)
    await page.locator('input[autocomplete=current-password]').fill(password)
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: w.menu }).waitFor()
    expect(await page.locator('html').getAttribute('lang')).toBe(language)
  })
})
