import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { root } from '../../../test/sources.js'
import { sized } from '../../../test/tier.js'
import { register } from './register.js'
import { hasBrowser, useVisitors, type Visitor } from './visitor.js'

const router = readFileSync(`${root}web/src/app/router.tsx`, 'utf8')

/** Returns the paths of the routes under a parent, without those of one item (`/stamps/$code`), which its flow's tests open. */
function pathsUnder(parent: string, below = ''): string[] {
  const routes = router.matchAll(/getParentRoute: \(\) => (\w+),\s+path: '([^'$]+)',/g)
  return [...routes].flatMap(([, of, path]) => (of === parent ? [`/portal${below}${path}`] : []))
}

const guestPages = [...pathsUnder('guestRoute'), '/portal/nowhere', '/verify']
const memberPages = [...pathsUnder('memberRoute'), ...pathsUnder('filesFrame', '/files')]

type Look = ['en' | 'de', 'light' | 'dark']
const looks = sized<Look[]>({
  short: [
    ['en', 'light'],
    ['de', 'dark'],
  ],
  long: (['en', 'de'] as const).flatMap((language) =>
    (['light', 'dark'] as const).map((theme): Look => [language, theme]),
  ),
})

describe.skipIf(!hasBrowser).each(looks)('every page on a phone, %s, %s', (language, theme) => {
  const visit = useVisitors()

  async function expectFits(visitor: Visitor, path: string): Promise<void> {
    await visitor.open(path)
    await visitor.expectAccessible()
    const { width, lang, text } = await visitor.page.evaluate(() => ({
      width: document.documentElement.scrollWidth,
      lang: document.documentElement.lang,
      text: document.body.innerText,
    }))
    expect([path, width, lang]).toEqual([path, 360, language])
    expect(text).not.toMatch(/\{\{|\}\}|undefined|NaN/)
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
