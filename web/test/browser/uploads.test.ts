import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { choose, filesWords, makeFolder, noise, openFile, rowOf, saved, say, sha256, useDisk } from './files-kit.js'
import { languages } from './languages.js'
import { useLine } from './line.js'
import { register } from './register.js'
import { hasBrowser, useVisitors, type Visitor } from './visitor.js'

const size = 6_000_000
/** Bytes of an upload that arrive before the line holds it. */
const part = 2_000_000

/** Records the offsets from which uploads were sent. */
function watchOffsets(page: Page): number[] {
  const offsets: number[] = []
  page.on('request', (request) => {
    if (request.method() === 'PATCH' && request.url().includes('/files/upload/'))
      offsets.push(Number(request.headers()['upload-offset']))
  })
  return offsets
}

/** Limits the visitor's upload speed, so that there is one to show. */
async function slowDown({ page, context }: Visitor): Promise<void> {
  const session = await context.newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: 6_000_000,
  })
}

describe.skipIf(!hasBrowser).each(languages('de'))('uploads (%s)', (language) => {
  const visit = useVisitors()
  const disk = useDisk()
  const line = useLine()
  const words = filesWords[language]

  test('resume by themselves after a lost connection; every byte arrives', async () => {
    const visitor = await visit({ language, alsoAt: line.url })
    const { page, expectAccessible } = visitor
    await register(visitor)
    await visitor.open(`${line.url}/portal/files`)
    await makeFolder(page, words, 'Films', 'private')
    const content = noise(size)
    const path = await disk(`film-${language}.bin`, content)
    const offsets = watchOffsets(page)
    await slowDown(visitor)
    line.holdAfter(part)
    await choose(page, () => page.getByRole('button', { name: words.chooseFiles }).click(), path)
    await line.untilHeld()
    await page.getByText(/\d %/).first().waitFor()
    await page.getByText('MB/s').first().waitFor()
    line.cut()
    await page.getByText(words.uploads.cut).waitFor()
    await expectAccessible()
    line.mend()
    await page.getByText(say(words.uploads.done_one, { count: 1 })).waitFor()
    expect(offsets[0]).toBe(0)
    expect(offsets.at(-1)).toBeGreaterThan(0)
    const name = `film-${language}.bin`
    await openFile(page, words, name)
    const copy = await saved(page, () =>
      page.locator('header').getByRole('button', { name: words.action.download }).click(),
    )
    expect(sha256(copy.bytes)).toBe(sha256(content))
  })

  test('resume after the page was closed when the same file is selected again, and can be discarded', async () => {
    const visitor = await visit({ language, width: 360, height: 740, alsoAt: line.url })
    const { page, expectAccessible } = visitor
    page.on('dialog', (dialog) => void dialog.accept())
    await register(visitor)
    await visitor.open(`${line.url}/portal/files`)
    await makeFolder(page, words, 'Films', 'private')
    const folder = page.url()
    const content = noise(size)
    const name = `closed-${language}.bin`
    const path = await disk(name, content)
    line.holdAfter(part)
    await choose(page, () => page.getByRole('button', { name: words.chooseFiles }).click(), path)
    await line.untilHeld()
    await page.reload()
    await page.getByText(words.unfinished.title_one).waitFor()
    await expectAccessible()
    const offsets = watchOffsets(page)
    await choose(page, () => page.getByRole('button', { name: words.unfinished.choose }).click(), path)
    await page.getByText(words.uploads.resumed).waitFor()
    line.mend()
    await page.getByText(say(words.uploads.done_one, { count: 1 })).waitFor()
    expect(offsets[0]).toBeGreaterThan(0)
    await page.getByText(words.unfinished.title_one).waitFor({ state: 'detached' })
    await openFile(page, words, name)
    const copy = await saved(page, () =>
      page.locator('header').getByRole('button', { name: words.action.download }).click(),
    )
    expect(sha256(copy.bytes)).toBe(sha256(content))

    // A cancelled upload leaves nothing behind, neither here nor at the service.
    line.holdAfter(part)
    await page.goto(folder)
    const other = await disk(`other-${language}.bin`, noise(size))
    await choose(
      page,
      async () => {
        await page.getByRole('button', { name: words.upload, exact: true }).click()
        await page.getByRole('menuitem', { name: words.uploadFiles }).click()
      },
      other,
    )
    await line.untilHeld()
    const ended = page.waitForResponse((response) => response.request().method() === 'DELETE')
    await page.getByRole('button', { name: say(words.uploads.cancel, { name: `other-${language}.bin` }) }).click()
    expect((await ended).status()).toBe(204)
    await page.reload()
    await rowOf(page, name).waitFor()
    expect(await page.getByText(words.unfinished.title_one).count()).toBe(0)
  })
})
