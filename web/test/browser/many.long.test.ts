import { createHash, randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, open as openFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '../../../test/eventually.js'
import { sized } from '../../../test/tier.js'
import { stamping as w } from '../../src/texts/en/stamping.js'
import { asAccount } from './as-account.js'
import { choose, usesOfPages } from './large-runs.js'
import { register } from './register.js'
import { hasBrowser, useVisitors } from './visitor.js'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tallystick-many-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** Creates a file of zeros that takes no disk space. */
async function sparseFile(path: string, bytes: number): Promise<void> {
  const file = await openFile(path, 'w')
  await file.truncate(bytes)
  await file.close()
}

/** Returns the SHA-256 of this many zeros. */
function zerosHash(bytes: number): string {
  const hash = createHash('sha256')
  const chunk = Buffer.alloc(1 << 20)
  for (let at = 0; at < bytes; at += chunk.length) hash.update(chunk.subarray(0, Math.min(chunk.length, bytes - at)))
  return hash.digest('hex')
}

const gibibytes = sized({ short: 0.5, long: 1 })
const folders = 20
const filesEach = sized({ short: 100, long: 500 })
const files = folders * filesEach
const filesText = files.toLocaleString('en')

describe.skipIf(!hasBrowser)('large runs', () => {
  const visit = useVisitors()

  it('a very large file is hashed in constant memory', async () => {
    const visitor = await visit({ isNew: true })
    const { page, open } = visitor
    await register(visitor)
    await open('/portal/stamps/new')
    const path = join(folder, 'disk.img')
    const bytes = gibibytes * 2 ** 30
    await sparseFile(path, bytes)
    // The first file loads what hashing needs once.
    await writeFile(join(folder, 'small.txt'), 'small')
    await choose(visitor, [join(folder, 'small.txt')])
    await page.getByText(w.items.ready).waitFor()
    const before = await usesOfPages(page)
    await choose(visitor, [path])
    await page.getByText(/MB\/s|GB\/s/).waitFor()
    const peaks = new Map<number, number>()
    let now = before
    while ((await page.getByText(w.items.ready).count()) < 2) {
      now = await usesOfPages(page)
      for (const [id, { bytes }] of now) peaks.set(id, Math.max(peaks.get(id) ?? 0, bytes))
    }
    // The process that hashed is the one that worked most.
    const worked = (id: number) => (now.get(id)?.seconds ?? 0) - (before.get(id)?.seconds ?? 0)
    const [hashing = 0] = [...before.keys()].sort((a, b) => worked(b) - worked(a))
    const growth = (peaks.get(hashing) ?? 0) - (before.get(hashing)?.bytes ?? 0)
    expect(growth).toBeLessThan(100 * 2 ** 20)
    await page.getByRole('radio', { name: w.public }).click()
    await page.getByRole('button', { name: w.run.submit_other.replace('{{count, number}}', '2') }).click()
    const link = await page.getByRole('link', { name: 'disk.img' }).getAttribute('href')
    await page.goto(link ?? '')
    await page.getByText('disk.img').first().waitFor()
    const found = await asAccount(visitor).get('/hash', { params: { query: { id: zerosHash(bytes) } } })
    expect(found).toMatchObject({ hash: zerosHash(bytes) })
  })

  it(`a folder of ${filesText} files is stamped despite broken connections; unreadable files are named`, async () => {
    const visitor = await visit()
    const { page, open } = visitor
    await register(visitor)
    await open('/portal/stamps/new')
    const archive = join(folder, 'archive')
    await Promise.all(Array.from({ length: folders }, (_, at) => mkdir(join(archive, `${at}`), { recursive: true })))
    const salt = randomBytes(8).toString('hex')
    for (let at = 0; at < folders; at++) {
      const names = Array.from({ length: filesEach }, (_, one) => join(archive, `${at}`, `${one}.txt`))
      await Promise.all(names.map((name) => writeFile(name, `${salt} ${name}`)))
    }
    // Moved away while it waits in the queue.
    const large = ['a', 'b', 'c', 'd'].map((name) => join(folder, `${name}.img`))
    for (const path of large) await sparseFile(path, 8 * 2 ** 30)
    await writeFile(join(folder, 'gone.txt'), 'gone')
    await choose(visitor, [...large, join(folder, 'gone.txt')])
    await page.getByText(w.items.waiting).waitFor()
    await rm(join(folder, 'gone.txt'))
    for (const path of large) {
      const button = page.getByRole('button', { name: basename(path) })
      await eventually(`${basename(path)} is left out`, async () => {
        // The rows move up when another leaves: a click meanwhile meets none.
        if ((await button.count()) > 0) await button.click()
        return (await button.count()) === 0
      })
    }
    await page.getByText(w.run.unreadable).waitFor()
    await choose(visitor, [archive], { asFolder: true })
    await page.getByRole('button', { name: filesText }).waitFor()
    const seen = page.getByRole('region', { name: w.run.list }).getByRole('listitem')
    expect(await seen.count()).toBeLessThan(40)
    await visitor.expectAccessible()

    // The service stamps the file, but its answer is lost.
    let broken = 0
    await page.route('**/multi-stamp', async (route) => {
      if (broken++ % 3 !== 0) return route.continue()
      await route.fetch()
      await route.abort('connectionreset')
    })
    await page.getByRole('radio', { name: w.public }).click()
    await page.getByRole('button', { name: filesText }).click()
    const retry = page.getByRole('button', { name: w.run.retry_one.replace('{{count, number}}', '1') })
    await eventually('all but one are stamped', () => retry.isVisible())
    await visitor.expectAccessible()
    expect(broken).toBeGreaterThan(2)
    const { count } = (await asAccount(visitor).get('/hash', { params: { query: { page: 1, limit: 1 } } })) as {
      count: number
    }
    expect(count).toBe(files)
    await page.getByRole('region', { name: w.run.list }).press('End')
    await seen.last().filter({ hasText: w.items.stamped }).waitFor()
  })

  it('a run can be cancelled', async () => {
    const visitor = await visit()
    const { page, open } = visitor
    await register(visitor)
    await open('/portal/stamps/new')
    await sparseFile(join(folder, 'endless.img'), 8 * 2 ** 30)
    await choose(visitor, [join(folder, 'endless.img')])
    await page.getByText(/MB\/s|GB\/s/).waitFor()
    await page.getByRole('radio', { name: w.public }).click()
    await page.getByRole('button', { name: w.run.submit_one.replace('{{count, number}}', '1') }).click()
    await page.getByRole('button', { name: w.run.cancel }).click()
    await page.getByText(w.drop.title).waitFor()
    await writeFile(join(folder, 'next.txt'), randomBytes(10))
    await choose(visitor, [join(folder, 'next.txt')])
    await page.getByText(w.items.ready).waitFor()
  })
})
