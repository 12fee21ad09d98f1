import { randomBytes } from 'node:crypto'
import { createRequire } from 'node:module'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { type Language, languages } from '../../src/texts/languages.js'
import { browserUrl, portalUrl } from './surroundings.js'

/** Who visits, and with which device. */
export interface VisitorOptions {
  language?: Language
  theme?: 'light' | 'dark'
  width?: number
  height?: number
  /** Another address of the same service, as when a test cuts a {@link Line}. */
  alsoAt?: string
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

const axePath = createRequire(import.meta.url).resolve('axe-core/axe.min.js')

/** Whether there is a browser; without one, tests are skipped. */
export const hasBrowser = browserUrl !== ''

/**
 * Provides visitors for the tests of a file. A page fails the test when it sends a request to another host, violates its
 * policy, or has a console error or a failing script.
 */
export function useVisitors(): (options?: VisitorOptions) => Promise<Visitor> {
  const url = portalUrl
  let browser: Browser
  const open: BrowserContext[] = []
  let problems: string[] = []
  beforeAll(async () => {
    browser = await chromium.connect(browserUrl)
  })
  afterEach(async () => {
    await Promise.all(open.splice(0).map((context) => context.close()))
    const found = problems
    problems = []
    expect(found).toEqual([])
  })
  afterAll(async () => {
    await browser?.close()
  })
  return async ({ language = 'en', theme = 'light', width = 1280, height = 860, alsoAt = url } = {}) => {
    const context = await browser.newContext({
      baseURL: url,
      locale: languages[language].locale,
      timezoneId: 'UTC',
      colorScheme: theme,
      viewport: { width, height },
      reducedMotion: 'reduce',
      permissions: ['clipboard-read', 'clipboard-write'],
    })
    open.push(context)
    const page = await context.newPage()
    page.setDefaultTimeout(30_000)
    watch(page, [url, alsoAt], (problem) => problems.push(problem))
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
  page.on('pageerror', (error) => report(`error: ${error.message}`))
  page.on('console', (message) => {
    // Chromium logs an error for every response outside 2xx, and some tests provoke those.
    const isAnswer = message.text().startsWith('Failed to load resource')
    if (message.type() === 'error' && !isAnswer) report(`console: ${message.text()}`)
  })
}

/** Runs axe from outside the page, because the page's policy blocks it. */
export async function expectAccessible(page: Page): Promise<void> {
  // Text that fades in has too little contrast until it is done.
  await page.waitForFunction(() => document.getAnimations().every((animation) => animation.playState !== 'running'))
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(await axeText())
  const violations = await page.evaluate(async () => {
    const { axe } = window as unknown as { axe: { run(options: object): Promise<{ violations: AxeViolation[] }> } }
    const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
    const { violations } = await axe.run({ runOnly: { type: 'tag', values: tags } })
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

let axe: Promise<string> | undefined
function axeText(): Promise<string> {
  axe ??= import('node:fs/promises').then(({ readFile }) => readFile(axePath, 'utf8'))
  return axe
}

/** Returns an unused address. */
export function someEmail(): string {
  return `${randomBytes(6).toString('hex')}@example.com`
}
