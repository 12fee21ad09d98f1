import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { checkedManifest, proofFromManifest } from '@tallystick/proof'
import { certificateOf, certificatePage, plainLook } from '@tallystick/proof/certificate'
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { limitMs } from '../../../test/machine.js'
import { de, en } from '../../src/verifier/texts.js'
import { expectAccessible } from './accessible.js'
import { hasBrowser, startBrowser } from './browser.js'
import { expectGoodLooks } from './looks.js'
import { refusal, verdictWords } from './verdict-words.js'
import { keepPages } from './visitor.js'

// From disk, without any network: what people do with a certificate whose service is gone.

const built = new URL('../../../server/verifier/', import.meta.url)
const vectors = new URL('../../../proof/vectors/manifests-valid.json', import.meta.url)
const words = { en, de }
const folder = mkdtempSync(join(tmpdir(), 'tallystick-pages-'))
const checker = fileURLToPath(new URL('tallystick.html', built))
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
    const hashes = { pageHash: 'a'.repeat(64), programHash: 'b'.repeat(64), offset: 0, look: plainLook }
    const html = certificatePage(certificateOf(proof, { ...parameters, ...hashes }), script)
    writeFileSync(at(`${language.toLowerCase()}.html`), html)
    writeFileSync(at(`forged-${language.toLowerCase()}.html`), html.replace(/20\d\d, \d\d:\d\d/, '2009, 00:00'))
  }
  return proof
}

const proof = makeFiles()

describe.skipIf(!hasBrowser).each(['en', 'de'] as const)('from disk and offline, %s', (language) => {
  const t = words[language]
  const { refusals } = verdictWords[language]
  const refusedFor = (reason: string) => verdict('refused').getByRole('heading', { name: refusal(language, reason) })
  const hash = proof.anchors[0]?.blockHash ?? ''
  let context: BrowserContext
  let page: Page
  const problems: string[] = []
  beforeAll(async () => {
    const locale = language === 'de' ? 'de-DE' : 'en-GB'
    context = await (await startBrowser()).newContext({
      locale,
      timezoneId: 'Asia/Tokyo',
      offline: true,
      reducedMotion: 'reduce',
    })
    context.setDefaultTimeout(limitMs(60_000))
    page = await context.newPage()
    page.on('pageerror', (error) => problems.push(error.message))
    page.on('console', (message) => message.type() === 'error' && problems.push(message.text()))
    page.on('request', (request) => /^(file|data|blob):/.test(request.url()) || problems.push(request.url()))
  })
  afterEach(async ({ task }) => {
    const found = problems.splice(0)
    if (task.result?.state === 'fail' || found.length > 0) await keepPages(task, [page])
    expect(found).toEqual([])
  })
  afterAll(() => context?.close())

  const open = (path: string) => page.goto(pathToFileURL(path).href)
  const give = (...names: string[]) => page.locator('input[type=file]').setInputFiles(names.map(at))
  const verdict = (outcome: string) => page.locator(`[data-outcome=${outcome}]`)
  const looksGood = () => expectGoodLooks({ page, expectAccessible: () => expectAccessible(page) })

  it('the page compares, states what a private chain’s operator says by a hash found elsewhere, and refuses', async () => {
    await open(checker)
    expect(await page.locator('html').getAttribute('lang')).toBe(language)
    await looksGood()
    await give('document')
    await page.getByText(startOf(t.missingProof)).waitFor()
    await give('proof.json')
    const consistent = verdict('consistent')
    await consistent.waitFor()
    expect(await consistent.textContent()).not.toMatch(/existed|existierte/)
    const digits = await consistent.locator('code.hash').textContent()
    expect(digits).toMatch(/^0x( [0-9a-f]{4}){16}$/)
    expect(digits?.replace(/ /g, '')).toBe(hash)
    await looksGood()
    await page.getByLabel(t.compare).fill('abc')
    await page.getByRole('button', { name: t.compareButton }).click()
    await page.getByText(t.notHash).waitFor()
    await page.getByLabel(t.compare).fill(digits ?? '')
    await page.getByRole('button', { name: t.compareButton }).click()
    const stated = verdict('stated')
    await stated.waitFor()
    // Below the sentence, and below the block time.
    const ownTime = t.yourTime.replace('{time}', '[^()]+').replace('({zone})', String.raw`\(Tokyo, UTC\+9\)`)
    expect((await stated.innerText()).match(new RegExp(ownTime, 'g'))).toHaveLength(2)
    await looksGood()
    await page.getByRole('button', { name: t.again }).click()
    await give('other', 'proof.json')
    await refusedFor(refusals.digest.file).waitFor()
    await looksGood()
  })

  it('the page refuses a block hash that is another', async () => {
    await open(checker)
    await give('document', 'proof.json')
    await page.getByLabel(t.compare).fill(`0x${'1'.repeat(64)}`)
    await page.getByRole('button', { name: t.compareButton }).click()
    await refusedFor(refusals.block.none).waitFor()
  })

  it('a certificate checks its document, and stays the page that was sent', async () => {
    await open(at(`${language}.html`))
    const sent = readFileSync(at(`${language}.html`), 'utf8')
    await looksGood()
    await give('document')
    await verdict('consistent').waitFor()
    await looksGood()
    await page.getByRole('button', { name: t.again }).click()
    await give('other')
    await verdict('refused').waitFor()
    // As browsers save it, it is still bound to its proof.
    writeFileSync(at('saved.html'), `<!DOCTYPE html>\n${await page.evaluate(() => document.documentElement.outerHTML)}`)
    expect(sent).toContain('<!doctype html>')
    await open(checker)
    await give('document', 'saved.html')
    await verdict('consistent').waitFor()
    expect(await page.getByText(verdictWords[language].caveats['words-shown'].html).count()).toBe(0)
  })

  it('a certificate whose words were changed says so itself, and the page names them', async () => {
    await open(at(`forged-${language}.html`))
    await refusedFor(refusals.words.words).waitFor()
    await looksGood()
    await open(checker)
    await give('document', `forged-${language}.html`)
    const refused = verdict('refused')
    await refusedFor(refusals.words.words).waitFor()
    expect(await refused.textContent()).toContain('2009, 00:00')
    expect(await refused.textContent()).not.toMatch(/existed|existierte/)
    await looksGood()
  })
})

afterAll(() => rmSync(folder, { recursive: true, force: true }))
