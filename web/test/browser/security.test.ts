import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { TOTP } from 'otpauth'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { languages } from './languages.js'
import { expectGoodLooks } from './looks.js'
import { type Registered, register } from './register.js'
import { type Running, startService } from './run-service.js'
import { hasBrowser, useVisitors, type Visitor } from './visitor.js'

const words = {
  en: {
    changeAddress: 'Change address',
    waiting: 'Check the mails of',
    cancel: 'Cancel the change',
    cancelled: 'Your address stays as it is',
    sendLink: 'Send link',
    confirmAddress: 'Confirm address',
    addressChanged: 'Address changed',
    openPortal: 'Open the portal',
    undo: 'Undo the change',
    addressBack: 'You have your address back',
    linkUsed: 'The link has expired or has already been used. Request a new one.',
    setUp: 'Set up',
    goOn: 'Continue',
    turnOn: 'Turn on',
    done: 'I’ve saved them',
    on: 'On',
    again: 'Set up again',
    required: 'Set up your authenticator app',
    logOut: 'Log out',
    used: 'This code has already been used. Wait for the next one.',
    useBackup: 'Use a backup code',
    addPasskey: 'Add passkey',
    withPasskey: 'Log in with a passkey',
    remove: /^Remove Passkey from/,
    none: 'You have no passkeys yet.',
    known: 'This device already has a passkey for this account.',
  },
  de: {
    changeAddress: 'Adresse ändern',
    waiting: 'Prüfen Sie die Mails an',
    cancel: 'Änderung abbrechen',
    cancelled: 'Ihre Adresse bleibt, wie sie ist',
    sendLink: 'Link senden',
    confirmAddress: 'Adresse bestätigen',
    addressChanged: 'Adresse geändert',
    openPortal: 'Portal öffnen',
    undo: 'Änderung rückgängig machen',
    addressBack: 'Sie haben Ihre Adresse zurück',
    linkUsed: 'Der Link ist abgelaufen oder wurde schon verwendet. Fordern Sie einen neuen an.',
    setUp: 'Einrichten',
    goOn: 'Weiter',
    turnOn: 'Einschalten',
    done: 'Ich habe sie gespeichert',
    on: 'An',
    again: 'Neu einrichten',
    required: 'Authenticator-App einrichten',
    logOut: 'Abmelden',
    used: 'Dieser Code wurde schon verwendet. Warten Sie auf den nächsten.',
    useBackup: 'Backup-Code verwenden',
    addPasskey: 'Passkey hinzufügen',
    withPasskey: 'Mit Passkey anmelden',
    remove: /^Passkey vom .* entfernen/,
    none: 'Sie haben noch keine Passkeys.',
    known: 'Dieses Gerät hat für dieses Konto schon einen Passkey.',
  },
} as const

async function typePassword({ page, open }: Visitor, { email, password }: Registered): Promise<void> {
  await open('/portal/login')
  await page.locator('input[type=email]').fill(email)
  await page.locator('input[type=password]').fill(password)
  await page.keyboard.press('Enter')
}

const isIn = (page: Page) => page.locator('a[aria-current=page]').first().waitFor()
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

describe.skipIf(!hasBrowser).each(languages('en'))('%s', (language) => {
  const visit = useVisitors()
  const word = words[language]

  it('an authenticator app is set up and asked for, its code works once, and a backup code works instead', async () => {
    const visitor = await visit({ language })
    const { page, context, open, expectAccessible } = visitor
    const person = await register(visitor)
    await open('/portal/security')
    await button(page, word.setUp).click()
    await page.getByRole('dialog').locator('input[type=password]').fill(person.password)
    await expectAccessible()
    await button(page, word.goOn).click()
    const key = await page.getByRole('dialog').locator('code').innerText()
    await expectAccessible()
    const totp = new TOTP({ secret: key })
    const code = totp.generate()
    await page.getByRole('dialog').getByRole('textbox').fill(code)
    await button(page, word.turnOn).click()
    await button(page, word.done).waitFor()
    const [backup = ''] = await page.getByRole('dialog').locator('li').allInnerTexts()
    await expectAccessible()
    await button(page, word.done).click()
    await page.getByText(word.on, { exact: true }).waitFor()

    await context.clearCookies()
    await typePassword(visitor, person)
    await page.locator('input[autocomplete=one-time-code]').fill(code)
    await page.keyboard.press('Enter')
    await page.getByText(word.used).waitFor()
    await expectAccessible()
    await page.getByText(word.useBackup).click()
    await page.getByRole('textbox').fill(backup)
    await page.keyboard.press('Enter')
    await isIn(page)
  })

  it('a new address counts once its mailbox confirms it, and the old mailbox undoes that', async () => {
    const visitor = await visit({ language })
    const { page, open } = visitor
    const person = await register(visitor)
    const email = `new-${person.email}`
    const mailed = async (to: string, path: string) => {
      await open('/portal/mailbox')
      const mail = page.locator('li').filter({ hasText: to })
      await mail.locator(`a[href*="/portal/${path}"]`).first().click()
    }
    const wish = async () => {
      await button(page, word.changeAddress).click()
      await page.getByRole('dialog').locator('input[type=email]').fill(email)
      await expectGoodLooks(visitor)
      await button(page, word.sendLink).click()
      await page.getByText(`${word.waiting} ${email}`).waitFor()
      await expectGoodLooks(visitor)
    }
    await open('/portal/security')
    await wish()
    await button(page, word.cancel).click()
    await page.getByText(word.cancelled).waitFor()
    await wish()

    await mailed(email, 'confirm-email')
    await button(page, word.confirmAddress).waitFor()
    await expectGoodLooks(visitor)
    await button(page, word.confirmAddress).click()
    await page.getByRole('heading', { name: word.addressChanged }).waitFor()
    await expectGoodLooks(visitor)
    await page.getByRole('link', { name: word.openPortal }).click()
    await isIn(page)
    await open('/portal/security')
    await page.locator('#main').getByText(email, { exact: true }).waitFor()

    await mailed(person.email, 'undo-email')
    await button(page, word.undo).waitFor()
    await expectGoodLooks(visitor)
    await button(page, word.undo).click()
    await page.getByRole('heading', { name: word.addressBack }).waitFor()
    await expectGoodLooks(visitor)
    await button(page, word.sendLink).click()
    await page.getByRole('status').getByText(person.email).waitFor()
    await expectGoodLooks(visitor)
    await mailed(person.email, 'undo-email')
    await button(page, word.undo).click()
    await page.getByText(word.linkUsed).waitFor()
    await expectGoodLooks(visitor)
    await mailed(person.email, 'reset-password')
    await page.locator('input[autocomplete=new-password]').waitFor()
  })

  it('a passkey is added, logs in without a password, and is removed', async () => {
    const visitor = await visit({ language, theme: 'dark', isNew: true })
    const { page, context, open, expectAccessible } = visitor
    const device = await context.newCDPSession(page)
    await device.send('WebAuthn.enable')
    await device.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    })
    await register(visitor)
    await open('/portal/security')
    await page.getByText(word.none).waitFor()
    await button(page, word.addPasskey).click()
    await page.getByRole('button', { name: word.remove }).waitFor()
    await expectAccessible()
    await context.clearCookies()
    await open('/portal/login')
    await button(page, word.withPasskey).click()
    await isIn(page)
    await open('/portal/security')
    // A second passkey on the same device is refused; once the first is gone, the message goes too.
    await button(page, word.addPasskey).click()
    await page.getByText(word.known).waitFor()
    await page.getByRole('button', { name: word.remove }).click()
    await page.getByText(word.none).waitFor()
    await page.getByText(word.known).waitFor({ state: 'detached' })
  })
})

describe.skipIf(!hasBrowser).each(languages('de'))('where the operator requires a second factor, %s', (language) => {
  const visit = useVisitors()
  const word = words[language]
  const dataDir = mkdtempSync(join(tmpdir(), 'tallystick-required-'))
  let service: Running
  beforeAll(async () => {
    service = await startService(dataDir, join(dataDir, 'service.log'), { SECOND_FACTOR: 'required' })
  })
  afterAll(async () => {
    await service.stop()
    rmSync(dataDir, { recursive: true, force: true })
  })

  it('a login leads to its set-up and nowhere else, and from there to the page that was asked for', async () => {
    const visitor = await visit({ language, width: 360, height: 780, alsoAt: service.url })
    const { page, open } = visitor
    const { owner, url } = service
    await open(`${url}/portal/stamps/new`)
    await page.locator('input[type=email]').fill(owner.email)
    await page.locator('input[type=password]').fill(owner.password)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: word.required }).waitFor()
    await expectGoodLooks(visitor)
    await open(`${url}/portal/security`)
    await page.getByRole('heading', { name: word.required }).waitFor()
    expect(new URL(page.url()).searchParams.get('next')).toBe('/security')

    await page.locator('input[type=password]').fill(owner.password)
    await button(page, word.goOn).click()
    const key = await page.getByRole('dialog').locator('code').innerText()
    await expectGoodLooks(visitor)
    await page
      .getByRole('dialog')
      .getByRole('textbox')
      .fill(new TOTP({ secret: key }).generate())
    await button(page, word.turnOn).click()
    await button(page, word.done).click()
    await page.getByText(word.on, { exact: true }).waitFor()

    // Replacing the app leads to the same page.
    await button(page, word.again).click()
    await page.getByRole('dialog').locator('input[type=password]').fill(owner.password)
    await button(page, word.goOn).click()
    await page.getByRole('heading', { name: word.required }).waitFor()
    await button(page, word.logOut).click()
    await page.locator('input[type=email]').waitFor()
  })
})

describe.skipIf(!hasBrowser)('everywhere', () => {
  const visit = useVisitors()

  it('a known browser is forgotten; a session ended elsewhere ends here', async () => {
    const here = await visit()
    const person = await register(here)
    const there = await visit({ width: 360, height: 740 })
    await typePassword(there, person)
    await there.page.waitForURL('**/portal/')
    await there.open('/portal/security')
    await there.page.getByText('This browser').nth(1).waitFor()
    await there.expectAccessible()
    const width = await there.page.evaluate(() => document.documentElement.scrollWidth)
    expect(width).toBeLessThanOrEqual(360)

    await here.open('/portal/security')
    const forgetAll = button(here.page, 'Forget all')
    await forgetAll.waitFor()
    await button(here.page, 'Forget').first().click()
    await forgetAll.waitFor({ state: 'detached' })
    await here.page.getByRole('button', { name: 'End session' }).click()
    await here.page.getByText('Logging out; this takes a few seconds').waitFor()
    // As if the visitor had come back to the page.
    await there.page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
    await there.page.waitForURL('**/portal/login**')
    await there.page.getByText('Your session expired or was ended elsewhere').waitFor()
    await there.page.getByRole('link', { name: 'Create an account' }).waitFor()
    await there.expectAccessible()
  })
})
