import type { Locator } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { eventually } from '../../../test/eventually.js'
import { filesWords, say } from './files-kit.js'
import { languages } from './languages.js'
import { expectGoodLooks } from './looks.js'
import { register } from './register.js'
import { seedFor } from './seed.js'
import { hasBrowser, useVisitors } from './visitor.js'

/** Sets a mark on the page wherever it runs. */
const script = 'globalThis.hasRun = true'
const hostile = `# Terms

<script>${script}</script>
<img src=x onerror="${script}">

[first](javascript:${script}) [second](javascript&colon;${script}) [third](data:text/html,<script>${script}</script>)
[good](https://notary.example/a?b=1&amp;c=2) ![logo](https://tracker.example/pixel.png)

### Parties &amp; dates

- [x] *signed* by **both**
- ~~void~~

| name | amount |
| --- | ---: |
| Jane | \`1\` |

> a quote
`

/** A second of silence: 8,000 samples of 8 bits. */
function recording(): Buffer {
  const head = Buffer.from(
    'RIFF\0\0\0\0WAVEfmt \x10\0\0\0\x01\0\x01\0\0\0\0\0\0\0\0\0\x01\0\x08\0data\0\0\0\0',
    'latin1',
  )
  const samples = Buffer.alloc(8000, 128)
  for (const [value, at] of [
    [head.length - 8 + samples.length, 4],
    [8000, 24],
    [8000, 28],
    [samples.length, 40],
  ] as const)
    head.writeUInt32LE(value, at)
  return Buffer.concat([head, samples])
}

describe.skipIf(!hasBrowser).each(languages('de'))('previews (%s)', (language) => {
  const visit = useVisitors()
  const words = filesWords[language]

  test('of texts, Markdown, tables and recordings run nothing that a file holds, and load nothing from elsewhere', async () => {
    const visitor = await visit({ language })
    const { page } = visitor
    await register(visitor)
    const seed = await seedFor(visitor)
    const folder = await seed.folder('Previews')
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).host))
    const open = async (name: string, content: string | Buffer): Promise<Locator> => {
      await visitor.open(`/portal/files/file/${await seed.file(folder, name, content)}`)
      return page.getByRole('region', { name: say(words.preview, { name }) })
    }
    const choose = (view: 'formatted' | 'source' | 'table') =>
      page.getByRole('button', { name: words.textPreview[view], exact: true }).click()

    const markdown = await open('terms.md', hostile)
    await markdown.getByRole('heading', { level: 3, name: 'Parties & dates' }).waitFor()
    expect(await markdown.getByRole('heading', { level: 2 }).textContent()).toBe('Terms')
    expect(await markdown.getByRole('cell').allTextContents()).toEqual(['Jane', '1'])
    expect(
      await markdown.getByRole('link').evaluateAll((links) => links.map((link) => link.getAttribute('href'))),
    ).toEqual(['https://notary.example/a?b=1&c=2'])
    await markdown.getByText(say(words.textPreview.image, { alt: 'logo' })).waitFor()
    await markdown.getByText(`<script>${script}</script>`).first().waitFor()
    expect(await markdown.locator('script, img, iframe').count()).toBe(0)
    await expectGoodLooks(visitor)
    await choose('source')
    expect(await markdown.locator('pre').textContent()).toBe(hostile)
    await expectGoodLooks(visitor)

    // A text whose parsing takes minutes is shown as it is.
    const stalling = await open('stalling.md', `${'a.'.repeat(50_000)}@`)
    await stalling.getByText(words.textPreview.notFormatted).waitFor()

    const table = await open('people.csv', `name;note\n"Doe; Jane";<script>${script}</script>\n`)
    await table.getByRole('cell').first().waitFor()
    expect(await table.getByRole('cell').allTextContents()).toEqual(['Doe; Jane', `<script>${script}</script>`])
    await expectGoodLooks(visitor)
    await choose('source')
    await table.getByText('"Doe; Jane"').waitFor()

    const html = await open('page.html', `<!doctype html><script>${script}</script>`)
    await html.getByText(`<script>${script}</script>`).waitFor()
    const long = await open('long.txt', Buffer.from(`\ufeff${'agreed\n'.repeat(50_000)}`, 'utf16le'))
    await long.getByText(words.textPreview.cut).waitFor()
    expect((await long.locator('pre').textContent())?.startsWith('agreed\nagreed')).toBe(true)
    await expectGoodLooks(visitor)

    // A drawing is an image: its scripts don't run, and it loads nothing.
    await open(
      'drawing.svg',
      `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>${script}</script><image href="https://tracker.example/a.png"/></svg>`,
    )
    await page.getByRole('img', { name: say(words.preview, { name: 'drawing.svg' }) }).waitFor()

    await open('call.wav', recording())
    const player = page.locator('audio')
    await eventually('the recording has its length', () =>
      player.evaluate(({ duration }: HTMLAudioElement) => duration === 1),
    )
    await player.evaluate((audio: HTMLAudioElement) => audio.play())
    await eventually('the recording plays', () =>
      player.evaluate(({ currentTime }: HTMLAudioElement) => currentTime > 0),
    )
    await expectGoodLooks(visitor)
    // Matroska begins so; the rest is no film.
    await open('broken.webm', Buffer.from('\x1a\x45\xdf\xa3\x9f\x42\x82\x84webm broken', 'latin1'))
    await page.getByText(words.media.failed).waitFor()
    await expectGoodLooks(visitor)

    expect(await page.evaluate(() => 'hasRun' in globalThis)).toBe(false)
    expect([...new Set(asked)]).toEqual([new URL(page.url()).host])
  })
})
