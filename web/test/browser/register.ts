import { someEmail, type Visitor } from './visitor.js'

/** Somebody who has registered and is logged in. */
export interface Registered {
  email: string
  password: string
}

/**
 * Registers as a person does: form, mailbox, link; the visitor ends logged in, on the start page.
 * @param lookAround called on each page on the way
 */
export async function register(
  { page, open }: Visitor,
  { lookAround = async () => undefined }: { lookAround?: () => Promise<unknown> } = {},
): Promise<Registered> {
  const email = someEmail()
  const password = 'notches in hazel wood'
  await open('/portal/register')
  await lookAround()
  await page.locator('input[autocomplete=name]').fill('Ada Lovelace')
  await page.locator('input[type=email]').fill(email)
  await page.locator('input[autocomplete=new-password]').fill(password)
  await page.keyboard.press('Enter')
  await page.getByText(email).waitFor()
  await lookAround()
  await page.locator('a[href$="/portal/mailbox"]').click()
  await page.locator('li').filter({ hasText: email }).locator('a[href*="verify-email"]').first().click()
  // On phones the navigation is behind a button.
  await page.locator('a[aria-current=page]').first().waitFor({ state: 'attached' })
  return { email, password }
}
