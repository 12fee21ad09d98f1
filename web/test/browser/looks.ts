import { expect } from 'vitest'
import type { Visitor } from './visitor.js'

/** Fails unless the page is accessible as it is, and in dark mode on a phone, where nothing may overflow. */
export async function expectGoodLooks({
  page,
  expectAccessible,
}: Pick<Visitor, 'page' | 'expectAccessible'>): Promise<void> {
  await expectAccessible()
  const size = page.viewportSize() ?? { width: 1280, height: 860 }
  // At once, so that the page is drawn once.
  await Promise.all([page.emulateMedia({ colorScheme: 'dark' }), page.setViewportSize({ width: 360, height: 780 })])
  await expectAccessible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  await Promise.all([page.emulateMedia({ colorScheme: 'light' }), page.setViewportSize(size)])
}
