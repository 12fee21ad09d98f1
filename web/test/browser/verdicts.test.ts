import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { exportOts, type ProofDocument, withChecksum } from '@tallystick/proof'
import { Tallystick } from '@tallystick/sdk'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { limitMs } from '../../../test/machine.js'
import { verify as de } from '../../src/texts/de/verify/verify.js'
import { verify as en } from '../../src/texts/en/verify/verify.js'
import { sha256 } from './files-kit.js'
import { forgedProof } from './forged.js'
import { languages } from './languages.js'
import { expectGoodLooks } from './looks.js'
import { firstClient, portalUrl } from './surroundings.js'
import { refusal, sentence, verdictWords } from './verdict-words.js'
import { openVerify } from './verify-page.js'
import { hasBrowser, useVisitors, type Visitor } from './visitor.js'

// A verdict never says more than what was compared. Whatever a document claims, it is confirmed only by someone outside of it.

const all = { en, de }
const content = randomBytes(2000)
const vectors: Record<string, ProofDocument> = JSON.parse(
  readFileSync(new URL('../../../proof/vectors/proofs-valid.json', import.meta.url), 'utf8'),
)
const document = { name: 'contract.pdf', mimeType: 'application/octet-stream', buffer: content }
const asProof = (json: unknown) => ({
  name: 'proof.json',
  mimeType: 'application/json',
  buffer: Buffer.from(JSON.stringify(json)),
})
const drop = (page: Page, ...files: (typeof document)[]) =>
  page.locator('input[type=file]').first().setInputFiles(files)
const outcome = (page: Page, is: 'confirmed' | 'stated' | 'consistent' | 'refused') =>
  page.locator(`[data-outcome=${is}]`).waitFor()
const saysExisted = /existed (not later|at a moment)|existierte/

let proof: ProofDocument

beforeAll(async () => {
  const tallystick = new Tallystick({ baseUrl: portalUrl, ...firstClient })
  const { code } = await tallystick.stampHash(sha256(content))
  await tallystick.waitUntilFinal(code, { timeoutMs: limitMs(60_000) })
  proof = await tallystick.proof(code)
})

describe.skipIf(!hasBrowser).each(languages('de'))('comparing a block, %s', (language) => {
  const visit = useVisitors()
  const word = all[language]
  const says = (page: Page, text: string | RegExp) => page.getByRole('heading', { level: 2, name: text }).waitFor()
  const paste = async (page: Page, hash: string) => {
    await page.getByLabel(word.compare.paste).fill(hash)
    await page.getByRole('button', { name: word.compare.pasteButton, exact: true }).click()
  }
  const begin = async (files = [document, asProof(proof)]): Promise<Visitor> => {
    const visitor = await visit({ language })
    await visitor.open('/verify')
    await drop(visitor.page, ...files)
    await outcome(visitor.page, 'consistent')
    return visitor
  }
  const blockHash = () => `${proof.anchors[0]?.blockHash}`
  const { headlines, refusals, subjects, sources } = verdictWords[language]
  const existed = (headline: string, by = '.+') =>
    sentence(headline, { subject: 'contract\\.pdf', by, host: '.+:\\d+' })

  it('shows the hash in groups of four; the node of the service states the time, and is named', async () => {
    const visitor = await begin()
    const { page } = visitor
    await says(page, sentence(headlines.compared.one, { subject: 'contract\\.pdf' }))
    await page.getByText(`${blockHash().slice(2, 6)} `, { exact: true }).waitFor()
    expect(await page.locator('h2').allTextContents()).not.toContainEqual(expect.stringMatching(saysExisted))
    await expectGoodLooks(visitor)
    await page.getByRole('button', { name: word.compare.hereButton }).click()
    await outcome(page, 'stated')
    await says(page, existed(headlines.stated))
    expect(await page.locator('[data-outcome]').getAttribute('class')).toContain('wood')
    await expectGoodLooks(visitor)
    // The keyboard continues from the answer, which is in sight.
    const focused = page.locator(':focus')
    expect(await focused.locator('[data-outcome=stated]').count()).toBe(1)
  })

  it('compares the right hash, which on a private chain is its operator’s word, and refuses another one until it is forgotten', async () => {
    const visitor = await begin()
    const { page } = visitor
    await paste(page, `0x${'77'.repeat(32)}`)
    await outcome(page, 'refused')
    await says(page, refusal(language, refusals.block.none))
    await expectGoodLooks(visitor)
    await page.getByRole('button', { name: word.compare.again }).click()
    await outcome(page, 'consistent')
    await paste(page, blockHash().slice(2).toUpperCase().replace(/.{4}/g, '$& '))
    await outcome(page, 'stated')
    await says(page, existed(headlines.operator, sources['block-hash']))
  })

  it('explains a malformed hash, and offline that the node cannot be asked, and keeps the verdict', async () => {
    const { page, context, expectAccessible } = await begin()
    await paste(page, '0x1234')
    await page.getByText(word.compare.pasteError).waitFor()
    expect(
      await page.getByLabel(word.compare.paste).evaluate((input) => input === input.ownerDocument.activeElement),
    ).toBe(true)
    await outcome(page, 'consistent')
    await expectAccessible()
    await context.setOffline(true)
    // The browser may have kept the answer of another test: with a route, it doesn't look.
    await page.route('**/network/blocks/*', (route) => route.abort())
    await page.getByRole('button', { name: word.compare.hereButton }).click()
    await page.getByText(word.compare.failed).waitFor()
    await outcome(page, 'consistent')
    await expectAccessible()
    await paste(page, blockHash())
    await outcome(page, 'stated')
  })

  it('keeps what was compared when the document is added', async () => {
    const { page } = await begin([asProof(proof)])
    await says(page, sentence(headlines.compared.one, { subject: subjects.digest.replace('{hash}', proof.hash) }))
    await paste(page, blockHash())
    await outcome(page, 'stated')
    await drop(page, document)
    await says(page, existed(headlines.operator, sources['block-hash']))
  })

  it('on a public chain, names who vouches: this service, then the reader', async () => {
    const forged = await forgedProof(content)
    const [anchor] = forged.anchors
    const visitor = await visit({ language })
    const { page } = visitor
    // A service on Ethereum, whose node knows the block.
    await page.route('**/verify', async (route) => {
      const answer = await route.fetch()
      const body = (await answer.text()).replaceAll('eip155:31337', 'eip155:1')
      await route.fulfill({ response: answer, body })
    })
    await page.route('**/network/blocks/*', (route) => {
      const data = { blockchainId: 'eip155:1', number: anchor?.blockNumber, hash: anchor?.blockHash, isFinal: true }
      return route.fulfill({ json: { status: 'success', message: '', data } })
    })
    await visitor.open('/verify')
    await drop(page, document, asProof(forged))
    await outcome(page, 'consistent')
    await page.getByRole('button', { name: word.compare.hereButton }).click()
    await outcome(page, 'stated')
    await says(page, existed(headlines.stated))
    await paste(page, `${anchor?.blockHash}`)
    await outcome(page, 'confirmed')
    await says(page, existed(headlines.confirmed))
    await expectGoodLooks(visitor)
  })
})

describe.skipIf(!hasBrowser).each(languages('en'))('a forger, %s', (language) => {
  const visit = useVisitors()
  const word = all[language]

  /** Opens the page, with the network cut. */
  const begin = async (): Promise<Page> => {
    const visitor = await visit({ language })
    await openVerify(visitor)
    await visitor.context.setOffline(true)
    return visitor.page
  }
  /** Checks evidence of a forger, alone and with the document: whatever it says, it is never confirmed. */
  const neverConfirmed = async (page: Page, evidence: typeof document, verdict: 'consistent' | 'refused') => {
    for (const files of [[evidence], [document, evidence]]) {
      const again = page.getByRole('button', { name: word.again })
      if (await again.isVisible()) await again.click()
      await drop(page, ...files)
      await outcome(page, verdict)
      await expectNothingSaid(page)
    }
  }
  const expectNothingSaid = async (page: Page) => {
    expect(await page.locator('[data-outcome=confirmed]').count()).toBe(0)
    expect(await page.locator('h1, h2, h3').allTextContents()).not.toContainEqual(expect.stringMatching(saysExisted))
    expect(await page.title()).not.toMatch(saysExisted)
  }

  const claims = [
    // Blocks of their own with the number of Ethereum.
    {},
    { chainId: 31337, isPrivate: true },
    { chainId: 987_654 },
    { network: 'Ethereum, as confirmed by the notary: it existed on 3 January 2009' },
    // A homoglyph.
    { network: 'Еthereum Mainnet' },
  ]

  it('is never confirmed, whatever the proof claims, and chains are named by number', async () => {
    const page = await begin()
    for (const claim of claims) {
      const forged = await forgedProof(content, claim)
      await neverConfirmed(page, asProof(forged), 'consistent')
      const { network = '' } = forged.anchors[0] ?? {}
      // Only in quotation marks, as the issuer's claim.
      const quoted = verdictWords[language].quoted.replace('{text}', () => network)
      const said = (await page.locator('[data-outcome]').innerText()).replaceAll(quoted, '')
      expect(said).not.toContain(network)
    }
  })

  it('is refused with a block of 2009 or of 2099', async () => {
    const page = await begin()
    const { early, late } = verdictWords[language].refusals['block-time']
    for (const [blockTime, reason] of [
      ['2009-01-03T18:15:05.000Z', early],
      ['2099-01-01T00:00:00.000Z', late],
    ] as const) {
      await neverConfirmed(page, asProof(await forgedProof(content, { blockTime })), 'refused')
      await page.getByRole('heading', { level: 2, name: refusal(language, reason) }).waitFor()
      await page.getByText(word.stations.fails.time).waitFor()
    }
  })

  it('is never confirmed by an .ots file, or by an older anchor beside an honest one', async () => {
    const page = await begin()
    const forged = await forgedProof(content)
    await neverConfirmed(page, { ...document, name: 'proof.ots', buffer: Buffer.from(exportOts(forged)) }, 'consistent')
    const newer = await forgedProof(content, { chainId: 11155111, blockTime: '2024-01-01T00:00:00.000Z' })
    const { checksum: _, ...both } = { ...forged, anchors: [...forged.anchors, ...newer.anchors] }
    await neverConfirmed(page, asProof(withChecksum(both)), 'consistent')
    // Confirmed with the time of the block that was compared, not with the older one.
    await page.getByLabel(word.compare.paste).fill(`${newer.anchors[0]?.blockHash}`)
    await page.getByRole('button', { name: word.compare.pasteButton, exact: true }).click()
    await outcome(page, 'confirmed')
    await page.getByRole('heading', { level: 2, name: /2024/ }).waitFor()
    await page.getByText(sentence(verdictWords[language].caveats['others-not-compared'].one)).waitFor()
  })
})

describe.skipIf(!hasBrowser).each(languages('en'))('a state proof, %s', (language) => {
  const visit = useVisitors()
  const word = all[language]

  it("says that the contract's storage holds the root, not that the block holds the transaction", async () => {
    const { page, open } = await visit({ language })
    await open('/verify')
    await drop(page, asProof(vectors['state proof']))
    await outcome(page, 'consistent')
    await page.getByText(word.stations.block.uncomparedState).waitFor()
    expect(await page.getByText(word.stations.block.uncompared).count()).toBe(0)
  })
})
