import type { Page } from 'playwright-core'

/**
 * Holds back requests of a page, as a slow line would.
 *
 * @param url as of `page.route`
 * @returns lets them go, and those that follow
 */
export async function holdBack(page: Page, url: string | RegExp): Promise<() => void> {
  let go = () => {}
  const gone = new Promise<void>((resolve) => {
    go = resolve
  })
  await page.route(url, async (route) => {
    await gone
    await route.continue()
  })
  return go
}
