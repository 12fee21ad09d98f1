import { describe, expect, it } from 'vitest'
import { languages } from './languages.js'
import { expectGoodLooks } from './looks.js'
import { register } from './register.js'
import { portalUrl } from './surroundings.js'
import { hasBrowser, useVisitors } from './visitor.js'

const words = {
  en: {
    code: 'Code',
    next: 'Continue',
    connect: 'Connect',
    refuse: 'Refuse',
    other: 'Enter another code',
    proof: 'Confirm that it’s you',
    password: 'Your password',
    given: 'Nothing was changed, because you didn’t confirm that it’s you.',
    connected: '“build server” may connect now',
    refused: '“build server” was refused',
    unknown: /^No device is waiting with this code\./,
    access: 'API access',
  },
  de: {
    code: 'Code',
    next: 'Weiter',
    connect: 'Verbinden',
    refuse: 'Ablehnen',
    other: 'Anderen Code eingeben',
    proof: 'Bestätigen Sie, dass Sie es sind',
    password: 'Ihr Passwort',
    given: 'Es wurde nichts geändert, weil Sie nicht bestätigt haben, dass Sie es sind.',
    connected: '„build server“ darf sich jetzt verbinden',
    refused: '„build server“ wurde abgelehnt',
    unknown: /^Mit diesem Code wartet kein Gerät\./,
    access: 'API-Zugang',
  },
} as const

/** A device that has asked for a code. */
async function device() {
  const post = async (path: string, body: object) => {
    const answer = await fetch(`${portalUrl}/account/devices${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    return { code: answer.headers.get('error-code'), data: (await answer.json()).data }
  }
  const { data } = await post('', { name: 'build server' })
  const { deviceCode, userCode, verificationUriComplete } = data as Record<string, string>
  const { pathname, search } = new URL(verificationUriComplete ?? '')
  return { userCode: userCode ?? '', path: pathname + search, poll: () => post('/token', { deviceCode }) }
}

describe.skipIf(!hasBrowser).each(languages('en'))('connecting a device, %s', (language) => {
  const visit = useVisitors()
  const w = words[language]

  it('leads through the login and back, and asks for a step-up', async () => {
    const visitor = await visit({ language, width: 375, height: 812 })
    const { page, context, open } = visitor
    const button = (name: string) => page.getByRole('button', { name, exact: true })
    const proof = page.getByRole('dialog', { name: w.proof })
    const { email, password } = await register(visitor, { isSteppedUp: false })
    const { userCode, path, poll } = await device()

    await context.clearCookies()
    await open(path)
    await page.locator('input[type=email]').fill(email)
    await page.locator('input[type=password]').fill(password)
    await page.keyboard.press('Enter')
    await page.getByText(userCode, { exact: true }).waitFor()
    expect(new URL(page.url()).search).toBe(`?code=${userCode}`)
    await page.getByText('build server', { exact: true }).waitFor()
    await page.locator('main').getByText(email, { exact: true }).waitFor()
    await expectGoodLooks(visitor)

    // As if ten minutes had passed since the login.
    let isAsked = false
    await page.route('**/approve', (route) => {
      if (isAsked) return route.continue()
      const body = JSON.stringify({ status: 403, message: 'This requires your password' })
      const headers = { 'error-code': 'step_up_required', 'content-type': 'application/json' }
      return route.fulfill({ status: 403, headers, body })
    })
    await button(w.connect).click()
    await proof.waitFor()
    await page.keyboard.press('Escape')
    await page.getByText(w.given).waitFor()
    expect((await poll()).code).toBe('authorization_pending')
    await button(w.connect).click()
    await proof.getByLabel(w.password).fill(password)
    isAsked = true
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: w.connected }).waitFor()
    await expectGoodLooks(visitor)
    expect((await poll()).data).toMatchObject({ clientId: expect.stringMatching(/^cl_/), email })
    await open('/portal/api-access')
    await page.getByRole('heading', { name: 'build server' }).waitFor()
  })

  it('accepts a code as people type it, and refuses its device', async () => {
    const visitor = await visit({ language })
    const { page, open } = visitor
    const button = (name: string) => page.getByRole('button', { name, exact: true })
    await register(visitor)
    const { userCode, poll } = await device()
    await open('/portal/connect')
    const field = page.getByLabel(w.code)
    await field.fill('bcdf-ghjk')
    await button(w.next).click()
    await page.getByText(w.unknown).waitFor()
    expect(await field.inputValue()).toBe('BCDF-GHJK')
    await expectGoodLooks(visitor)
    await field.fill(userCode.toLowerCase().replace('-', ''))
    await page.keyboard.press('Enter')
    await button(w.refuse).click()
    await page.getByRole('heading', { name: w.refused }).waitFor()
    await expectGoodLooks(visitor)
    expect((await poll()).code).toBe('access_denied')
    // A decided request is gone, also for its own person.
    await page.reload()
    await page.getByText(w.unknown).waitFor()
  })

  it('says so when the device no longer waits', async () => {
    const visitor = await visit({ language, theme: 'dark' })
    const { page, context, open } = visitor
    await register(visitor)
    const { userCode, path } = await device()
    await open(path)
    const elsewhere = await context.newPage()
    await elsewhere.goto(path)
    await elsewhere.getByRole('button', { name: w.refuse, exact: true }).click()
    await elsewhere.getByRole('heading', { name: w.refused }).waitFor()
    await page.getByRole('button', { name: w.connect, exact: true }).click()
    await page.getByText(w.unknown).waitFor()
    expect(await page.getByLabel(w.code).inputValue()).toBe(userCode)
    await page.getByLabel(w.code).fill((await device()).userCode)
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: w.other }).click()
    expect(await page.getByLabel(w.code).inputValue()).toBe('')
  })
})
