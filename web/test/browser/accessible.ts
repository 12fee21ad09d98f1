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
      const { axe } = window as unknown as Axe
      const { violations } = await axe.run(document, options)
      const isSmall = violations.some(({ id }) => id === 'target-size')
      const small = isSmall ? await axe.run(document, { runOnly: ['target-size'], elementRef: true }) : null
      const inSight: string[] = []
      // A bar that stays in its place covers part of what scrolls under it: targets are judged in the middle of the window.
      for (const { element, html } of small?.violations.flatMap(({ nodes }) => nodes) ?? []) {
        const scrolled: [Element, number, number][] = []
        for (let one: Element | null = element; one; one = one.parentElement)
          scrolled.push([one, one.scrollLeft, one.scrollTop])
        element.scrollIntoView({ block: 'center', inline: 'center' })
        const again = await axe.run(element, { runOnly: ['target-size'] })
        if (again.violations.length > 0) inSight.push(html)
        for (const [one, left, top] of scrolled) one.scrollTo({ left, top, behavior: 'instant' })
      }
      // An open menu lies above the page, outside its landmarks, and has the focus: menus work that way.
      const isFault = (id: string, html: string) =>
        id === 'target-size' ? inSight.includes(html) : !(id === 'region' && html.includes('role="menu"'))
      return violations.flatMap(({ id, nodes }) => {
        const left = nodes.flatMap(({ html }) => (isFault(id, html) ? [html] : []))
        return left.length > 0 ? [`${id}: ${left.join(' | ')}`] : []
      })
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

interface Axe {
  axe: { run(context: Node, options: object): Promise<{ violations: AxeViolation[] }> }
}

interface AxeViolation {
  id: string
  /** The element is there with `elementRef` alone. */
  nodes: { html: string; element: Element }[]
}
