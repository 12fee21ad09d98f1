import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type CDPSession, chromium, type Locator, type Page } from 'playwright-core'
import { newFolders } from './files.js'
import { median } from './load.js'
import { multiStamp } from './multi.js'
import { type Service, startService } from './processes.js'
import { decimals, table } from './table.js'

/** Amount of work to measure. */
export interface PortalOptions {
  stamps: number
  files: number
  rounds: number
  /** Path of Chromium. */
  browser: string
}

/** How many times slower than this machine the browser computes. */
const slowdown = 4
/** Long enough for a page to settle before something is measured. */
const settleMs = 1500
const switches = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--disable-background-networking',
  '--disable-sync',
]

/** Measures lists of the portal in a browser slowed down, from a click or a letter to the rows. Returns two Markdown tables. */
export async function benchPortal({ stamps, files, rounds, browser: executablePath }: PortalOptions): Promise<string> {
  const service = await startService()
  const account = readFileSync(join(service.dataDir, 'first-account.txt'), 'utf8')
  // The account that has a password.
  const own = { ...service, token: /Bearer ([\w.-]+)/.exec(account)?.[1] ?? '' }
  const client = await service.connect()
  const browser = await chromium.launch({ executablePath, args: switches })
  try {
    await multiStamp(own, stamps)
    const [folder] = await newFolders(own, client, [files])
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
    const session = await page.context().newCDPSession(page)
    await login(page, service, account)
    await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
    const rows = [
      ['list of stamps', ...(await measured(rounds, () => listOfStamps(page)))],
      ['search of stamps', ...(await measured(rounds, (round) => searchOfStamps(page, stamps - 1 - round)))],
      ['list of files', ...(await measured(rounds, () => listOfFiles(page, `with ${folder?.size}`)))],
      ['search of files', ...(await measured(rounds, (round) => searchOfFiles(page, files - 1 - round)))],
    ]
    await session.send('Emulation.setCPUThrottlingRate', { rate: 1 })
    const heap = table(['', 'MB of objects'], await heapOf(page, session, service))
    return `${table([`${stamps} stamps, ${files} files`, 'to rows ms', 'worst ms'], rows)}\n\n${heap}`
  } finally {
    await browser.close()
    await client.end()
    await service.stop()
  }
}

async function login(page: Page, { port }: Service, account: string): Promise<void> {
  const said = (name: string) => new RegExp(`^ +${name} +(\\S+)`, 'm').exec(account)?.[1] ?? ''
  await page.goto(`http://127.0.0.1:${port}/portal/login`)
  await page.getByLabel('E-mail').fill(said('e-mail'))
  await page.getByLabel('Password').fill(said('password'))
  await page.getByRole('button', { name: 'Log in' }).click()
  await page.getByRole('link', { name: 'Stamps', exact: true }).waitFor()
}

async function measured(rounds: number, measure: (round: number) => Promise<number>): Promise<string[]> {
  const times: number[] = []
  // The first one loads the screen.
  for (let round = 0; round <= rounds; round++) {
    const ms = await measure(round)
    if (round > 0) times.push(ms)
  }
  return [decimals(median(times)), decimals(Math.max(...times))]
}

async function listOfStamps(page: Page): Promise<number> {
  await page.getByRole('link', { name: 'Start', exact: true }).first().click()
  return toRows(page, await pressing(page.getByRole('link', { name: 'Stamps', exact: true }).first()), '.pdf')
}

async function searchOfStamps(page: Page, at: number): Promise<number> {
  return search(page.getByRole('searchbox').first(), `file-${at}`)
}

async function listOfFiles(page: Page, folder: string): Promise<number> {
  await page.getByRole('link', { name: 'Folders and files' }).first().click()
  return toRows(page, await pressing(page.getByRole('link', { name: folder }).first()), 'file ')
}

async function searchOfFiles(page: Page, at: number): Promise<number> {
  return search(page.getByRole('searchbox').first(), `file ${at}`)
}

/** Types all but the last letter, and measures from that one until a single row is left. Searches wait for 100 ms of rest. */
async function search(field: Locator, text: string): Promise<number> {
  const page = field.page()
  await field.fill(text.slice(0, -1))
  await sleep(settleMs)
  return toRows(page, () => page.keyboard.press(text.slice(-1)), text, 1)
}

/** Returns a click without what looks for its place, which would be measured, too. */
async function pressing(target: Locator): Promise<() => Promise<void>> {
  await sleep(settleMs)
  const box = await target.boundingBox()
  if (box === null) throw new Error('nothing to click')
  return () => target.page().mouse.click(box.x + Math.min(box.width / 2, 30), box.y + box.height / 2)
}

/** Returns the milliseconds from a key or a click to the frame with a row of this text, and with no more rows than that. */
async function toRows(
  page: Page,
  act: () => Promise<void>,
  text: string,
  rowsMax = Number.MAX_SAFE_INTEGER,
): Promise<number> {
  const began = await page.evaluateHandle(() => {
    const event = new Promise<number>((resolve) => {
      for (const type of ['keydown', 'pointerup'])
        addEventListener(type, () => resolve(performance.now()), { capture: true, once: true })
    })
    // A promise of a handle would be awaited.
    return { event }
  })
  await act()
  return began.evaluate(
    async ({ event }, [wanted, most]) => {
      const fromMs = await event
      for (;;) {
        await new Promise(requestAnimationFrame)
        const rows = [...document.querySelectorAll('[data-index]')]
        if (rows.length <= most && rows.some((row) => row.textContent?.includes(wanted)))
          return performance.now() - fromMs
      }
    },
    [text, rowsMax] as const,
  )
}

/** Scrolls through all stamps, and returns the rows of a table: the memory that objects take before and after. */
async function heapOf(page: Page, session: CDPSession, { port }: Service): Promise<string[][]> {
  const used = async () => {
    await session.send('HeapProfiler.collectGarbage')
    const { usedSize } = await session.send('Runtime.getHeapUsage')
    return decimals(usedSize / 1e6)
  }
  await page.goto(`http://127.0.0.1:${port}/portal/stamps`)
  await sleep(settleMs)
  const before = await used()
  let height = 0
  for (let idle = 0; idle < 80; ) {
    const now = await page.evaluate(() => {
      scrollTo(0, document.body.scrollHeight)
      return document.body.scrollHeight
    })
    idle = now === height ? idle + 1 : 0
    height = now
    await sleep(25)
  }
  return [
    ['before scrolling', before],
    ['after scrolling to the end', await used()],
  ]
}
