import { randomBytes } from 'node:crypto'
import { withChecksum } from '@tallystick/proof'
import { Tallystick } from '@tallystick/sdk'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { limitMs } from '../../../test/machine.js'
import { shared as de } from '../../src/texts/de/verify/public-page.js'
import { verify as verifyDe } from '../../src/texts/de/verify/verify.js'
import { shared as en } from '../../src/texts/en/verify/public-page.js'
import { verify as verifyEn } from '../../src/texts/en/verify/verify.js'
import { sha256 } from './files-kit.js'
import { forgedProof } from './forged.js'
import { languages } from './languages.js'
import { expectGoodLooks } from './looks.js'
import { firstClient, portalUrl } from './surroundings.js'
import { sentence, verdictWords } from './verdict-words.js'
import { hasBrowser, useVisitors } from './visitor.js'

// The page that others see: what was stamped and when comes first, and whose word that is.

const texts = { en: { ...en, verify: verifyEn }, de: { ...de, verify: verifyDe } }
const content = randomBytes(2000)
const name = 'lease-2026-04.pdf'
const host = new URL(portalUrl).host
let code: string
let owner: string
let blockTime: string

beforeAll(async () => {
  const tallystick = new Tallystick({ baseUrl: portalUrl, ...firstClient })
  const others = Array.from({ length: 3 }, (_, at) => ({ hash: sha256(randomBytes(32)), filename: `${at}.txt` }))
  await tallystick.client.post('/multi-stamp', { body: [...others, { hash: sha256(content), filename: name }] })
  code = (await tallystick.waitUntilFinal(sha256(content), { timeoutMs: limitMs(60_000) })).code
  await tallystick.client.patch('/hash/{code}', { params: { path: { code } }, body: { publicDetails: true } })
  owner = (await tallystick.client.get('/profile')).name
  blockTime = `${(await tallystick.proof(code)).anchors[0]?.blockTime}`
})

const document = { name, mimeType: 'application/pdf', buffer: content }
const drop = (page: Page, file = document) => page.locator('input[type=file]').first().setInputFiles(file)
const outcome = (page: Page, is: string) => page.locator(`[data-outcome=${is}]`)

describe.skipIf(!hasBrowser).each(languages('de'))('/s/{code}, %s', (language) => {
  const visit = useVisitors()
  const word = texts[language]
  const { headlines } = verdictWords[language]

  it.each([
    ['a desk', 1440, 900],
    ['a phone', 390, 844],
  ])(
    'on %s, shows name, time, owner, one sentence, the button and the drop zone in the first 600 pixels',
    async (_, width, height) => {
      const { page, open, expectAccessible } = await visit({ language, width, height })
      await open(`/s/${code}`)
      await outcome(page, 'consistent').waitFor()
      const head = outcome(page, 'consistent')
      const parts = [
        page.getByRole('heading', { level: 1, name, exact: true }),
        page.locator(`time[datetime="${blockTime}"]`),
        page.getByText(word.statedTime.replace('{{host}}', host)),
        head.getByText(owner, { exact: true }),
        head.getByText(`${code.slice(0, 5)} ${code.slice(5)}`),
        page.getByText(sentence(headlines.compared.one, { subject: word.subject })),
        head.getByRole('button', { name: word.ask.button }),
        page.getByRole('heading', { name: word.own.title }),
        page.getByRole('button', { name: word.own.button }),
        page.getByTestId('own-document'),
      ]
      for (const part of parts) {
        const box = await part.boundingBox()
        expect([`${part}`, box && box.y >= 0 && box.y + box.height <= 600]).toEqual([`${part}`, true])
      }
      await expectAccessible()
      expect(await page.evaluate(() => globalThis.document.documentElement.scrollWidth)).toBe(width)
      // Everything else is folded.
      expect(await page.locator('details[open]').count()).toBe(0)
    },
  )

  it('folds away comparing, path, facts and files, which are accessible when open', async () => {
    const visitor = await visit({ language })
    const { page, open } = visitor
    await open(`/s/${code}`)
    await page.getByRole('button', { name: word.ask.yourself }).click()
    await page.getByLabel(word.verify.compare.paste).waitFor()
    await page.evaluate(() => {
      for (const fold of globalThis.document.querySelectorAll('details')) fold.open = true
    })
    await page.getByText(sha256(content)).first().waitFor()
    expect(await page.locator('ol > li').count()).toBe(5)
    await expectGoodLooks(visitor)
    const download = page.waitForEvent('download')
    await page.getByRole('link', { name: word.files.json, exact: true }).click()
    expect((await download).suggestedFilename()).toBe(`${name}.proof.json`)
  })

  it("says whose word the service's node is, in wood, and that the visitor's document matches", async () => {
    const visitor = await visit({ language })
    const { page, open } = visitor
    await open(`/s/${code}`)
    await page.getByRole('button', { name: word.ask.button }).click()
    await outcome(page, 'stated').waitFor()
    await page.getByText(word.state.issuer.replace('{{host}}', host)).first().waitFor()
    await page.getByText(sentence(headlines.stated, { subject: word.subject, host })).waitFor()
    expect(await page.getByText(word.statedTime.replace('{{host}}', host)).count()).toBe(0)
    expect(await outcome(page, 'stated').getAttribute('class')).toContain('wood')
    expect(await page.locator('[class*=moss]').filter({ visible: true }).count()).toBe(0)
    expect(await page.evaluate(() => globalThis.document.activeElement?.getAttribute('data-outcome'))).toBe('stated')
    await drop(page)
    await page.getByRole('heading', { name: word.matches.document.title }).waitFor()
    await page.getByText(sentence(headlines.stated, { subject: name.replaceAll('.', '\\.'), host })).waitFor()
    await expectGoodLooks(visitor)
  })

  it('names a document that does not fit, keeps what was stamped beside it, and takes the right one', async () => {
    const visitor = await visit({ language })
    const { page, open } = visitor
    await open(`/s/${code}`)
    const other = { ...document, name: 'lease (1).pdf', buffer: randomBytes(30) }
    await outcome(page, 'consistent').waitFor()
    await drop(page, other)
    const title = word.other.title.replace('{{name}}', other.name)
    await page.getByRole('heading', { level: 1, name: title, exact: true }).waitFor()
    expect(await page.title()).toContain(other.name)
    await outcome(page, 'refused').getByText(sha256(other.buffer)).waitFor()
    const stamped = page.getByTestId('stamped')
    await stamped.getByText(name, { exact: true }).waitFor()
    await stamped.locator(`time[datetime="${blockTime}"]`).waitFor()
    await expectGoodLooks(visitor)
    await drop(page)
    await page.getByRole('heading', { name: word.matches.document.title }).waitFor()
    await page.getByRole('heading', { level: 1, name, exact: true }).waitFor()
    expect(await page.title()).toContain(name)
  })

  it('is green only once someone else confirms', async () => {
    const { page, open } = await visit({ language })
    // A service on Ethereum, whose node knows the block.
    const { checksum: _checksum, salt: _salt, details: _details, ...bare } = await forgedProof(content)
    const shown = withChecksum({ ...bare, code })
    const [anchor] = shown.anchors
    await page.route(`**/s/${code}`, async (route) => {
      const answer = await route.fetch()
      await route.fulfill({ response: answer, body: (await answer.text()).replaceAll('eip155:31337', 'eip155:1') })
    })
    await page.route(`**/s/${code}/proof`, (route) => route.fulfill({ json: shown }))
    await page.route('**/network/blocks/*', (route) => {
      const data = { blockchainId: 'eip155:1', number: anchor?.blockNumber, hash: anchor?.blockHash, isFinal: true }
      return route.fulfill({ json: { status: 'success', message: '', data } })
    })
    await open(`/s/${code}`)
    await page.getByRole('button', { name: word.ask.button }).click()
    await outcome(page, 'stated').waitFor()
    await page.getByRole('button', { name: word.ask.yourself }).click()
    await page.getByLabel(word.verify.compare.paste).fill(`${anchor?.blockHash}`)
    await page.getByRole('button', { name: word.verify.compare.pasteButton, exact: true }).click()
    await outcome(page, 'confirmed').waitFor()
    await page.getByText(word.state.confirmed).waitFor()
    expect(await outcome(page, 'confirmed').getAttribute('class')).toContain('moss')
    await page.getByText(sentence(headlines.confirmed, { subject: word.subject })).waitFor()
  })

  it('judges another proof that is dropped by itself', async () => {
    const { page, open } = await visit({ language })
    await open(`/s/${code}`)
    await outcome(page, 'consistent').waitFor()
    const forged = {
      ...document,
      name: 'other.json',
      buffer: Buffer.from(JSON.stringify(await forgedProof(randomBytes(9)))),
    }
    await drop(page, forged)
    await page.getByText(word.verify.proof.fromFile.replace('{{name}}', 'other.json')).waitFor()
    await page.getByRole('heading', { level: 1, name, exact: true }).waitFor()
    await page.getByRole('button', { name: word.verify.again }).click()
    await page.getByText(word.verify.proof.fromFile.replace('{{name}}', 'other.json')).waitFor({ state: 'detached' })
  })

  it('404: explains an unknown code', async () => {
    const { page, open, expectAccessible } = await visit({ language })
    await open('/s/0000000000')
    await page.getByText(word.verify.unknown.code.title).waitFor()
    await expectAccessible()
  })
})
