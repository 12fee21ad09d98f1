import { randomBytes } from 'node:crypto'
import { verifyWebhook } from '@tallystick/sdk/webhook'
import { describe, expect, it } from 'vitest'
import { webhooks as de } from '../../src/texts/de/developers/webhooks.js'
import { webhooks as en } from '../../src/texts/en/developers/webhooks.js'
import { asAccount } from './as-account.js'
import { languages } from './languages.js'
import { expectGoodLooks } from './looks.js'
import { useReceiver } from './receiver.js'
import { register } from './register.js'
import { hasBrowser, useVisitors } from './visitor.js'
import { webhookWords } from './webhook-words.js'

const texts = { en, de }

describe.skipIf(!hasBrowser).each(languages('en'))('webhooks, %s', (language) => {
  const visit = useVisitors()
  const receiverOf = useReceiver()
  const w = webhookWords[language]
  const own = texts[language]

  it('are added, show the secret once, and are tested', async () => {
    const receiver = receiverOf()
    const visitor = await visit({ language })
    const { page } = visitor
    const button = (name: string) => page.getByRole('button', { name, exact: true })
    await register(visitor)
    await visitor.open('/portal/')
    await page.getByRole('navigation').getByRole('link', { name: 'Webhooks' }).click()
    await page.getByText(w.emptyTitle).waitFor()
    await visitor.expectAccessible()
    await page.getByRole('link', { name: w.add }).click()
    const address = page.getByLabel(w.address, { exact: true })
    await address.waitFor()
    await visitor.expectAccessible()

    const wrong = [
      ['', w.missing],
      ['hooks.example.com', w.scheme],
      ['https://ada:secret@example.com/', w.credentials],
      ['https://exa mple.com/', w.spaces],
      ['http://10.0.0.7/', w.inside],
    ] as const
    for (const [typed, answer] of wrong) {
      await address.fill(typed)
      await button(w.create).click()
      await page.getByText(answer).waitFor()
    }
    await visitor.expectAccessible()
    await page.getByRole('checkbox', { name: w.failedEvent }).click()
    await page.getByRole('checkbox', { name: w.finalEvent }).click()
    await address.fill(receiver.url)
    await button(w.create).click()
    await page.getByText(w.eventsMissing).waitFor()
    await page.getByRole('checkbox', { name: w.finalEvent }).click()
    await page.getByLabel(w.purpose).fill('Orders')
    await button(w.create).click()

    await page.getByRole('heading', { name: w.keepSecret }).waitFor()
    await visitor.expectAccessible()
    await button(w.copySecret).click()
    const secret = await page.evaluate(() => navigator.clipboard.readText())
    expect(secret).toMatch(/^whsec_/)
    await button(w.kept).click()
    await page.getByRole('heading', { name: 'Orders' }).waitFor()
    expect(await page.getByText(secret).count()).toBe(0)
    await visitor.expectAccessible()

    await button(w.test).click()
    await page.getByText(w.arrived).waitFor()
    const [call] = receiver.calls
    expect(call && (await verifyWebhook(call.headers, call.body, secret)).action).toBe('test')
    await page.getByText(w.letter).click()
    await page.getByText('thank you').waitFor()
    await page.getByText(/^POST \/hook/).waitFor()
    await visitor.expectAccessible()
  })

  it('open beside their list, as their deliveries do beside them, and on pages of their own where there is no room', async () => {
    const receiver = receiverOf()
    receiver.status = 500
    const visitor = await visit({ language })
    const { page, open } = visitor
    await register(visitor)
    const client = asAccount(visitor)
    const add = (description: string) =>
      client.post('/v2/webhooks', { body: { redirectUrl: receiver.url, description, action: ['hash.succeed'] } })
    const archive = await add('Archive')
    const orders = await add('Orders')
    const tested = await client.post('/v2/webhooks/{id}/test', { params: { path: { id: orders.id } } })
    await open('/portal/webhooks')
    await page.getByRole('link', { name: 'Archive' }).focus()
    await page.keyboard.press('j')
    await page.keyboard.press('k')
    await page.keyboard.press('Enter')
    const beside = page.getByRole('region', { name: own.pane.webhook })
    await page.getByRole('heading', { level: 2, name: 'Orders' }).and(beside.getByRole('heading')).waitFor()
    expect(new URL(page.url()).search).toBe(`?open=${orders.id}`)
    await beside.getByRole('link', { name: own.events.test.name }).waitFor()
    await expectGoodLooks(visitor)
    await page.reload()
    await beside.getByRole('heading', { name: 'Orders' }).waitFor()
    await beside.getByRole('button', { name: own.pane.close }).click()
    await beside.waitFor({ state: 'detached' })
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Orders')

    await page.keyboard.press('Enter')
    await beside.getByRole('link', { name: own.events.test.name }).click()
    const delivery = page.getByRole('region', { name: own.pane.delivery })
    await delivery.getByText(own.outcome.status.replace('{{status}}', '500')).waitFor()
    await page.getByRole('heading', { level: 1, name: 'Orders' }).waitFor()
    await expectGoodLooks(visitor)
    await page.goBack()
    await beside.getByRole('heading', { name: 'Orders' }).waitFor()
    await page.goForward()
    await delivery.getByRole('link', { name: own.pane.page }).click()
    await page.getByRole('heading', { level: 1, name: own.events.test.name }).waitFor()

    await open(`/portal/webhooks?open=${crypto.randomUUID()}`)
    await beside.getByText(own.missing).waitFor()
    await page.setViewportSize({ width: 390, height: 844 })
    await open(`/portal/webhooks?open=${archive.id}`)
    await page.getByRole('heading', { level: 1, name: 'Archive' }).waitFor()
    await open(`/portal/webhooks/${orders.id}?open=${tested.id}`)
    await page.getByRole('heading', { level: 1, name: own.events.test.name }).waitFor()
    expect(new URL(page.url()).pathname).toBe(`/portal/webhooks/${orders.id}/deliveries/${tested.id}`)
  })

  it('show delivered and failed events, and resend them', async () => {
    const receiver = receiverOf()
    const visitor = await visit({ language, theme: 'dark', width: 360, height: 780 })
    const { page } = visitor
    const button = (name: string) => page.getByRole('button', { name, exact: true })
    await register(visitor)
    const client = asAccount(visitor)
    const body = { redirectUrl: receiver.url, description: 'Invoices', action: ['hash.succeed' as const] }
    const { id } = await client.post('/v2/webhooks', { body })
    const stamp = (filename: string) =>
      client.post('/hash', { body: { hash: randomBytes(32).toString('hex'), filename } })
    receiver.status = 500
    await stamp('unlucky.pdf')
    await visitor.open(`/portal/webhooks/${id}`)
    await page.getByText('unlucky.pdf').waitFor()
    await page.getByText(/^500/).waitFor()
    receiver.status = 200
    await stamp('lucky.pdf')
    await page.getByText('lucky.pdf', { exact: true }).waitFor()
    await visitor.expectAccessible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
    await button(w.filterDelivered).click()
    await page.getByText('lucky.pdf', { exact: true }).waitFor()
    await button(w.filterAll).click()
    await page.getByText('unlucky.pdf').click({ force: true })
    await page.getByText(w.refused500).first().waitFor()
    await visitor.expectAccessible()
    await button(w.again).click()
    await page.getByText(w.arrived).first().waitFor()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
    await visitor.open('/portal/webhooks')
    await page.getByText(w.allArrived).waitFor()
    await visitor.expectAccessible()

    // Nothing listens at port 1.
    const deaf = await client.post('/v2/webhooks', {
      body: { ...body, redirectUrl: 'http://127.0.0.1:1/', description: 'Deaf' },
    })
    const test = await client.post('/v2/webhooks/{id}/test', { params: { path: { id: deaf.id } } })
    await visitor.open(`/portal/webhooks/${deaf.id}/deliveries/${test.id}`)
    await page.getByText(w.nobodyThere).waitFor()
    await visitor.expectAccessible()
  })
})
