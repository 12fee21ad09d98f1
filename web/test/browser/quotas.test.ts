import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { account as de } from '../../src/texts/de/account/account.js'
import { refusals as errorsDe } from '../../src/texts/de/refusals.js'
import { stamping as stampingDe } from '../../src/texts/de/stamping.js'
import { account as en } from '../../src/texts/en/account/account.js'
import { refusals as errorsEn } from '../../src/texts/en/refusals.js'
import { stamping as stampingEn } from '../../src/texts/en/stamping.js'
import { asAccount } from './as-account.js'
import { choose, filesWords, noise, useDisk } from './files-kit.js'
import { languages } from './languages.js'
import { expectGoodLooks } from './looks.js'
import { register } from './register.js'
import { seedFor } from './seed.js'
import { dataDir } from './surroundings.js'
import { hasBrowser, useVisitors } from './visitor.js'

const words = {
  en: { ...en.usage, errors: errorsEn, stamping: stampingEn },
  de: { ...de.usage, errors: errorsDe, stamping: stampingDe },
}
const script = fileURLToPath(new URL('../../../server/dist/admin.js', import.meta.url))

/** Runs `admin account quota`, as the operator would. */
async function setQuota(email: string, ...limits: string[]): Promise<void> {
  const env = { PATH: process.env.PATH, DATA_DIR: dataDir }
  await promisify(execFile)(process.execPath, [script, 'account', 'quota', email, ...limits], { env })
}

describe.skipIf(!hasBrowser).each(languages('de'))('quotas, %s', (language) => {
  const visit = useVisitors()
  const disk = useDisk()
  const w = words[language]
  const files = filesWords[language]

  it('are shown with the usage, and an upload beyond them is refused, with the reason, before a byte is sent', async () => {
    const visitor = await visit({ language })
    const { page } = visitor
    const { email } = await register(visitor)
    const seed = await seedFor(visitor)
    const [full, empty] = [await seed.folder('Films'), await seed.folder('Letters')]
    await setQuota(email, '--storage', '1000000', '--stamps', '2', '--bulk-items', 'none')
    await seed.file(full, 'small.bin', noise(950_000))
    await visitor.open(`/portal/files/${empty}`)
    const sent: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('/files/upload')) sent.push(request.method())
    })
    const pick = () => page.getByRole('button', { name: files.chooseFiles }).click()
    await choose(page, pick, await disk('large.bin', noise(60_000)))
    await page.locator('[data-state=failed]').getByText(w.errors.storage_quota).waitFor()
    expect(sent).toEqual(['POST'])
    await visitor.expectAccessible()

    await asAccount(visitor).post('/hash', { body: { hash: noise(32).toString('hex') } })
    await visitor.open('/portal/account')
    const meter = (name: string) => page.getByRole('meter', { name })
    await meter(w.storage).waitFor()
    const value = (name: string) => meter(name).getAttribute('aria-valuetext')
    expect(await value(w.storage)).toBe(language === 'de' ? '950 kB von 1 MB' : '950 kB of 1 MB')
    expect(await value(w.stamps)).toBe(language === 'de' ? '1 von 2' : '1 of 2')
    expect(await value(w.unfinished)).toMatch(/^0 /)
    await page.getByText(language === 'de' ? '0, unbegrenzt' : '0, no limit').waitFor()
    await expectGoodLooks(visitor)
  })

  it('refuse stamps at once, with the reason, instead of retrying until tomorrow', async () => {
    const visitor = await visit({ language, width: 360, height: 780 })
    const { page } = visitor
    const { email } = await register(visitor)
    await setQuota(email, '--stamps', '1')
    await asAccount(visitor).post('/hash', { body: { hash: noise(32).toString('hex') } })
    await visitor.open('/portal/stamps/new')
    await page
      .locator('input[type=file]')
      .first()
      .setInputFiles(await disk('contract.txt', noise(100)))
    await page.getByRole('radio', { name: w.stamping.private }).click()
    await page.getByRole('button', { name: w.stamping.run.submit_one.replace('{{count, number}}', '1') }).click()
    await page.getByRole('alert').getByText(w.errors.stamp_quota).waitFor()
    await expectGoodLooks(visitor)
  })
})
