import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const rules = { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] }
/** Describing what it found nothing on, and where on the page, takes a third of the time. */
const report = { resultTypes: ['violations'], selectors: false, elementRef: false }

/** Pages on which nothing was found, as they were. */
const passed = new Set<string>()

/** Fails if axe finds anything on a page in its present state. Runs it from outside the page, because the page's policy blocks it. */
export async function expectAccessible(page: Page): Promise<void> {
  // The program of a screen, with its heading, may come after the frame around it.
  await page.locator('h1').first().waitFor({ state: 'attached' })
  await page.waitForFunction(isStill)
  const state = await stateOf(page)
  if (passed.has(state)) return
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe)
  const violations = await violationsOn(page)
  if (violations.length > 0) {
    // Another screen came meanwhile, or is coming: what axe saw is neither the one nor the other.
    const isSame =
      (await page.locator('h1').count()) > 0 && (await page.evaluate(isStill)) && (await stateOf(page)) === state
    if (!isSame) return expectAccessible(page)
  }
  expect(violations).toEqual([])
  passed.add(state)
}

/** Whether nothing moves: text that fades in has too little contrast until it is done. Runs in the page. */
function isStill(): boolean {
  return document.getAnimations().every((animation) => animation.playState !== 'running')
}

/** Returns what axe finds on a page. */
function violationsOn(page: Page): Promise<string[]> {
  return page.evaluate(
    async (options) => {
      const { axe } = window as unknown as { axe: { run(options: object): Promise<{ violations: AxeViolation[] }> } }
      const { violations } = await axe.run(options)
      // An open menu lies above the page, outside its landmarks, and has the focus: menus work that way.
      const isMenu = (id: string, html: string) => id === 'region' && html.includes('role="menu"')
      const left = violations.map(({ id, nodes }) => ({ id, nodes: nodes.filter(({ html }) => !isMenu(id, html)) }))
      return left
        .filter(({ nodes }) => nodes.length > 0)
        .map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`)
    },
    { runOnly: rules, ...report },
  )
}

/** Returns a digest of everything that decides what axe finds on a page of one build: equal ones look the same. */
async function stateOf(page: Page): Promise<string> {
  const parts = await page.evaluate(() => {
    const outside = [...document.querySelectorAll<HTMLElement>('*')]
    const shadows = outside.flatMap(({ shadowRoot }) => shadowRoot ?? [])
    const all = [...outside, ...shadows.flatMap((root) => [...root.querySelectorAll<HTMLElement>('*')])]
    const fields = all.filter((one): one is HTMLInputElement => one.matches('input, textarea, select, option'))
    return [
      document.URL,
      document.documentElement.outerHTML,
      shadows.map(({ innerHTML }) => innerHTML),
      fields.map(({ value, checked }) => [value, checked]),
      all.flatMap(({ scrollLeft, scrollTop }, at) => (scrollLeft + scrollTop > 0 ? [[at, scrollLeft, scrollTop]] : [])),
      [document, ...shadows].map(({ activeElement }) => all.indexOf(activeElement as HTMLElement)),
      [innerWidth, innerHeight, scrollX, scrollY, matchMedia('(prefers-color-scheme: dark)').matches],
    ]
  })
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex')
}

interface AxeViolation {
  id: string
  nodes: { html: string }[]
}
