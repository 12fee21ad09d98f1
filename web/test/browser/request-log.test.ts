import { createClient, withCredentials } from '@tallystick/sdk'
import { describe, expect, it } from 'vitest'
import { requestLog as de } from '../../src/texts/de/developers/request-log.js'
import { requestLog as en } from '../../src/texts/en/developers/request-log.js'
import { asAccount } from './as-account.js'
import { languages } from './languages.js'
import { expectGoodLooks } from './looks.js'
import { register } from './register.js'
import { portalUrl } from './surroundings.js'
import { hasBrowser, useVisitors } from './visitor.js'

const words = { en, de }

describe.skipIf(!hasBrowser).each(languages('de'))('the request log (%s)', (language) => {
  const visit = useVisitors()
  const w = words[language]

  it('is found at an API client, shows what it asked for, and filters by answer and route, in the address', async () => {
    const visitor = await visit({ language })
    const { page, open } = visitor
    await register(visitor)
    const credentials = await asAccount(visitor).post('/account/clients', { body: { name: 'Archive server' } })
    await open('/portal/api-access')
    await page.getByRole('link', { name: w.of.replace('{{name}}', 'Archive server') }).click()
    await page.getByText(w.emptyTitle).waitFor()
    await expectGoodLooks(visitor)

    const token = withCredentials({ baseUrl: portalUrl, ...credentials })
    const program = createClient({ baseUrl: portalUrl, token })
    const body = { hash: 'ab'.repeat(32), filename: 'Secret.pdf', isPrivate: true }
    const { code } = await program.post('/hash', { body })
    await program.get('/hash', { params: { query: { id: code } } })
    await program.get('/hash', { params: { query: { id: '0000000000' } } }).catch(() => undefined)
    const table = page.getByRole('region', { name: w.of.replace('{{name}}', 'Archive server') })
    await table.getByText('404', { exact: true }).waitFor()
    expect(await table.getByRole('row').count()).toBe(4)
    expect(await table.textContent()).not.toMatch(`Secret|${code}`)
    await expectGoodLooks(visitor)

    await page.getByRole('link', { name: w.refused, exact: true }).click()
    await table.getByText('200', { exact: true }).first().waitFor({ state: 'detached' })
    expect(new URL(page.url()).searchParams.get('status')).toBe('4xx')
    await page.locator('[aria-current=page]', { hasText: w.refused }).waitFor()
    expect(await page.locator('main [aria-current=page]').count()).toBe(1)
    await table.getByRole('link', { name: '/hash' }).click()
    await page.getByRole('link', { name: w.successful, exact: true }).click()
    await table.getByText('200', { exact: true }).nth(1).waitFor()
    expect(new URL(page.url()).searchParams.get('route')).toBe('/hash')
    await page.reload()
    await page.getByRole('link', { name: w.anyRoute.replace('{{route}}', '/hash') }).click()
    await page.getByRole('link', { name: w.broken, exact: true }).click()
    await page.getByText(w.noneText).waitFor()
    await page.getByRole('link', { name: w.clear, exact: true }).click()
    await table.getByText('404', { exact: true }).waitFor()
  })
})
