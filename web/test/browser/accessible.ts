import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Fails if axe finds anything on a page in its present state. Runs it from outside the page, because the page's policy blocks it. */
export async function expectAccessible(page: Page): Promise<void> {
  // Text that fades in has too little contrast until it is done.
  await page.waitForFunction(() => document.getAnimations().every((animation) => animation.playState !== 'running'))
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe)
  const violations = await page.evaluate(async () => {
    const { axe } = window as unknown as { axe: { run(options: object): Promise<{ violations: AxeViolation[] }> } }
    const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
    // Describing what it found nothing on, and where on the page, takes a third of the time.
    const report = { resultTypes: ['violations'], selectors: false }
    const { violations } = await axe.run({ runOnly: { type: 'tag', values: tags }, ...report })
    // An open menu lies above the page, outside its landmarks, and has the focus: menus work that way.
    const isMenu = (id: string, html: string) => id === 'region' && html.includes('role="menu"')
    const left = violations.map(({ id, nodes }) => ({ id, nodes: nodes.filter(({ html }) => !isMenu(id, html)) }))
    return left
      .filter(({ nodes }) => nodes.length > 0)
      .map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`)
  })
  expect(violations).toEqual([])
}

interface AxeViolation {
  id: string
  nodes: { html: string }[]
}
