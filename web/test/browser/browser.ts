import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { type Language, languages } from '../../src/texts/languages.js'
import { portalUrl, browser as program } from './surroundings.js'
import { notePresses } from './trail.js'

/** Whether there is a browser; without one, tests are skipped. */
export const hasBrowser = program !== null

let browser: Promise<Browser> | undefined

/** Starts the browser of this process, once for all its files. It ends with the process. */
export function startBrowser(): Promise<Browser> {
  if (!program) throw new Error('there is no browser')
  browser ??= chromium.launch({ ...program, timeout: 0 })
  return browser
}

/** A page that someone looks at. */
export interface Tab {
  page: Page
  context: BrowserContext
  language: Language
}

/**
 * Tabs that nobody looks at. Opening a page of the portal in a new one starts two processes of the browser and compiles everything:
 * it takes three times the processor time.
 */
const idle: Tab[] = []

/** Opens a tab that knows nothing of anyone. Its browser may have been here before, so that it has the portal's files. */
export function takeTab(language: Language): Promise<Tab> {
  const at = idle.findIndex((tab) => tab.language === language)
  const [tab] = at < 0 ? [] : idle.splice(at, 1)
  return tab ? Promise.resolve(tab) : newTab(language)
}

/**
 * Opens a tab of a browser that has never been here. With `keepsPages` it runs the portal's worker, whose requests no test can
 * intercept.
 */
export async function newTab(language: Language, keepsPages = false): Promise<Tab> {
  const context = await (await startBrowser()).newContext({
    baseURL: portalUrl,
    locale: languages[language].locale,
    timezoneId: 'UTC',
    reducedMotion: 'reduce',
    permissions: ['clipboard-read', 'clipboard-write'],
    serviceWorkers: keepsPages ? 'allow' : 'block',
  })
  await notePresses(context)
  return { context, page: await context.newPage(), language }
}

const listened = ['request', 'requestfinished', 'requestfailed', 'response', 'pageerror', 'console', 'dialog'] as const

/** Clears a tab of all that was done in it, and keeps it for the next one who needs one. */
export async function putBack(tab: Tab): Promise<void> {
  const { page, context } = tab
  try {
    await Promise.all([
      ...context.pages().map((other) => other !== page && other.close()),
      page.unrouteAll({ behavior: 'ignoreErrors' }),
      context.setOffline(false),
    ])
    // Of the same origin and with the same policy, so that the page keeps its process.
    await page.goto('/portal/favicon.svg')
    const session = await context.newCDPSession(page)
    await session.send('Storage.clearDataForOrigin', { origin: portalUrl, storageTypes: 'all' })
    await session.detach()
    await page.evaluate(() => sessionStorage.clear())
    await context.clearCookies()
    for (const event of listened) page.removeAllListeners(event)
    idle.push(tab)
  } catch {
    // It doesn't let itself be cleared: it has crashed, or asks before it is left.
    await context.close()
  }
}
