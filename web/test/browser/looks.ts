import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { Visitor } from './visitor.js'

/** Fails unless the page has one primary button at most and is accessible as it is, and in dark mode on a phone, where nothing may overflow. */
export async function expectGoodLooks({
  page,
  expectAccessible,
}: Pick<Visitor, 'page' | 'expectAccessible'>): Promise<void> {
  await expectAccessible()
  expect((await primaryButtons(page)).slice(1)).toEqual([])
  const size = page.viewportSize() ?? { width: 1280, height: 860 }
  // At once, so that the page is drawn once.
  await Promise.all([page.emulateMedia({ colorScheme: 'dark' }), page.setViewportSize({ width: 360, height: 780 })])
  await expectAccessible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  await Promise.all([page.emulateMedia({ colorScheme: 'light' }), page.setViewportSize(size)])
  // A press that follows at once isn't between two layouts.
  await page.waitForFunction(
    ({ width }) => innerWidth === width && new Promise((drawn) => requestAnimationFrame(() => drawn(true))),
    size,
  )
}

/** The names of the primary buttons that are seen, those of the topmost dialog if one is open. */
function primaryButtons(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const seen = [...document.querySelectorAll('[data-sheet]')].at(-1) ?? document.body
    return [...seen.querySelectorAll<HTMLElement>('[class~="hover:bg-ink/88"]')]
      .filter((button) => button.checkVisibility())
      .map((button) => button.innerText)
  })
}
