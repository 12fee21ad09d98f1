import { verifyWebhook } from '@tallystick/sdk/webhook'
import type { Response } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { asAccount } from './as-account.js'
import { languages } from './languages.js'
import { useReceiver } from './receiver.js'
import { register } from './register.js'
import { hasBrowser, useVisitors } from './visitor.js'
import { webhookWords } from './webhook-words.js'

describe.skipIf(!hasBrowser).each(languages('de'))('existing webhooks, %s', (language) => {
  const visit = useVisitors()
  const receiverOf = useReceiver()
  const w = webhookWords[language]

  it('are edited, disabled and enabled, rotated, and deleted with undo', async () => {
    const receiver = receiverOf()
    receiver.status = 200
    const visitor = await visit({ language })
    const { page } = visitor
    const button = (name: string) => page.getByRole('button', { name, exact: true })
    const toast = (text: string, name: string) =>
      page.getByRole('dialog').filter({ hasText: text }).getByRole('button', { name, exact: true })
    const choose = async (name: string) => {
      await button(w.more).click()
      await page.getByRole('menuitem', { name, exact: true }).click()
    }
    await register(visitor)
    const client = asAccount(visitor)
    const body = { redirectUrl: receiver.url, action: ['hash.succeed' as const] }
    const { id, secret } = await client.post('/v2/webhooks', { body })
    await visitor.open(`/portal/webhooks/${id}`)
    await choose(w.edit)
    await visitor.expectAccessible()
    await page.getByLabel(w.purpose).fill('Archive')
    await button(w.save).click()
    await page.getByRole('heading', { name: 'Archive' }).waitFor()

    await choose(w.disable)
    await page.getByText(w.disabled, { exact: true }).hover()
    await page.getByText(w.offText).waitFor()
    await visitor.expectAccessible()
    await toast(w.disabled, w.undo).click()
    await page.getByText(w.switchedOn).waitFor()

    await choose(w.rotate)
    await page.getByRole('dialog').getByRole('button', { name: w.rotate }).click()
    await page.getByText(w.overlap).waitFor()
    await visitor.expectAccessible()
    const fresh = await page
      .locator('code')
      .filter({ hasText: /^whsec_/ })
      .innerText()
    await button(w.kept).click()
    await page.getByText(w.twoSecrets).waitFor()
    receiver.calls.length = 0
    await button(w.test).click()
    await page.getByText(w.arrived).waitFor()
    for (const each of [secret, fresh]) {
      const { headers = {}, body = '' } = receiver.calls[0] ?? {}
      expect((await verifyWebhook(headers, body, each)).action).toBe('test')
    }

    await visitor.open(`/portal/webhooks/${id}`)
    await choose(w.recover)
    await visitor.expectAccessible()
    await button(w.recoverSubmit).click()
    await page.getByText(w.nothingToRecover).waitFor()

    await choose(w.remove)
    // A message stays while the pointer is on it.
    await page.getByText(w.removed).hover()
    await page.getByText(w.emptyTitle).waitFor()
    await visitor.expectAccessible()
    await toast(w.removed, w.undo).click()
    await page.getByRole('link', { name: 'Archive' }).click()
    await choose(w.remove)
    await page.getByText(w.removed).hover()
    const isDeletion = (answer: Response) => answer.request().method() === 'DELETE'
    const [gone] = await Promise.all([page.waitForResponse(isDeletion), toast(w.removed, w.close).click()])
    expect(gone.status()).toBe(200)
    expect((await client.get('/v2/webhooks')).count).toBe(0)
  })
})
