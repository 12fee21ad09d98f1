import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { root } from '../../../test/sources.js'
import { sized } from '../../../test/tier.js'
import { type Language, languageCodes } from '../../src/texts/languages.js'
import { register } from './register.js'
import { hasBrowser, useVisitors, type Visitor } from './visitor.js'

const router = readFileSync(`${root}web/src/app/router.tsx`, 'utf8')

/** Returns the paths of the routes under a parent, without those of one item (`/stamps/$code`), which its flow's tests open. */
function pathsUnder(parent: string, below = ''): string[] {
  const routes = router.matchAll(/getParentRoute: \(\) => (\w+),\s+path: '([^'$]+)',/g)
  return [...routes].flatMap(([, of, path]) => (of === parent ? [`/portal${below}${path}`] : []))
}

const guestPages = [...pathsUnder('guestRoute'), '/portal/nowhere', '/nowhere', '/', '/verify']
const memberPages = [...pathsUnder('memberRoute'), ...pathsUnder('filesFrame', '/files'), '/portal/nowhere']

const themes = ['light', 'dark'] as const
type Look = [Language, (typeof themes)[number]]
const looks = sized<Look[]>({
  short: languageCodes.map((language, at) => [language, at % 2 === 0 ? 'light' : 'dark']),
  long: languageCodes.flatMap((language) => themes.map((theme): Look => [language, theme])),
})

describe.skipIf(!hasBrowser).each(looks)('every page on a phone, %s, %s', (language, theme) => {
  const visit = useVisitors()

  async function expectFits(visitor: Visitor, path: string): Promise<void> {
    const answered = visitor.page.waitForResponse((answer) => new URL(answer.url()).pathname === path)
    await visitor.open(path)
    expect([path, (await answered).status()]).toEqual([path, path.endsWith('/nowhere') ? 404 : 200])
    await visitor.expectAccessible()
    const { width, lang, text } = await visitor.page.evaluate(() => ({
      width: document.documentElement.scrollWidth,
      lang: document.documentElement.lang,
      text: document.body.innerText,
    }))
    expect([path, width, lang]).toEqual([path, 360, language])
    // The tokens in mails have random letters.
    expect(text.replace(/token=\S+/g, '')).not.toMatch(/\{\{|\}\}|undefined|NaN/)
  }

  it('fits, is accessible, and fills every gap in its texts', async () => {
    expect(guestPages.length).toBeGreaterThan(5)
    expect(memberPages.length).toBeGreaterThan(10)
    const visitor = await visit({ language, theme, width: 360, height: 740 })
    for (const path of guestPages) await expectFits(visitor, path)
    await register(visitor)
    for (const path of memberPages) await expectFits(visitor, path)
  })
})
