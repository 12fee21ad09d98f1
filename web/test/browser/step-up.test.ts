import { describe, it } from 'vitest'
import { languages } from './languages.js'
import { register } from './register.js'
import { hasBrowser, useVisitors, type Visitor } from './visitor.js'

const words = {
  en: {
    add: 'New client',
    name: 'Name',
    create: 'Create client',
    proof: 'Confirm that it’s you',
    confirm: 'Confirm',
    cancel: 'Cancel',
    password: 'Your password',
    wrong: 'The password is wrong.',
    given: 'Nothing was changed, because you didn’t confirm that it’s you.',
    passkey: 'Use a passkey',
    addPasskey: 'Add passkey',
    removePasskey: /^Remove Passkey from/,
    secret: 'Secret key',
  },
  de: {
    add: 'Neuer Client',
    name: 'Name',
    create: 'Client erstellen',
    proof: 'Bestätigen Sie, dass Sie es sind',
    confirm: 'Bestätigen',
    cancel: 'Abbrechen',
    password: 'Ihr Passwort',
    wrong: 'Das Passwort ist falsch.',
    given: 'Es wurde nichts geändert, weil Sie nicht bestätigt haben, dass Sie es sind.',
    passkey: 'Passkey verwenden',
    addPasskey: 'Passkey hinzufügen',
    removePasskey: /^Passkey vom .* entfernen/,
    secret: 'Geheimer Schlüssel',
  },
} as const

describe.skipIf(!hasBrowser).each(languages('de'))('a step-up, %s', (language) => {
  const visit = useVisitors()
  const w = words[language]

  const partsOf = ({ page }: Visitor) => ({
    button: (name: string) => page.getByRole('button', { name, exact: true }),
    proof: page.getByRole('dialog', { name: w.proof }),
    secret: page.getByText(/^sk_local_/),
  })

  it('is asked for in a dialog on a phone, and the action continues after it', async () => {
    const visitor = await visit({ language, width: 360, height: 780 })
    const { page, open, expectAccessible } = visitor
    const { button, proof, secret } = partsOf(visitor)
    const { password } = await register(visitor, { isSteppedUp: false })
    await open('/portal/api-access')
    await button(w.add).click()
    await page.getByLabel(w.name, { exact: true }).fill('Archive')
    await button(w.create).click()
    await proof.waitFor()
    await expectAccessible()
    const field = proof.getByLabel(w.password)
    await field.fill('wrong password')
    await proof.getByRole('button', { name: w.confirm, exact: true }).click()
    await proof.getByText(w.wrong).waitFor()
    // Giving up closes this dialog alone, and says so in the one below.
    await page.keyboard.press('Escape')
    await proof.waitFor({ state: 'detached' })
    await page.getByText(w.given).waitFor()
    await button(w.create).click()
    await field.fill(password)
    await page.keyboard.press('Enter')
    await secret.waitFor()
    await proof.waitFor({ state: 'detached' })
    await expectAccessible()
  })

  it('accepts a passkey', async () => {
    const visitor = await visit({ language, theme: 'dark', isNew: true })
    const { page, context, open, expectAccessible } = visitor
    const { button, proof, secret } = partsOf(visitor)
    const device = await context.newCDPSession(page)
    await device.send('WebAuthn.enable')
    const options = { protocol: 'ctap2', transport: 'internal', automaticPresenceSimulation: true } as const
    await device.send('WebAuthn.addVirtualAuthenticator', {
      options: { ...options, hasResidentKey: true, hasUserVerification: true, isUserVerified: true },
    })
    const { password } = await register(visitor, { isSteppedUp: false })
    await open('/portal/security')
    await button(w.addPasskey).click()
    await proof.getByLabel(w.password).fill(password)
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: w.removePasskey }).waitFor()

    await open('/portal/api-access')
    // As if ten minutes had passed.
    let refusals = 0
    await page.route('**/account/clients', (route) => {
      if (route.request().method() !== 'POST' || refusals++ > 0) return route.continue()
      const body = JSON.stringify({ status: 403, message: 'This requires your password' })
      const headers = { 'error-code': 'step_up_required', 'content-type': 'application/json' }
      return route.fulfill({ status: 403, headers, body })
    })
    await button(w.add).click()
    await page.getByLabel(w.name, { exact: true }).fill('Archive')
    await button(w.create).click()
    await button(w.passkey).waitFor()
    await expectAccessible()
    await button(w.passkey).click()
    await secret.waitFor()
  })
})
