import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { checkedManifest, proofFromManifest } from '@tallystick/proof'
import { certificateOf, certificatePage } from '@tallystick/proof/certificate'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { de, en } from '../../src/verifier/texts.js'
import { expectGoodLooks } from './looks.js'
import { browserUrl } from './surroundings.js'
import { expectAccessible, hasBrowser } from './visitor.js'

// From disk, without any network: what people do with a certificate whose service is gone.

const built = new URL('../../../server/verifier/', import.meta.url)
const vectors = new URL('../../../proof/vectors/manifests-valid.json', import.meta.url)
const words = { en, de }
const folder = mkdtempSync(join(tmpdir(), 'tallystick-pages-'))
const at = (name: string) => join(folder, name)
/** The part of a text before its first placeholder. */
const startOf = (text: string) => text.split('{')[0] || (text.split('}')[1] ?? '').split('{')[0] || ''

/** A document, its proof, and its certificates as pages. */
function makeFiles() {
  const manifests = Object.values(JSON.parse(readFileSync(vectors, 'utf8')) as Record<string, unknown>)
  const manifest = manifests.map((json) => checkedManifest(json)).find(({ files }) => files[0]?.details)!
  const [file] = manifest.files
  const proof = proofFromManifest(manifest, file!)
  writeFileSync(at('document'), `tallystick vectors: ${file?.path}\n`)
  writeFileSync(at('other'), 'something else')
  writeFileSync(at('proof.json'), JSON.stringify(proof))
  const script = readFileSync(new URL('check.js', built), 'utf8')
  for (const language of ['EN', 'DE'] as const) {
    const parameters = { language, base: 'https://notary.example', isPublic: true, isPublished: false }
    const hashes = { pageHash: 'a'.repeat(64), programHash: 'b'.repeat(64) }
    const html = certificatePage(certificateOf(proof, { ...parameters, ...hashes }), script)
    writeFileSync(at(`${language.toLowerCase()}.html`), html)
    writeFileSync(at(`forged-${language.toLowerCase()}.html`), html.replace(/20\d\d, \d\d:\d\d/, '2009, 00:00'))
  }
  return proof
}

describe.skipIf(!hasBrowser).each(['en', 'de'] as const)('from disk and offline, %s', (language) => {
  const t = words[language]
  const proof = makeFiles()
  const hash = proof.anchors[0]?.blockHash ?? ''
  let browser: Browser
  let context: BrowserContext
  const problems: string[] = []
  beforeAll(async () => {
    browser = await chromium.connect(browserUrl)
    const locale = language === 'de' ? 'de-DE' : 'en-GB'
    context = await browser.newContext({ locale, offline: true, reducedMotion: 'reduce' })
  })
  afterEach(async () => {
    await Promise.all(context.pages().map((page) => page.close()))
    expect(problems.splice(0)).toEqual([])
  })
  afterAll(() => browser?.close())

  async function open(path: string): Promise<Page> {
    const page = await context.newPage()
    page.on('pageerror', (error) => problems.push(error.message))
    page.on('console', (message) => message.type() === 'error' && problems.push(message.text()))
    page.on('request', (request) => /^(file|data|blob):/.test(request.url()) || problems.push(request.url()))
    await page.goto(pathToFileURL(path).href)
    return page
  }
  const give = (page: Page, ...names: string[]) => page.locator('input[type=file]').setInputFiles(names.map(at))
  const verdict = (page: Page, outcome: string) => page.locator(`[data-outcome=${outcome}]`)
  const looksGood = (page: Page) => expectGoodLooks({ page, expectAccessible: () => expectAccessible(page) })

  it('the page compares, confirms with a hash found elsewhere, and refuses', async () => {
    const page = await open(join(new URL(built).pathname, 'tallystick.html'))
    expect(await page.locator('html').getAttribute('lang')).toBe(language)
    await looksGood(page)
    await give(page, 'document')
    await page.getByText(startOf(t.missingProof)).waitFor()
    await give(page, 'proof.json')
    const consistent = verdict(page, 'consistent')
    await consistent.waitFor()
    expect(await consistent.textContent()).not.toMatch(/existed|existierte/)
    const digits = await consistent.locator('code.hash').textContent()
    expect(digits).toMatch(/^0x( [0-9a-f]{4}){16}$/)
    expect(digits?.replace(/ /g, '')).toBe(hash)
    await looksGood(page)
    await page.getByLabel(t.compare).fill('abc')
    await page.getByRole('button', { name: t.compareButton }).click()
    await page.getByText(t.notHash).waitFor()
    await page.getByLabel(t.compare).fill(digits ?? '')
    await page.getByRole('button', { name: t.compareButton }).click()
    await verdict(page, 'confirmed').waitFor()
    await looksGood(page)
    await page.getByRole('button', { name: t.again }).click()
    await give(page, 'other', 'proof.json')
    await verdict(page, 'refused').getByText(t.reasons.digest).waitFor()
    await looksGood(page)
  })

  it('the page refuses a block hash that is another', async () => {
    const page = await open(join(new URL(built).pathname, 'tallystick.html'))
    await give(page, 'document', 'proof.json')
    await page.getByLabel(t.compare).fill(`0x${'1'.repeat(64)}`)
    await page.getByRole('button', { name: t.compareButton }).click()
    await verdict(page, 'refused').getByText(t.reasons.block).waitFor()
  })

  it('a certificate checks its document, and stays the page that was sent', async () => {
    const page = await open(at(`${language}.html`))
    const sent = readFileSync(at(`${language}.html`), 'utf8')
    await looksGood(page)
    await give(page, 'document')
    await verdict(page, 'consistent').waitFor()
    await looksGood(page)
    await page.getByRole('button', { name: t.again }).click()
    await give(page, 'other')
    await verdict(page, 'refused').waitFor()
    // As browsers save it, it is still bound to its proof.
    writeFileSync(at('saved.html'), `<!DOCTYPE html>\n${await page.evaluate(() => document.documentElement.outerHTML)}`)
    expect(sent).toContain('<!doctype html>')
    const checker = await open(join(new URL(built).pathname, 'tallystick.html'))
    await give(checker, 'document', 'saved.html')
    await verdict(checker, 'consistent').getByText(t.claims).waitFor()
    expect(await checker.getByText(t.otherScript).count()).toBe(0)
  })

  it('a certificate whose words were changed says so itself, and the page names them', async () => {
    const page = await open(at(`forged-${language}.html`))
    await page.getByText(t.ownWords).waitFor()
    await looksGood(page)
    const checker = await open(join(new URL(built).pathname, 'tallystick.html'))
    await give(checker, 'document', `forged-${language}.html`)
    const refused = verdict(checker, 'refused')
    await refused.getByText(t.reasons.words).waitFor()
    expect(await refused.textContent()).toContain('2009, 00:00')
    expect(await refused.textContent()).not.toMatch(/existed|existierte/)
    await looksGood(checker)
  })
})

afterAll(() => rmSync(folder, { recursive: true, force: true }))
