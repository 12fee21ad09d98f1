import { dirname } from 'node:path'
import { describe, expect, it } from 'vitest'
import { stamping as de } from '../../src/texts/de/stamping.js'
import { verify as verifyDe } from '../../src/texts/de/verify/verify.js'
import { stamping as en } from '../../src/texts/en/stamping.js'
import { verify as verifyEn } from '../../src/texts/en/verify/verify.js'
import { asAccount } from './as-account.js'
import { dragFromDisk, noise, useDisk } from './files-kit.js'
import { languages } from './languages.js'
import { expectGoodLooks } from './looks.js'
import { register } from './register.js'
import { hasBrowser, useVisitors } from './visitor.js'

const words = { en: { ...en, verify: verifyEn }, de: { ...de, verify: verifyDe } }

// A browser that opens a dropped file shows the document and forgets the page.
describe.skipIf(!hasBrowser).each(languages('en'))('files dropped beside the zone, %s', (language) => {
  const visit = useVisitors()
  const disk = useDisk()
  const w = words[language]

  it('are taken by the pages that stamp, and refused by those that take none', async () => {
    const visitor = await visit({ language })
    const { page, open } = visitor
    await register(visitor)
    for (const address of ['/portal/', '/portal/stamps/new']) {
      await open(address)
      await page.getByText(w.drop.title).waitFor()
      const hint = () => page.getByText(w.drop.hint).waitFor()
      await dragFromDisk(visitor, page.locator('nav').first(), [await disk('beside.txt', noise(20))], hint)
      await page.getByText(w.items.ready).waitFor()
      await page.getByRole('button', { name: w.run.cancel }).click()
    }
    await open('/portal/webhooks')
    await dragFromDisk(visitor, page.getByRole('heading', { level: 1 }), [await disk('beside.txt', noise(20))])
    expect(new URL(page.url()).pathname).toBe('/portal/webhooks')
    await page.getByRole('heading', { level: 1 }).waitFor()
  })

  it('are taken by the page that verifies', async () => {
    const visitor = await visit({ language, width: 360, height: 740 })
    const { page, open } = visitor
    await open('/verify')
    await dragFromDisk(visitor, page.getByRole('heading', { level: 1 }), [await disk('unknown.txt', noise(20))], () =>
      page.getByText(w.verify.drop.hint).waitFor(),
    )
    await page.getByText(w.verify.unknown.document.title).waitFor()
  })

  it('keep the names of their folders to themselves, unless asked for', async () => {
    const visitor = await visit({ language })
    const { page, open } = visitor
    await register(visitor)
    const names = async () => {
      const { files } = (await asAccount(visitor).get('/hash', { params: { query: { page: 1, limit: 9 } } })) as {
        files: { name: string }[]
      }
      return files.map(({ name }) => name)
    }
    const stampFolder = async (withFolders: boolean) => {
      const folder = dirname(await disk('Ill persons/list.txt', noise(20)))
      await open('/portal/stamps/new')
      await page.getByText(w.drop.title).waitFor()
      await dragFromDisk(visitor, page.locator('nav').first(), [folder])
      await page.getByText(w.items.ready).waitFor()
      await page.getByRole('radio', { name: w.private }).click()
      if (withFolders) await page.getByRole('checkbox', { name: w.options.withFolders }).click()
      else await expectGoodLooks(visitor)
      await page.getByRole('button', { name: w.run.submit_one.replace('{{count, number}}', '1') }).click()
      await page.getByText(w.run.doneTitle_one).waitFor()
    }
    await stampFolder(false)
    expect(await names()).toEqual(['list.txt'])
    await stampFolder(true)
    expect(await names()).toEqual(['Ill persons/list.txt', 'list.txt'])
  })
})
