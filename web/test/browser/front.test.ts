import { randomBytes } from 'node:crypto'
import { Tallystick } from '@tallystick/sdk'
import { beforeAll, describe, expect, it } from 'vitest'
import { limitMs } from '../../../test/machine.js'
import { front as de } from '../../src/texts/de/front.js'
import { common as commonDe } from '../../src/texts/de/general.js'
import { front as en } from '../../src/texts/en/front.js'
import { common as commonEn } from '../../src/texts/en/general.js'
import { bodyLengths } from './body-lengths.js'
import { say, sha256 } from './files-kit.js'
import { languages } from './languages.js'
import { expectGoodLooks } from './looks.js'
import { register } from './register.js'
import { firstClient, portalUrl } from './surroundings.js'
import { hasBrowser, useVisitors } from './visitor.js'

// A stranger finds out what this is, and whether a document has been stamped, without an account.

const words = { en: { ...en, common: commonEn }, de: { ...de, common: commonDe } }
const stamped = { name: 'stamped.pdf', mimeType: 'application/pdf', buffer: randomBytes(500) }
const other = { name: 'mine.pdf', mimeType: 'application/pdf', buffer: randomBytes(500) }
let code: string

beforeAll(async () => {
  const tallystick = new Tallystick({ baseUrl: portalUrl, ...firstClient })
  code = (await tallystick.stampHash(sha256(stamped.buffer))).code
  await tallystick.waitUntilFinal(code, { timeoutMs: limitMs(60_000) })
})

describe.skipIf(!hasBrowser).each(languages('en'))('the front page, %s', (language) => {
  const visit = useVisitors()
  const word = words[language]

  it('says what this is, how it works, and that the service is ready', async () => {
    const visitor = await visit({ language })
    const { page, open } = visitor
    await open('/')
    await page.getByRole('heading', { level: 1, name: word.title }).waitFor()
    await page.getByText(word.network.ready).waitFor()
    expect(await page.getByRole('listitem').count()).toBe(3)
    expect(await page.title()).toBe(`${word.title} · Tallystick`)
    await expectGoodLooks(visitor)
  })

  it('looks documents up, and keeps those without a stamp until their owner has logged in', async () => {
    const visitor = await visit({ language })
    const { page, open } = visitor
    await open('/')
    const sent: string[] = []
    page.on('request', (request) => sent.push(request.url()))
    const lengths = await bodyLengths(visitor)
    await page.locator('input[type=file]').setInputFiles([stamped, other])
    const row = (name: string) => page.getByRole('listitem').filter({ hasText: name })
    expect(await row(stamped.name).getByRole('link', { name: word.results.found }).getAttribute('href')).toBe(
      `/s/${code}`,
    )
    await row(other.name).getByText(word.results.unknown).waitFor()
    // Their fingerprints, and neither names nor content: addresses name the fingerprints, and there is no body.
    for (const { buffer } of [stamped, other])
      expect(sent).toContainEqual(expect.stringMatching(new RegExp(`/s\\?hash=${sha256(buffer)}$`)))
    for (const { name } of [stamped, other]) expect(sent.join('\n')).not.toContain(name)
    expect(lengths).toEqual([])
    await expectGoodLooks(visitor)
    await page.getByRole('button', { name: word.results.stamp_one }).click()
    await page.waitForURL(/\/portal\/login\?/)
    await register(visitor)
    await open('/portal/stamps/new')
    await page.getByText(other.name).first().waitFor()
    expect(await page.getByText(stamped.name).count()).toBe(0)
  })

  it('takes a code as people write it', async () => {
    const { page, open } = await visit({ language })
    await open('/')
    await page.getByLabel(word.drop.code).fill(`${code.slice(0, 5)}-${code.slice(6)}`)
    await page.getByRole('button', { name: word.drop.lookUp }).click()
    await page.getByText(say(word.common.code.length_other, { count: 9 })).waitFor()
    await page.getByLabel(word.drop.code).fill(`${code.slice(0, 5).toLowerCase()}-${code.slice(5)}`)
    await page.getByRole('button', { name: word.drop.lookUp }).click()
    await page.locator('[data-outcome]').waitFor()
    await page.getByText(`${code.slice(0, 5)} ${code.slice(5)}`).waitFor()
  })

  it('leads members back to the portal, and strangers to the login', async () => {
    const visitor = await visit({ language })
    const { page, open } = visitor
    await open('/')
    await page.getByRole('link', { name: word.common.logIn, exact: true }).waitFor()
    await register(visitor)
    await open('/portal/')
    for (const path of ['/', '/verify', `/s/${code}`]) {
      await open(path)
      await page.getByRole('link', { name: word.common.toPortal, exact: true }).waitFor()
    }
  })

  it('names the operator, with imprint and privacy', async () => {
    const { page, open } = await visit({ language })
    await page.route('**/', async (route) => {
      const answer = await route.fetch()
      const operator = { name: 'Example Notary', imprint: 'https://example.org/i', privacy: 'https://example.org/p' }
      const facts = JSON.stringify(operator).replaceAll('"', '&#34;')
      const body = (await answer.text()).replace('operator&#34;:{}', `operator&#34;:${facts}`)
      await route.fulfill({ response: answer, body })
    })
    await open('/')
    await page.getByText(word.common.operatedBy.replace('{{name}}', 'Example Notary')).waitFor()
    for (const [name, href] of [
      [word.common.imprint, 'https://example.org/i'],
      [word.common.privacy, 'https://example.org/p'],
    ] as const)
      expect(await page.getByRole('link', { name, exact: true }).getAttribute('href')).toBe(href)
  })
})

describe.skipIf(!hasBrowser)('a page that is not there', () => {
  const visit = useVisitors()

  it('keeps the navigation and has a title, for members of the portal', async () => {
    const visitor = await visit()
    const { page, open, expectAccessible } = visitor
    await register(visitor)
    await open('/portal/')
    await open('/portal/nope')
    await page.getByRole('navigation', { name: commonEn.navigation }).waitFor()
    expect(await page.title()).toBe(`${commonEn.notFound.title} · Tallystick`)
    await expectAccessible()
  })

  it('leads strangers on', async () => {
    const { page, open, expectAccessible } = await visit()
    await open('/nope')
    await page.getByRole('link', { name: commonEn.notFound.action }).waitFor()
    await expectAccessible()
  })
})

describe.skipIf(!hasBrowser).each(languages('de'))('in a frame of another site, %s', (language) => {
  const visit = useVisitors()

  it('the badge and the verify widget are accessible, and fit', async () => {
    const visitor = await visit({ language, width: 360, height: 740 })
    for (const path of [`/s/${code}/badge`, '/verify/widget']) {
      await visitor.open(path)
      await expectGoodLooks(visitor)
    }
  })

  it('the verify widget works where the browser keeps nothing for frames', async () => {
    const { page, open } = await visit({ language, isNew: true })
    await page.addInitScript(() =>
      Object.defineProperty(window, 'localStorage', {
        get: () => {
          throw new DOMException('denied', 'SecurityError')
        },
      }),
    )
    await open('/verify/widget')
    await page.locator('input[type=file]').first().setInputFiles(stamped)
    await page.locator('[data-outcome]').waitFor()
  })
})
