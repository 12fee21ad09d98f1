import { readdirSync, statSync } from 'node:fs'
import type { Response } from 'playwright-core'
import { eventually } from '../../../test/eventually.js'
import type { Visitor } from './visitor.js'

const assets = new URL('../../../server/portal/assets/', import.meta.url)

/** Files that `/verify` loads. */
export interface Loaded {
  /** Scripts that it works with, workers included. */
  needed: Response[]
  /** Compressed size in bytes of the scripts that follow, so that all of it works offline. */
  laterBytes: number
}

/** Opens `/verify` and waits until all of it is loaded, its workers and what they load included, so that it works offline. */
export async function openVerify({ page, open, language }: Visitor): Promise<Loaded> {
  const other = language === 'en' ? 'de' : 'en'
  const isLater = (url: string) =>
    new RegExp(
      `\\b(tsa|read|base64|many-finding|check-many|rows|verify-many-(en|de)|(public|checking|words)-${other})-[\\w-]+\\.js$`,
    ).test(url)
  const needed: Response[] = []
  page.on('response', (response) => {
    const isScript = /javascript/.test(response.headers()['content-type'] ?? '')
    if (isScript && !isLater(response.url())) needed.push(response)
  })
  // The workers start after the page; each is one file.
  const workers = ['hash', 'check'].map(async (name) => {
    const response = await page.waitForResponse((response) => response.url().includes(`/${name}-worker-`))
    await response.finished()
  })
  await Promise.all([...workers, open('/verify')])
  const later = readdirSync(assets).filter(isLater)
  const paths = later.map((name) => `/portal/assets/${name}`)
  await eventually('all of the page is in the browser', async () => {
    const missing = await page.evaluate(missingInCache, paths)
    if (missing.length > 0) throw new Error(`not there: ${missing}`)
    return true
  })
  return { needed, laterBytes: later.reduce((sum, name) => sum + statSync(new URL(`${name}.br`, assets)).size, 0) }
}

/** Returns the files that aren't in the browser's cache, which the page has too when it is offline. Runs in the page. */
async function missingInCache(paths: string[]): Promise<string[]> {
  const answers = await Promise.allSettled(
    paths.map((path) => fetch(path, { cache: 'only-if-cached', mode: 'same-origin' })),
  )
  return paths.filter((_, at) => {
    const answer = answers[at]
    return !(answer?.status === 'fulfilled' && answer.value.ok)
  })
}
