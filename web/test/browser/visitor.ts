import { randomBytes } from 'node:crypto'
import { relative } from 'node:path'
import type { BrowserContext, Page, Request } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { explainFailures } from '../../../test/failures.js'
import { limitMs } from '../../../test/machine.js'
import { keep } from '../../../test/run-folder.js'
import { root } from '../../../test/sources.js'
import type { Language } from '../../src/texts/languages.js'
import { expectAccessible } from './accessible.js'
import { newTab, putBack, type Tab, takeTab } from './browser.js'
import { readServiceLog } from './service-log.js'
import { portalUrl } from './surroundings.js'
import { followRequests, pressesIn } from './trail.js'

export { hasBrowser } from './browser.js'

/** Visitor and device. */
export interface VisitorOptions {
  language?: Language
  theme?: 'light' | 'dark'
  width?: number
  height?: number
  /** Another address of the same service, as when a test cuts a {@link Line}. */
  alsoAt?: string
  /** Whether nothing of the portal may be in their browser yet, or the test changes the browser itself. Costs more. */
  isNew?: boolean
  /** Whether the browser keeps the pages that work without a network. */
  keepsPages?: boolean
}

/** A person with their own browser. */
export interface Visitor {
  page: Page
  context: BrowserContext
  language: Language
  /** Opens a path of the service. */
  open(path: string): Promise<void>
  /** Fails if axe finds anything on the page in its present state. */
  expectAccessible(): Promise<void>
}

/**
 * Provides visitors for the tests of a file. A page fails the test when it sends a request to another host, violates its
 * policy, or has a console error or a failing script. A test that fails keeps what its pages show and what the service logged.
 */
export function useVisitors(): (options?: VisitorOptions) => Promise<Visitor> {
  let visiting: { tab: Tab; isNew: boolean; unanswered: ReadonlySet<Request> }[] = []
  let problems: string[] = []
  let explained = () => {}
  beforeAll(() => {
    explained = explainFailures('service.log', readServiceLog)
  })
  afterEach(async ({ task }) => {
    const over = visiting
    visiting = []
    const isFailed = task.result?.state === 'fail' || problems.length > 0
    const pages = over.flatMap(({ tab }) => tab.context.pages())
    const unanswered = over.flatMap((one) => [...one.unanswered])
    if (isFailed) await keepPages(task, pages, unanswered)
    await Promise.all(over.map(({ tab, isNew }) => (isFailed || isNew ? tab.context.close() : putBack(tab))))
    const found = problems
    problems = []
    expect(found).toEqual([])
  })
  afterAll(() => explained())
  return async ({
    language = 'en',
    theme = 'light',
    width = 1280,
    height = 860,
    alsoAt,
    isNew = false,
    keepsPages = false,
  } = {}) => {
    const isOwn = isNew || keepsPages || alsoAt !== undefined
    const tab = await (isOwn ? newTab(language, keepsPages) : takeTab(language))
    const { page, context } = tab
    visiting.push({ tab, isNew: isOwn, unanswered: followRequests(page) })
    context.setDefaultTimeout(limitMs(60_000))
    watch(page, [portalUrl, alsoAt ?? portalUrl], (problem) => problems.push(problem))
    await page.setViewportSize({ width, height })
    await page.emulateMedia({ colorScheme: theme })
    return {
      page,
      context,
      language,
      open: async (path) => {
        await page.goto(path)
        await page.locator('h1').first().waitFor()
      },
      expectAccessible: () => expectAccessible(page),
    }
  }
}

function watch(page: Page, urls: readonly string[], report: (problem: string) => void): void {
  page.on('request', (request) => {
    const address = request.url()
    if (!urls.some((url) => address.startsWith(url)) && !/^(data|blob):/.test(address)) report(`request to ${address}`)
  })
  page.on('pageerror', (error) => report(`error: ${error.stack ?? error.message}`))
  page.on('console', (message) => {
    // Chromium logs an error for every response outside 2xx, and some tests provoke those.
    const isAnswer = message.text().startsWith('Failed to load resource')
    if (message.type() === 'error' && !isAnswer) report(`console: ${message.text()}`)
  })
}

const addressOf = (request: Request) => `${request.method()} ${request.url()}`

/** Keeps a picture and the text of each page of a test that failed, what was pressed there, and which requests have no answer. */
export async function keepPages(
  { name, file }: { name: string; file: { filepath: string } },
  pages: readonly Page[],
  unanswered: readonly Request[] = [],
): Promise<void> {
  const test = `${relative(root, file.filepath)} ${name}`
  for (const [at, page] of pages.entries()) {
    // A page that doesn't answer hides no other, and a picture that doesn't come no text.
    const limit = { timeout: limitMs(10_000) }
    const text = await page.locator('body').innerText(limit).catch(String)
    const presses = ['Last presses:', ...(await pressesIn(page, limit))].join('\n')
    const open = ['Requests of this test without an answer:', ...unanswered.map(addressOf)].join('\n')
    keep(test, `page-${at + 1}.txt`, `${[page.url(), text, presses, open].join('\n\n')}\n`)
    const picture = await page.screenshot({ fullPage: true, ...limit }).catch(() => undefined)
    if (picture) keep(test, `page-${at + 1}.png`, picture)
  }
}

/** Returns an unused address. */
export function someEmail(): string {
  return `${randomBytes(6).toString('hex')}@example.com`
}
