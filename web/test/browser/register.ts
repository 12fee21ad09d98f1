import { portalUrl } from './surroundings.js'
import { someEmail, type Visitor } from './visitor.js'

/** A registered user. */
export interface Registered {
  email: string
  password: string
}

const newPerson = () => ({ name: 'Ada Lovelace', email: someEmail(), password: 'notches in hazel wood' })

/**
 * Registers with the forms and the link in the mail; the visitor ends logged in, on the start page.
 *
 * @param lookAround called on each page of the way
 */
export async function registerByHand({ page, open }: Visitor, lookAround: () => Promise<unknown>): Promise<Registered> {
  const { name, email, password } = newPerson()
  await open('/portal/register')
  await lookAround()
  await page.locator('input[autocomplete=name]').fill(name)
  await page.locator('input[type=email]').fill(email)
  await page.locator('input[autocomplete=new-password]').fill(password)
  await page.keyboard.press('Enter')
  await page.getByText(email).waitFor()
  await lookAround()
  await page.locator('a[href$="/portal/mailbox"]').click()
  await page.locator('li').filter({ hasText: email }).locator('a[href*="/portal/confirm"]').first().click()
  const button = page.locator('main button').first()
  await button.waitFor()
  await lookAround()
  await button.click()
  // On phones the navigation is behind a button.
  await page.locator('a[aria-current=page]').first().waitFor({ state: 'attached' })
  return { email, password }
}

/**
 * Registers with the forms' own requests. The visitor ends logged in, with no page open.
 *
 * @param isSteppedUp whether the password was just entered, so that pages don't ask for it; otherwise the link in the mail logged in
 */
export async function register(
  { context, language }: Visitor,
  { isSteppedUp = true }: { isSteppedUp?: boolean } = {},
): Promise<Registered> {
  const person = newPerson()
  const registered = await context.request.post('/portal/api/auth/sign-up/email', {
    data: { ...person, language: language.toUpperCase() },
    headers: { origin: portalUrl },
  })
  if (!registered.ok()) throw new Error(`not registered: ${await registered.text()}`)
  const mailbox = await context.request.get('/portal/api/mailbox')
  const { data: mails } = (await mailbox.json()) as { data: { to: string; link: string }[] }
  const mail = mails.find(({ to }) => to === person.email)
  if (!mail) throw new Error(`no mail to ${person.email}`)
  const confirmed = await context.request.post('/portal/api/auth/verify-email', {
    data: { token: new URL(mail.link).searchParams.get('token') },
    headers: { origin: portalUrl },
  })
  if (!confirmed.ok()) throw new Error(`link in the mail: ${confirmed.status()} ${confirmed.statusText()}`)
  if (isSteppedUp) {
    const token = await context.request.post('/portal/api/token', { headers: { origin: portalUrl } })
    const { data } = (await token.json()) as { data: { token: string } }
    const headers = { authorization: `Bearer ${data.token}` }
    const proven = await context.request.post('/account/step-up', { data: { password: person.password }, headers })
    if (!proven.ok()) throw new Error(`not stepped up: ${await proven.text()}`)
  }
  return person
}
