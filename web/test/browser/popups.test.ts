import { randomBytes } from 'node:crypto'
import type { Locator } from 'playwright-core'
import { describe, it } from 'vitest'
import { network } from '../../src/texts/en/network.js'
import { stamps } from '../../src/texts/en/stamps.js'
import { asAccount } from './as-account.js'
import { holdBack } from './hold-back.js'
import { register } from './register.js'
import { hasBrowser, useVisitors } from './visitor.js'

// Their programs come after the page's, so the first use differs from the others.
describe.skipIf(!hasBrowser)('what opens above a page', () => {
  const visit = useVisitors()

  it('takes the focus at its first use and at later ones, and gives it back', async () => {
    const visitor = await visit({ isNew: true })
    const { page, open, expectAccessible } = visitor
    await register(visitor)
    await asAccount(visitor).post('/hash', { body: { hash: randomBytes(32).toString('hex'), filename: 'Minutes.pdf' } })
    const openTwice = async (button: Locator, key: string, popup: Locator, first: Locator) => {
      for (const isFirst of [true, false]) {
        await button.focus()
        await page.keyboard.press(key)
        await first.and(page.locator(':focus')).waitFor()
        if (isFirst) await expectAccessible()
        await page.keyboard.press('Escape')
        await popup.waitFor({ state: 'detached' })
        await button.and(page.locator(':focus')).waitFor()
      }
    }
    const account = page.getByRole('button', { name: 'Account: ' })
    for (const key of ['Enter', 'ArrowDown']) {
      await open('/portal/stamps')
      await openTwice(account, key, page.getByRole('menu'), page.getByRole('menuitem').first())
    }
    const period = page.getByRole('dialog', { name: stamps.period.title })
    await openTwice(
      page.getByRole('button', { name: stamps.period.title, exact: true }),
      'Enter',
      period,
      period.getByLabel(stamps.period.from),
    )
    await open('/portal/api-access')
    const dialog = page.getByRole('dialog')
    await openTwice(page.getByRole('button', { name: 'New client' }), 'Enter', dialog, dialog.getByLabel('Name'))
  })

  it('waits for its program', async () => {
    const visitor = await visit({ isNew: true })
    const { page, open } = visitor
    await register(visitor)
    const go = await holdBack(page, /\/assets\/(menu-list|dialog-window|toast-shelf)-/)
    await open('/portal/api-access')
    const dialog = page.getByRole('dialog')
    await page.getByRole('button', { name: 'New client' }).click()
    go()
    await dialog.getByLabel('Name').and(page.locator(':focus')).waitFor()
  })

  it('stays away without its program, and comes at the next use', async () => {
    const visitor = await visit({ isNew: true })
    const { page, open } = visitor
    await register(visitor)
    const programs = /\/assets\/(menu-list|dialog-window|toast-shelf)-/
    await page.route(programs, (route) => route.abort())
    await open('/portal/profile')
    const account = page.getByRole('button', { name: 'Account: ' })
    await account.click()
    // Its toast is lost, and nothing else.
    await page.getByRole('button', { name: 'Save' }).click()
    await page.unroute(programs)
    await account.click()
    await page.getByRole('menu').waitFor()
  })
})

describe.skipIf(!hasBrowser)('a screen whose program comes late', () => {
  const visit = useVisitors()

  it('takes the place of the one before it at once', async () => {
    const visitor = await visit({ isNew: true })
    const { page, open } = visitor
    await register(visitor)
    const body = { hash: randomBytes(32).toString('hex'), filename: 'Minutes.pdf' }
    const { code } = await asAccount(visitor).post('/hash', { body })
    await open(`/portal/stamps/${code}`)
    const screen = page.getByRole('main').getByRole('heading', { level: 1 })
    await screen.filter({ hasText: 'Minutes.pdf' }).waitFor()
    const go = await holdBack(page, /\/assets\/network-screen-/)
    await page.getByRole('navigation').getByRole('link', { name: 'Network', exact: true }).click()
    // By now the router has dropped the stamp's parameters: if its screen still rendered, it would throw.
    await page.locator('main .animate-spin').waitFor()
    await screen.waitFor({ state: 'detached' })
    go()
    await screen.filter({ hasText: network.title }).waitFor()
  })
})
