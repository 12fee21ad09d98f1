import { createHash, randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { englishWords, fill, germanWords } from '@tallystick/proof'
import { Tallystick } from '@tallystick/sdk'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '../../../test/eventually.js'
import { limitMs } from '../../../test/machine.js'
import { manyFindings as deFindings, verifyMany as deTexts } from '../../src/texts/de/verify/verify-many.js'
import { manyFindings as enFindings, verifyMany as enTexts } from '../../src/texts/en/verify/verify-many.js'
import { useDisk } from './files-kit.js'
import { languages } from './languages.js'
import { expectGoodLooks } from './looks.js'
import { firstClient, portalUrl } from './surroundings.js'
import { openVerify } from './verify-page.js'
import { hasBrowser, useVisitors } from './visitor.js'

const all = {
  en: { ...enTexts, ...enFindings, words: englishWords },
  de: { ...deTexts, ...deFindings, words: germanWords },
}
const count = 300
const nameOf = (at: number) => `K${String(at).padStart(3, '0')} Letter.pdf`
const contents = new Map(Array.from({ length: count }, (_, at) => [nameOf(at), randomBytes(2000 + at)] as const))
const proofs = new Map<string, string>()

beforeAll(async () => {
  const tallystick = new Tallystick({ baseUrl: portalUrl, ...firstClient })
  const hashes = [...contents].map(([filename, content]) => ({
    filename,
    hash: createHash('sha256').update(content).digest('hex'),
  }))
  await tallystick.client.post('/multi-stamp', { body: hashes.map((item) => ({ ...item, isPrivate: true })) })
  const last = hashes.at(-1)?.hash ?? ''
  await tallystick.waitUntilFinal(last, { timeoutMs: limitMs(60_000) })
  for (const { filename, hash } of hashes) proofs.set(filename, JSON.stringify(await tallystick.proof(hash)))
})

describe.skipIf(!hasBrowser).each(languages('de'))('many documents and proofs, %s', (language) => {
  const visit = useVisitors()
  const disk = useDisk()
  const word = all[language]
  const row = (page: Page, name: string) => page.locator('tbody tr').filter({ hasText: name })
  const chip = (page: Page, name: string) => page.getByRole('button', { name: new RegExp(`^${name}`) })

  it('verifies 300 documents with 300 proofs offline, without an account: one changed, one without proof', async () => {
    const [changed, alone, stray] = [nameOf(10), nameOf(20), nameOf(30)]
    let path = ''
    for (const [name, content] of contents) {
      if (name !== stray) path = await disk(`${language}/${name}`, name === changed ? `${content}` : content)
      // By content, not by name.
      const proofName =
        name === changed ? `${name}.proof.json` : `${createHash('sha256').update(name).digest('hex')}.json`
      if (name !== alone) path = await disk(`${language}/proofs/${proofName}`, proofs.get(name) ?? '')
    }
    const visitor = await visit({ language, width: 1440 })
    const { page, context } = visitor
    const loaded = ['many-finding', 'check-many'].map(async (name) => {
      const response = await page.waitForResponse((response) => response.url().includes(`/${name}-`))
      await response.finished()
    })
    await Promise.all([...loaded, openVerify(visitor)])
    await context.setOffline(true)
    await page
      .locator('input[webkitdirectory]')
      .first()
      .setInputFiles(dirname(dirname(path)))

    await page
      .getByRole('heading', {
        level: 2,
        name: fill(word.totals.consistent, { fitting: 297, documents: 299 }, word.words),
      })
      .waitFor()
    expect(await page.getByRole('heading', { level: 2 }).first().textContent()).toContain(
      fill(word.problems.many, { count: 3 }, word.words),
    )
    const first = page.locator('tbody tr').first()
    expect(await first.textContent()).toContain(changed)
    expect(await first.textContent()).toContain(word.reasons.other)
    expect(await row(page, alone).textContent()).toContain(word.reasons['no-proof'].silent)
    expect(await row(page, stray).textContent()).toContain(word.reasons['no-document'])
    expect(await page.locator('tbody tr').count()).toBeLessThan(100)
    expect(await page.locator('table').getAttribute('aria-rowcount')).toBe('301')
    await expectGoodLooks(visitor)

    await chip(page, word.groups.unmatched).click()
    expect(await page.locator('tbody tr').count()).toBe(2)
    await chip(page, word.all).click()
    await page.getByRole('searchbox').fill(nameOf(7))
    await eventually('one row is left', async () => (await page.locator('tbody tr').count()) === 1)
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: word.csv }).click(),
    ])
    const csv = await readFile(await download.path(), 'utf8')
    expect(csv.split('\r\n')[1]).toContain(`,${join(language, nameOf(7))},`)
  })
})
