import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { root } from '../../../test/sources.js'
import { asAccount } from './as-account.js'
import { register } from './register.js'
import { seedFor } from './seed.js'
import { hasBrowser, useVisitors } from './visitor.js'

declare global {
  interface Window {
    /** How far parts of the page moved by themselves. */
    shifts: { value: number; parts: string[] }[]
  }
}

/** A reader sees a page jump above this sum of layout shifts. */
const shiftMax = 0.05

const router = readFileSync(`${root}web/src/app/router.tsx`, 'utf8')
const pathsOf = (parent: string, below = '') =>
  [...router.matchAll(/getParentRoute: \(\) => (\w+),\s+path: '([^'$]+)',/g)].flatMap(([, of, path]) =>
    of === parent ? [`/portal${below}${path}`] : [],
  )

/** Notes what moves without a touch of the visitor's. */
function noteShifts(): void {
  window.shifts = []
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & {
      value: number
      hadRecentInput: boolean
      sources: { node: Node | null }[]
    })[]) {
      if (entry.hadRecentInput) continue
      const parts = entry.sources.map(({ node }) => (node instanceof HTMLElement ? node.outerHTML.slice(0, 120) : ''))
      window.shifts.push({ value: entry.value, parts })
    }
  }).observe({ type: 'layout-shift', buffered: true })
}

describe.skipIf(!hasBrowser)('every page on a slow machine', () => {
  const visit = useVisitors()

  it('keeps its parts in place while it loads', async () => {
    const visitor = await visit({ width: 1440, height: 900, isNew: true })
    const { page, context, open } = visitor
    await page.addInitScript(noteShifts)
    const devtools = await context.newCDPSession(page)
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 })
    const jumping: unknown[] = []
    const look = async (path: string) => {
      await open(path)
      await page.waitForFunction(() => document.querySelector('[role=status][aria-label]') === null)
      const shifts = await page.evaluate(
        () =>
          new Promise<Window['shifts']>((resolve) =>
            requestAnimationFrame(() => requestAnimationFrame(() => resolve(window.shifts))),
          ),
      )
      const sum = shifts.reduce((total, { value }) => total + value, 0)
      if (sum > shiftMax) jumping.push({ path, sum, shifts })
    }
    for (const path of ['/', '/verify', '/docs', '/nowhere', '/portal/login', '/portal/register']) await look(path)
    await register(visitor)
    const seed = await seedFor(visitor)
    const folder = await seed.folder('Contracts')
    for (const name of ['Lease.pdf', 'Offer.pdf', 'Letter.pdf']) await seed.file(folder, name)
    const client = asAccount(visitor)
    for (const digit of '1234')
      await client.post('/hash', { body: { hash: randomBytes(32).toString('hex'), filename: `Minutes ${digit}.pdf` } })
    const pages = [...pathsOf('memberRoute'), ...pathsOf('filesFrame', '/files'), `/portal/files/${folder}`]
    expect(pages.length).toBeGreaterThan(15)
    for (const path of pages) await look(path)
    expect(jumping).toEqual([])
  })
})
