import { createHash, randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { ProofDocument } from '@tallystick/proof'
import { Tallystick } from '@tallystick/sdk'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { vectorCopy } from '../../../proof/test/vectors/stamped-copy.js'
import { limitMs } from '../../../test/machine.js'
import { verify as de } from '../../src/texts/de/verify/verify.js'
import { verify as en } from '../../src/texts/en/verify/verify.js'
import { languages as languageNames } from '../../src/texts/languages.js'
import { languages } from './languages.js'
import { firstClient, portalUrl } from './surroundings.js'
import { refusal, sentence, verdictWords } from './verdict-words.js'
import { openVerify } from './verify-page.js'
import { hasBrowser, useVisitors, type Visitor } from './visitor.js'

const sha256 = (content: Buffer) => createHash('sha256').update(content).digest('hex')
const file = (name: string, content: Buffer | string, mimeType = 'application/octet-stream') => ({
  name,
  mimeType,
  buffer: Buffer.from(content),
})
/** A proof that holds, whose token isn't one: only a page that reads tokens refuses it. */
const forgedToken = JSON.stringify(
  JSON.parse(readFileSync(new URL('../../../proof/vectors/witnesses-valid.json', import.meta.url), 'utf8'))[
    'an authority, a tree of one'
  ],
)
const stampedCopy = JSON.parse(
  readFileSync(new URL('../../../proof/vectors/proofs-valid.json', import.meta.url), 'utf8'),
)['stamped copy']
let content: Buffer
let code: string
let proof: ProofDocument

beforeAll(async () => {
  const tallystick = new Tallystick({ baseUrl: portalUrl, ...firstClient })
  content = randomBytes(300_000)
  // One of several leaves, so that there is a path.
  const items = Array.from({ length: 20 }, (_, at) => ({
    hash: randomBytes(32).toString('hex'),
    filename: `${at}.txt`,
  }))
  await tallystick.client.post('/multi-stamp', {
    body: [...items, { hash: sha256(content), filename: 'contract.pdf' }],
  })
  code = (await tallystick.waitUntilFinal(sha256(content), { timeoutMs: limitMs(60_000) })).code
  proof = await tallystick.proof(code)
})

const drop = (page: Page, ...files: ReturnType<typeof file>[]) =>
  page.locator('input[type=file]').first().setInputFiles(files)
const document = () => file('contract.pdf', content)
const asProof = (json: unknown) => file('proof.json', JSON.stringify(json), 'application/json')
const outcome = (page: Page, is: string) => page.locator(`[data-outcome=${is}]`).waitFor()

const texts = { en, de }
const verdictsOf = (language: 'en' | 'de') => {
  const { headlines, refusals, caveats, subjects } = verdictWords[language]
  const { one } = headlines.compared
  return {
    fits: sentence(one, { subject: 'contract\\.pdf' }),
    alone: sentence(one, { subject: subjects.digest.replace('{hash}', '[0-9a-f]{64}') }),
    other: refusal(language, refusals.digest.file),
    forged: refusal(language, refusals.root),
    damaged: refusal(language, refusals.malformed),
    privateChain: sentence(caveats['private-chain'].known),
  }
}
const words = {
  en: {
    ...verdictsOf('en'),
    unknown: 'This document has no public record here',
    offline: 'Can’t reach the service',
    noCode: 'Nothing public has this code',
    lookUp: 'Look up',
    details: 'Details',
  },
  de: {
    ...verdictsOf('de'),
    unknown: 'Dieses Dokument ist hier nicht öffentlich verzeichnet',
    offline: 'Der Dienst ist nicht erreichbar',
    noCode: 'Zu diesem Code gibt es nichts Öffentliches',
    lookUp: 'Nachschlagen',
    details: 'Details',
  },
} as const

describe.skipIf(!hasBrowser).each(languages('en'))('/verify, %s', (language) => {
  const visit = useVisitors()
  const word = words[language]
  const begin = async (options = {}): Promise<Visitor> => {
    const visitor = await visit({ language, ...options })
    await openVerify(visitor)
    return visitor
  }
  const says = (page: Page, sentence: string | RegExp) =>
    page.getByRole('heading', { level: 2, name: sentence }).waitFor()
  const startAgain = async (page: Page) => {
    const again = page.getByRole('button', { name: texts[language].again, exact: true })
    await again.click()
    await again.waitFor({ state: 'detached' })
  }

  it('offline, verifies a document and its proof: sentence, conditions and path to the block', async () => {
    const { page, context, expectAccessible } = await begin()
    await expectAccessible()
    await context.setOffline(true)
    await drop(page, document(), asProof(proof))
    await outcome(page, 'consistent')
    await says(page, word.fits)
    await page.getByText(word.privateChain).waitFor()
    expect(await page.locator('ol > li').count()).toBe(5)
    for (const more of await page.getByText(word.details).all()) await more.click()
    await page.getByText(proof.root).waitFor()
    await page.locator('li').getByText(`${proof.anchors[0]?.blockHash}`).waitFor()
    await expectAccessible()
  })

  it('offline, checks timestamp tokens and speaks the other language', async () => {
    const { page, context } = await begin()
    await context.setOffline(true)
    const other = language === 'en' ? 'de' : 'en'
    await page.getByRole('button', { name: languageNames[other].name }).click()
    await page.getByRole('heading', { level: 1, name: texts[other].title }).waitFor()
    await drop(page, file('proof.json', forgedToken))
    await says(page, refusal(other, verdictWords[other].refusals.malformed))
  })

  it('finds a document by its hash; takes a code in lower case, then the document', async () => {
    const { page, expectAccessible } = await begin()
    await drop(page, document())
    await says(page, word.fits)
    await expectAccessible()
    await startAgain(page)
    await page.getByRole('textbox').fill(code.toLowerCase())
    await page.getByRole('button', { name: word.lookUp }).click()
    await says(page, word.alone)
    await drop(page, document())
    await says(page, word.fits)
  })

  it('refuses a changed document, then accepts the right one', async () => {
    const { page, expectAccessible } = await begin()
    const changed = Buffer.from(content)
    changed[1000] = (changed[1000] ?? 0) ^ 1
    await drop(page, file('contract.pdf', changed), asProof(proof))
    await outcome(page, 'refused')
    await says(page, word.other)
    await expectAccessible()
    await drop(page, document())
    await says(page, word.fits)
  })

  it('explains an unknown document or code, with what to do', async () => {
    const { page, expectAccessible } = await begin()
    await drop(page, file('other.txt', randomBytes(10)))
    await page.getByText(word.unknown).waitFor()
    await expectAccessible()
    await page.reload()
    await page.getByRole('textbox').fill('0000000000')
    await page.getByRole('button', { name: word.lookUp }).click()
    await page.getByText(word.noCode).waitFor()
    await expectAccessible()
  })

  it('offline, says what a document alone is missing', async () => {
    const { page, context, expectAccessible } = await begin()
    await context.setOffline(true)
    await drop(page, document())
    await page.getByText(word.offline).waitFor()
    await expectAccessible()
    await drop(page, asProof(proof))
    await says(page, word.fits)
  })

  it('refuses forged and damaged proofs', async () => {
    const { page, expectAccessible } = await begin()
    const { checksum: _, ...open } = proof
    await drop(page, document(), asProof({ ...open, path: open.path.map(() => 'ab'.repeat(32)) }))
    await says(page, word.forged)
    await expectAccessible()
    await startAgain(page)
    await drop(page, document(), asProof({ ...proof, code: 'AAAAAAAAAA' }))
    await says(page, word.damaged)
    await startAgain(page)
    await drop(page, document(), file('proof.json', '{"format":"tallystick-proof","version":1'))
    await says(page, word.damaged)
  })

  it('refuses a proof nested 20,000 deep, with the reason', async () => {
    const { page, expectAccessible } = await begin()
    const deep = JSON.stringify({ ...proof, details: '@' }).replace(
      '"@"',
      `{"a":${'['.repeat(20_000)}${']'.repeat(20_000)}}`,
    )
    await drop(page, file('proof.json', deep))
    await says(page, word.damaged)
    await page.getByText('nested more than 256 deep').waitFor()
    await expectAccessible()
    await drop(page, document())
    await says(page, word.damaged)
  })

  it('accepts a stamped copy and its original, and gives back what is left of a changed copy', async () => {
    const { page, expectAccessible } = await begin({ width: 390 })
    const { original, copy } = vectorCopy
    const caveats = verdictWords[language].caveats.original
    const ofCopy = asProof(stampedCopy)
    await drop(page, file('copy.pdf', Buffer.from(copy)), ofCopy)
    await page.getByText(sentence(caveats.inside)).waitFor()
    await startAgain(page)
    await drop(page, file('contract.pdf', Buffer.from(original)), ofCopy)
    await page.getByText(sentence(caveats.given)).waitFor()
    await startAgain(page)
    await drop(page, file('changed.pdf', Buffer.concat([copy, Buffer.from('x')])), ofCopy)
    await outcome(page, 'refused')
    await says(page, refusal(language, verdictWords[language].refusals.digest.copy))
    await expectAccessible()
    const [saved] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: texts[language].original.save }).click(),
    ])
    expect(saved.suggestedFilename()).toBe(`changed.${texts[language].original.suffix}.pdf`)
    expect(readFileSync(await saved.path())).toEqual(Buffer.from(original))
  })
})

describe.skipIf(!hasBrowser)('the public pages', () => {
  const visit = useVisitors()

  it('cuts nothing off on a phone', async () => {
    const { page, open, expectAccessible } = await visit({ width: 360, height: 740, theme: 'dark' })
    for (const path of ['/verify', `/s/${code}`]) {
      await open(path)
      await page.waitForLoadState('networkidle')
      await expectAccessible()
      expect(await page.evaluate(() => globalThis.document.documentElement.scrollWidth), path).toBeLessThanOrEqual(360)
    }
  })

  it('needs at most 190 KB of compressed JavaScript in few files, workers included, from its own origin alone', async () => {
    const visitor = await visit({ isNew: true })
    const { page } = visitor
    const { needed, laterBytes } = await openVerify(visitor)
    const scripts = new Map<string, number>()
    // As sent: compressed.
    for (const script of needed) scripts.set(script.url(), (await script.request().sizes()).responseBodySize)
    const bytes = [...scripts.values()].reduce((sum, length) => sum + length, 0)
    expect(bytes).toBeGreaterThan(50_000)
    expect(bytes).toBeLessThanOrEqual(190_000)
    expect(scripts.size).toBeLessThanOrEqual(16)
    expect(laterBytes).toBeLessThanOrEqual(133_000)

    const [largest] = [...scripts].sort(([, one], [, other]) => other - one)[0] ?? ['']
    const sent = async (accepted: string) => {
      const answer = await page.request.get(largest, { headers: { 'accept-encoding': accepted } })
      return [answer.headers()['content-encoding'], answer.headers().vary]
    }
    expect(await sent('br, gzip')).toEqual(['br', 'accept-encoding'])
    expect(await sent('gzip')).toEqual(['gzip', 'accept-encoding'])
    expect(await sent('identity')).toEqual([undefined, 'accept-encoding'])
  })
})
