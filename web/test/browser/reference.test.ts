import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { reference as de } from '../../src/texts/de/developers/reference.js'
import { reference as en } from '../../src/texts/en/developers/reference.js'
import { languages } from './languages.js'
import { expectGoodLooks } from './looks.js'
import { firstClient, portalUrl } from './surroundings.js'
import { hasBrowser, useVisitors } from './visitor.js'

const words = { en, de }

describe.skipIf(!hasBrowser).each(languages('en'))('the API reference, %s', (language) => {
  const visit = useVisitors()
  const word = words[language]

  it('lists every operation, finds some, and opens them by their address', async () => {
    const visitor = await visit({ language })
    const { page, open } = visitor
    await open('/docs')
    await page.getByRole('heading', { level: 1, name: word.title }).waitFor()
    await page.getByRole('heading', { level: 2, name: 'Stamping v1' }).waitFor()
    await expectGoodLooks(visitor)
    await page.getByLabel(word.search).fill('delete WEBHOOK')
    await page.getByRole('link', { name: 'Delete a webhook and its delivery log' }).click()
    await page.getByRole('heading', { level: 1, name: 'Delete a webhook and its delivery log' }).waitFor()
    expect(new URL(page.url()).hash).toBe('#deleteWebhook')
    expect(
      await page
        .locator('h1')
        .evaluate((heading) => [heading.getAttribute('lang'), heading === document.activeElement]),
    ).toEqual(['en', true])
    await expectGoodLooks(visitor)
    // As Swagger UI addressed them.
    await open('/docs#/Stamping%20v1/addStamp')
    await page.getByRole('heading', { level: 1, name: 'Stamp a hash' }).waitFor()
    await page.goBack()
    await page.getByRole('heading', { level: 1, name: 'Delete a webhook and its delivery log' }).waitFor()
  })

  it.each(['createFile', 'listenToEvents', 'receiveSucceed', 'getProof', 'submitDigest'])(
    'shows %s with all that is folded away',
    async (id) => {
      const visitor = await visit({ language })
      const { page, open } = visitor
      await open(`/docs#${id}`)
      await page.locator(`h1#${id}`).waitFor()
      for (const summary of await page.locator('summary').all()) await summary.click()
      await expectGoodLooks(visitor)
    },
  )

  it('stamps with a client of the visitor, who stays logged out of the portal, and writes the same as code', async () => {
    const visitor = await visit({ language })
    const { page, open } = visitor
    const cookies: (string | undefined)[] = []
    page.on('request', async (request) => {
      if (/\/(hash|authenticate)$/.test(request.url())) cookies.push((await request.allHeaders()).cookie)
    })
    await open('/docs#addStamp')
    await page.getByRole('button', { name: word.login.submit, exact: true }).click()
    expect(await page.getByRole('alert').allInnerTexts()).toEqual([word.login.missing, word.login.missing])
    await expectGoodLooks(visitor)
    await page.getByLabel(word.login.clientId, { exact: true }).fill(firstClient.clientId)
    await page.getByLabel(word.login.secretKey, { exact: true }).fill('sk_live_wrong')
    await page.getByRole('button', { name: word.login.submit, exact: true }).click()
    await page.getByText(word.login.failed).waitFor()
    await page.getByLabel(word.login.secretKey, { exact: true }).fill(firstClient.secretKey)
    await page.getByRole('button', { name: word.login.submit, exact: true }).click()
    await page.getByText(firstClient.clientId, { exact: false }).waitFor()

    const body = page.getByRole('textbox', { name: word.body })
    await body.fill('{')
    await page.getByRole('button', { name: word.try.send, exact: true }).click()
    await page.getByText(word.try.badJson).waitFor()
    const hash = randomBytes(32).toString('hex')
    await body.fill(JSON.stringify({ hash, filename: "it's here.pdf" }))
    await page.getByRole('button', { name: word.try.send, exact: true }).click()
    await page.getByRole('status').filter({ hasText: '200' }).waitFor()
    await page.getByText(`"hash": "${hash}"`).last().waitFor()
    await expectGoodLooks(visitor)
    expect(cookies).toEqual([undefined, undefined, undefined])
    expect(
      await page.evaluate(() => [...Object.values(localStorage), ...Object.values(sessionStorage)].join()),
    ).not.toContain('ey')

    const command = await page.getByRole('region', { name: 'curl' }).innerText()
    const login = await fetch(`${portalUrl}/authenticate`, {
      method: 'POST',
      headers: { 'client-id': firstClient.clientId, 'secret-key': firstClient.secretKey },
    })
    const { data } = (await login.json()) as { data: { token: string } }
    const answer = execFileSync('sh', ['-c', command], { env: { ...process.env, TOKEN: data.token }, stdio: 'pipe' })
    expect(JSON.parse(answer.toString())).toMatchObject({ status: 409 })
    for (const other of ['TypeScript', 'Python']) {
      await page.getByRole('button', { name: other, exact: true }).click()
      expect(await page.getByRole('region', { name: other }).innerText()).toContain(hash)
    }
  })
})
