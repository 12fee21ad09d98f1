import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { common as commonDe } from '../../src/texts/de/general.js'
import { navigation as navigationDe } from '../../src/texts/de/pages/portal.js'
import { stamping as stampingDe } from '../../src/texts/de/stamping.js'
import { stamps as de } from '../../src/texts/de/stamps.js'
import { common as commonEn } from '../../src/texts/en/general.js'
import { navigation as navigationEn } from '../../src/texts/en/pages/portal.js'
import { stamping as stampingEn } from '../../src/texts/en/stamping.js'
import { stamps as en } from '../../src/texts/en/stamps.js'
import { asAccount } from './as-account.js'
import { holdBack } from './hold-back.js'
import { languages } from './languages.js'
import { useLine } from './line.js'
import { expectGoodLooks } from './looks.js'
import { register } from './register.js'
import { hasBrowser, useVisitors } from './visitor.js'

const words = {
  en: { ...en, stamping: stampingEn, common: commonEn, navigation: navigationEn },
  de: { ...de, stamping: stampingDe, common: commonDe, navigation: navigationDe },
}

describe.skipIf(!hasBrowser).each(languages('en'))('changes made elsewhere, %s', (language) => {
  const visit = useVisitors()
  const line = useLine()
  const w = words[language]

  it('appear after a lost connection without a reload', async () => {
    const visitor = await visit({ language, alsoAt: line.url })
    const { page } = visitor
    await register(visitor)
    const service = asAccount(visitor)
    const stamp = (filename: string) =>
      service.post('/hash', { body: { hash: randomBytes(32).toString('hex'), filename } })

    await page.goto(`${line.url}/portal/stamps`)
    await page.getByText(w.emptyTitle).waitFor()
    expect(await page.getByRole('searchbox').count()).toBe(0)
    await stamp('Before.txt')
    const rows = page.getByRole('grid', { name: w.list }).getByRole('row')
    const row = (name: string) => rows.filter({ hasText: name }).filter({ hasText: w.stamping.states.final })
    await row('Before.txt').waitFor()
    await page.getByText(w.stamping.live, { exact: true }).waitFor()
    await page.evaluate(() => Object.assign(window, { stayed: true }))

    line.cut()
    await page.getByText(w.stamping.lost).waitFor()
    await row('Before.txt').waitFor()
    await expectGoodLooks(visitor)
    await stamp('Meanwhile.txt')
    expect(await row('Meanwhile.txt').count()).toBe(0)

    line.mend()
    await row('Meanwhile.txt').waitFor()
    await page.getByText(w.stamping.live, { exact: true }).waitFor()
    await stamp('After.txt')
    await row('After.txt').waitFor()
    const names = await rows.getByRole('link').allInnerTexts()
    expect(names).toEqual(['After.txt', 'Meanwhile.txt', 'Before.txt'])
    expect(await page.evaluate(() => 'stayed' in window)).toBe(true)
  })

  it('appear in a list loaded before the connection, without loading it again', async () => {
    const visitor = await visit({ language })
    const { page } = visitor
    await register(visitor)
    const listen = await holdBack(page, '**/events')
    const lists: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('/hash?limit=100')) lists.push(request.url())
    })
    await visitor.open('/portal/stamps')
    await page.getByText(w.emptyTitle).waitFor()
    const service = asAccount(visitor)
    const stamp = (filename: string) =>
      service.post('/hash', { body: { hash: randomBytes(32).toString('hex'), filename } })
    await stamp('Between.txt')
    listen()
    const row = (name: string) =>
      page.getByRole('row').filter({ hasText: name }).filter({ hasText: w.stamping.states.final })
    await row('Between.txt').waitFor()
    await stamp('After.txt')
    await row('After.txt').waitFor()
    expect(lists).toHaveLength(1)
  })

  it('a page not opened before fails inside the frame while offline, then loads', async () => {
    const visitor = await visit({ language, alsoAt: line.url })
    const { page } = visitor
    await register(visitor)
    await page.goto(`${line.url}/portal/stamps`)
    await page.getByText(w.emptyTitle).waitFor()
    line.cut()
    await page.locator('a[href="/portal/network"]').click()
    await page.getByText(w.common.crashed).first().waitFor()
    await page.getByText(w.common.noConnection).waitFor()
    await expectGoodLooks(visitor)
    await page.locator('a[href="/portal/stamps"]').first().click()
    await page.getByText(w.emptyTitle).waitFor()
    await page.locator('a[href="/portal/network"]').click()
    const retry = page.getByRole('button', { name: w.common.retry })
    await retry.waitFor()
    line.mend()
    await retry.click()
    await page.getByRole('heading', { level: 1, name: w.navigation.network }).waitFor()
  })
})
