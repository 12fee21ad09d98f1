import { randomBytes } from 'node:crypto'
import type { ProofDocument } from '@tallystick/proof'
import { Tallystick } from '@tallystick/sdk'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '../../../test/eventually.js'
import { limitMs } from '../../../test/machine.js'
import { front as frontDe } from '../../src/texts/de/front.js'
import { stamping as stampingDe } from '../../src/texts/de/stamping.js'
import { verify as de } from '../../src/texts/de/verify/verify.js'
import { front as frontEn } from '../../src/texts/en/front.js'
import { stamping as stampingEn } from '../../src/texts/en/stamping.js'
import { verify as en } from '../../src/texts/en/verify/verify.js'
import { languages as names } from '../../src/texts/languages.js'
import { sha256 } from './files-kit.js'
import { languages } from './languages.js'
import { expectGoodLooks } from './looks.js'
import { register } from './register.js'
import { firstClient, portalUrl } from './surroundings.js'
import { hasBrowser, useVisitors, type Visitor } from './visitor.js'

const words = {
  en: { verify: en, front: frontEn, stamping: stampingEn },
  de: { verify: de, front: frontDe, stamping: stampingDe },
}
const content = randomBytes(2000)
const original = { name: 'contract.pdf', mimeType: 'application/octet-stream', buffer: content }
let proof: ProofDocument

beforeAll(async () => {
  const tallystick = new Tallystick({ baseUrl: portalUrl, ...firstClient })
  const { code } = await tallystick.stampHash(sha256(content))
  await tallystick.waitUntilFinal(code, { timeoutMs: limitMs(60_000) })
  proof = await tallystick.proof(code)
})

/** Waits until the worker has kept all it keeps, and works for the pages that are opened from now on. */
const isReady = (page: Page) =>
  eventually('the worker has kept its files', () =>
    page.evaluate(async () => {
      const { serviceWorker } = navigator
      const found = await serviceWorker.getRegistration()
      // A page would try again when it is opened next.
      if (!found) await serviceWorker.register('/worker.js', { updateViaCache: 'none' }).catch(() => undefined)
      return found?.active?.state === 'activated'
    }),
  )

describe.skipIf(!hasBrowser).each(languages('en'))('without a network (%s)', (language) => {
  const visit = useVisitors()
  const w = words[language]
  const begin = async (): Promise<Visitor> => {
    const visitor = await visit({ language, keepsPages: true })
    await visitor.open('/verify')
    await isReady(visitor.page)
    return visitor
  }

  it('/verify opens after a first visit and verifies, in both languages; the node can’t be asked', async () => {
    const visitor = await begin()
    const { page, context, open, expectAccessible } = visitor
    await context.setOffline(true)
    await open('/verify')
    const proofFile = { name: 'proof.json', mimeType: 'application/json', buffer: Buffer.from(JSON.stringify(proof)) }
    await page.locator('input[type=file]').first().setInputFiles([original, proofFile])
    await page.locator('[data-outcome=consistent]').waitFor()
    await page.getByRole('button', { name: w.verify.compare.hereButton }).click()
    await page.getByText(w.verify.compare.failed).waitFor()
    await page.locator('[data-outcome=consistent]').waitFor()
    await expectAccessible()
    const other = language === 'en' ? 'de' : 'en'
    await page.getByRole('button', { name: names[other].name }).click()
    await page.getByRole('heading', { level: 1, name: words[other].verify.title }).waitFor()
  })

  it('the portal says that it needs the service, and comes back with it', async () => {
    const visitor = await begin()
    const { page, context, open } = visitor
    await register(visitor)
    await context.setOffline(true)
    await open('/portal/stamps')
    await page.getByText(w.front.offline.text).waitFor()
    await expectGoodLooks(visitor)
    await context.setOffline(false)
    await page.locator('a[aria-current=page]').first().waitFor({ state: 'attached' })
    expect(new URL(page.url()).pathname).toBe('/portal/stamps')
  })

  it('keeps nothing but the files of its build', async () => {
    const { page, open } = await begin()
    await open('/')
    await open('/portal/login')
    const kept = await page.evaluate(async () => {
      const caches = await Promise.all((await window.caches.keys()).map((name) => window.caches.open(name)))
      return (await Promise.all(caches.map((cache) => cache.keys()))).flat().map(({ url }) => new URL(url).pathname)
    })
    const fixed = ['/portal/favicon.svg', '/portal/theme.js', '/verify']
    expect(kept.filter((path) => !path.startsWith('/portal/assets/')).sort()).toEqual(fixed)
    expect(kept.length).toBeGreaterThan(20)
  })
})

describe.skipIf(!hasBrowser).each(languages('de'))('installed (%s)', (language) => {
  const visit = useVisitors()
  const w = words[language]

  it('the portal can be installed, and takes a file that another app shares', async () => {
    const visitor = await visit({ language, keepsPages: true })
    const { page, context, open } = visitor
    await register(visitor)
    await open('/portal/')
    await isReady(page)
    const session = await context.newCDPSession(page)
    const { errors, data = '{}' } = await session.send('Page.getAppManifest')
    expect(errors).toEqual([])
    const { share_target: target, icons } = JSON.parse(data) as {
      share_target: { action: string; params: { files: [{ name: string }] } }
      icons: { src: string }[]
    }
    expect(icons.map(({ src }) => src)).toHaveLength(3)
    // A browser that forgets all when it is closed installs nothing.
    const { installabilityErrors } = await session.send('Page.getInstallabilityErrors')
    expect(installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== 'in-incognito')).toEqual([])
    // From now on the worker works for the page.
    await open('/portal/')
    await page.evaluate(
      ({ action, name }) => {
        const input = Object.assign(document.createElement('input'), { type: 'file', name })
        const files = new DataTransfer()
        files.items.add(new File(['shared by a camera'], 'photo.jpg', { type: 'image/jpeg' }))
        input.files = files.files
        const form = Object.assign(document.createElement('form'), {
          action,
          method: 'post',
          enctype: 'multipart/form-data',
        })
        form.append(input)
        document.body.append(form)
        form.submit()
      },
      { action: target.action, name: target.params.files[0].name },
    )
    await page.waitForURL('**/portal/stamps/new?shared=true')
    const list = page.getByRole('region', { name: w.stamping.run.list })
    await list.getByText('photo.jpg').waitFor()
    expect(await page.evaluate(() => window.caches.keys())).toHaveLength(1)
  })
})
