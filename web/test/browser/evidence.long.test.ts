import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { readPdf } from '@tallystick/proof'
import { Tallystick } from '@tallystick/sdk'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { limitMs } from '../../../test/machine.js'
import { stamps as stampsDe } from '../../src/texts/de/stamps.js'
import { verify as de } from '../../src/texts/de/verify/verify.js'
import { stamps as stampsEn } from '../../src/texts/en/stamps.js'
import { verify as en } from '../../src/texts/en/verify/verify.js'
import { asAccount } from './as-account.js'
import { noise, saved, say, sha256 } from './files-kit.js'
import { languages } from './languages.js'
import { register } from './register.js'
import { firstClient, portalUrl } from './surroundings.js'
import { refusal, sentence, verdictWords } from './verdict-words.js'
import { openVerify } from './verify-page.js'
import { hasBrowser, useVisitors, type Visitor } from './visitor.js'

// A proof has several forms; each is checked as it was saved, against the document's own hash, without the service.

const forms = ['pdf', 'html', 'json', 'ots'] as const
const all = { en: { verify: en, stamps: stampsEn }, de: { verify: de, stamps: stampsDe } }
const vectors = new URL('../../../proof/vectors/proofs-valid.json', import.meta.url)

interface Saved {
  name: string
  mimeType: string
  buffer: Buffer
}
const file = (name: string, buffer: Buffer | string): Saved => ({
  name,
  mimeType: 'application/octet-stream',
  buffer: Buffer.from(buffer),
})
const drop = (page: Page, ...files: Saved[]) => page.locator('input[type=file]').first().setInputFiles(files)

/** Stamps a hash publicly and returns its proof once it is final. */
async function stamped(hash: string, form: (typeof forms)[number]): Promise<Buffer> {
  const tallystick = new Tallystick({ baseUrl: portalUrl, ...firstClient })
  const code = await finalCode(tallystick, { hash })
  if (form === 'json') return Buffer.from(JSON.stringify(await tallystick.proof(code)))
  return Buffer.from(await tallystick.proof(code, { format: form }))
}

async function finalCode(tallystick: Tallystick, stamp: { hash: string; isPrivate?: boolean }): Promise<string> {
  const { code } = await tallystick.stampHash(stamp.hash, { isPrivate: stamp.isPrivate ?? false })
  await tallystick.waitUntilFinal(code, { timeoutMs: limitMs(60_000) })
  return code
}

describe.skipIf(!hasBrowser).each(languages('en'))('evidence saved from a stamp, %s', (language) => {
  const visit = useVisitors()
  const { verify: word, stamps: stampWord } = all[language]
  const content = noise(200_000)
  const document = file('contract.pdf', content)
  const proofs = {} as Record<(typeof forms)[number], Saved>

  const { headlines, refusals, subjects, caveats } = verdictWords[language]
  const says = (page: Page, text: RegExp) => page.getByRole('heading', { level: 2, name: text }).waitFor()
  const aboutHash = subjects.digest.replace('{hash}', '[0-9a-f]{64}')
  const isAlone = sentence(headlines.compared.one, { subject: aboutHash })
  const fits = sentence(headlines.compared.one, { subject: '.+\\.pdf' })
  /** Opens the page, with the network cut. */
  const begin = async ({ isCut = true } = {}): Promise<Visitor> => {
    const visitor = await visit({ language, theme: language === 'de' ? 'dark' : 'light' })
    await openVerify(visitor)
    await visitor.context.setOffline(isCut)
    return visitor
  }

  it('downloads in every format', async () => {
    const visitor = await visit({ language })
    await register(visitor)
    const tallystick = new Tallystick({ client: asAccount(visitor) })
    const code = await finalCode(tallystick, { hash: sha256(content), isPrivate: true })
    await visitor.open(`/portal/stamps/${code}`)
    for (const form of forms) {
      const label = `${stampWord.one.download}: ${stampWord.one.formats[form]}`
      const { name, bytes } = await saved(visitor.page, () => visitor.page.getByRole('button', { name: label }).click())
      proofs[form] = file(name, bytes)
    }
    expect((await readPdf(proofs.pdf.buffer))?.json).toEqual(JSON.parse(proofs.json.buffer.toString()))
  })

  it.each(['pdf', 'html', 'json'] as const)(
    '%s: verifies alone, with its document, and refuses another document',
    async (form) => {
      const { page, expectAccessible } = await begin()
      await drop(page, proofs[form])
      await says(page, isAlone)
      await page.getByText(word.missing.title).waitFor()
      await expectAccessible()
      await drop(page, document)
      await says(page, fits)
      await page
        .getByText(/private/)
        .first()
        .waitFor()
      await expectAccessible()
      await page.getByRole('button', { name: word.again }).click()
      await drop(page, file('contract.pdf', noise(1000)), proofs[form])
      await says(page, refusal(language, refusals.digest.file))
    },
  )

  it('ots: traces to the root, but proves no time', async () => {
    const { page, expectAccessible } = await begin()
    await drop(page, proofs.ots)
    await says(page, sentence(headlines.named, { subject: aboutHash }))
    await drop(page, document)
    await says(page, sentence(headlines.named, { subject: 'contract\\.pdf' }))
    await page.getByText(sentence(caveats['named-only'])).waitFor()
    await expectAccessible()
    await page.getByRole('button', { name: word.again }).click()
    await drop(page, file('contract.pdf', noise(1000)), proofs.ots)
    await says(page, refusal(language, refusals.digest.file))
    await page.getByRole('button', { name: word.again }).click()
    await drop(page, document, file('other.ots', proofs.ots.buffer.subarray(0, 100)))
    await says(page, refusal(language, refusals.malformed))
  })

  it('checks a certificate as a document of its own', async () => {
    const visitor = await begin({ isCut: false })
    const { page } = visitor
    const second = file('second.pdf', await stamped(sha256(proofs.pdf.buffer), 'pdf'))
    // Alone, it shows what it attests; it can also be looked up as a document.
    await drop(page, proofs.pdf)
    await says(page, isAlone)
    await page.getByRole('button', { name: word.itself.button }).click()
    await says(page, fits)
    // Hashes show which of two certificates is the document: in either order, together or one by one.
    await visitor.context.setOffline(true)
    for (const both of [
      [proofs.pdf, second],
      [second, proofs.pdf],
    ]) {
      await page.getByRole('button', { name: word.again }).click()
      await drop(page, ...both)
      await says(page, fits)
      await page.getByText(say(word.proof.fromCertificate, { name: 'second.pdf' })).waitFor()
    }
    await page.getByRole('button', { name: word.again }).click()
    await drop(page, second)
    await says(page, isAlone)
    await drop(page, proofs.pdf)
    await says(page, fits)
    // One form of a proof is not a document for another form.
    await page.getByRole('button', { name: word.again }).click()
    await drop(page, proofs.html, proofs.json)
    await says(page, isAlone)
  })

  it('accepts a proof of another network, and says so', async () => {
    const { page, expectAccessible } = await begin()
    const proof = JSON.parse(await readFile(vectors, 'utf8'))['content of a file']
    await drop(page, file('proof.json', JSON.stringify(proof)))
    await says(page, isAlone)
    await page.getByText(word.otherNetwork).waitFor()
    await page.getByText(sentence(caveats['private-chain'].known)).waitFor()
    // This service's node knows another chain of the same number: it isn't asked.
    expect(await page.getByRole('button', { name: word.compare.hereButton }).count()).toBe(0)
    await expectAccessible()
  })
})

describe.skipIf(!hasBrowser)('an .ots file of a public stamp', () => {
  const visit = useVisitors()
  const content = randomBytes(5000)

  it('is completed by the proof of the service, unless offline', async () => {
    const { page, open } = await visit()
    const ots = file('x.ots', await stamped(sha256(content), 'ots'))
    await open('/verify')
    await drop(page, file('x.bin', content), ots)
    await page
      .getByRole('heading', {
        level: 2,
        name: sentence(verdictWords.en.headlines.compared.one, { subject: 'x\\.bin' }),
      })
      .waitFor()
    await page.getByText(en.proof.fromService).waitFor()
  })
})
