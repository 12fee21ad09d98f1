import type { BrowserContext, Page, Request } from 'playwright-core'

/*
 * Presses, and requests without an answer, that led to a failure in a page. A click that hit something else, and one whose
 * answer never came, look the same in a picture.
 */

declare global {
  interface Window {
    /** The last presses, and what they hit. */
    presses?: string[]
  }
}

/** Has the pages of a browser note their last presses. */
export async function notePresses(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    window.presses = []
    const note = ({ type, target, timeStamp }: Event) => {
      const element = target instanceof Element ? target.outerHTML.slice(0, 120).replace(/\s+/g, ' ') : String(target)
      window.presses?.push(`${Math.round(timeStamp)} ms ${type} ${element}`)
      window.presses?.splice(0, window.presses.length - 30)
    }
    for (const type of ['pointerdown', 'pointerup', 'click', 'keydown', 'submit', 'resize'])
      addEventListener(type, note, { capture: true, passive: true })
  })
}

/** Follows the requests of a page, and returns those without an answer. */
export function followRequests(page: Page): ReadonlySet<Request> {
  const open = new Set<Request>()
  const ended = (request: Request) => open.delete(request)
  page.on('request', (request) => open.add(request))
  page.on('requestfinished', ended)
  page.on('requestfailed', ended)
  return open
}

/** Returns the last presses in a page; none if it doesn't answer. */
export async function pressesIn(page: Page, limit: { timeout: number }): Promise<string[]> {
  const presses = await page.waitForFunction(() => window.presses, undefined, limit).catch(() => null)
  return (await presses?.jsonValue()) ?? []
}
