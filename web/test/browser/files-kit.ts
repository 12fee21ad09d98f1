import { createHash, randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Locator, Page } from 'playwright-core'
import { afterAll } from 'vitest'
import { files as de } from '../../src/texts/de/files.js'
import { files as en } from '../../src/texts/en/files.js'
import type { Visitor } from './visitor.js'

/** Texts of the file pages. */
export const filesWords = { en, de }

/** Fills the placeholders of a message. */
export function say(text: string, gaps: Record<string, string | number> = {}): string {
  return text.replace(/\{\{(\w+)[^}]*\}\}/g, (_, name: string) => String(gaps[name]))
}

/** Creates a folder on the visitor's disk until the tests of the file end. */
export function useDisk() {
  const ready = mkdtemp(join(tmpdir(), 'tallystick-disk-'))
  afterAll(async () => rm(await ready, { recursive: true, force: true }))
  return async (name: string, content: string | Buffer): Promise<string> => {
    const path = join(await ready, name)
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, content)
    return path
  }
}

/** Returns bytes that cannot be compressed or guessed. */
export const noise = (size: number) => randomBytes(size)

export const sha256 = (content: Buffer) => createHash('sha256').update(content).digest('hex')

/** Makes a PDF that shows on each page its number. `filling`: bytes that make it as large as others, referred to by nothing. */
export function pdfOf(pages: number, filling: Buffer = Buffer.of()): Buffer {
  const kids = Array.from({ length: pages }, (_, at) => `${4 + 2 * at} 0 R`).join(' ')
  const font = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>'
  const objects = ['<< /Type /Catalog /Pages 2 0 R >>', `<< /Type /Pages /Kids [${kids}] /Count ${pages} >>`, font]
  for (let page = 1; page <= pages; page++) {
    const text = `BT /F 40 Tf 60 740 Td (Page ${page}) Tj ET`
    const box = '/MediaBox [0 0 595 842] /Resources << /Font << /F 3 0 R >> >>'
    objects.push(`<< /Type /Page /Parent 2 0 R ${box} /Contents ${objects.length + 2} 0 R >>`)
    objects.push(`<< /Length ${text.length} >>\nstream\n${text}\nendstream`)
  }
  const start = Buffer.concat([Buffer.from('%PDF-1.7\n'), filling])
  let out = ''
  const places = objects.map((object, at) => {
    const place = String(start.length + out.length).padStart(10, '0')
    out += `${at + 1} 0 obj\n${object}\nendobj\n`
    return `${place} 00000 n \n`
  })
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${places.join('')}`
  const trailer = `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start.length + out.length}\n%%EOF\n`
  return Buffer.concat([start, Buffer.from(`${out}${table}${trailer}`)])
}

/** Chooses files in the browser's dialog, which `open` opens. */
export async function choose(page: Page, open: () => Promise<void>, paths: string | string[]): Promise<void> {
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), open()])
  await chooser.setFiles(paths)
}

/** Drops a file from outside onto an element. */
export async function dropFile(page: Page, target: Locator, name: string, content: string): Promise<void> {
  const dataTransfer = await page.evaluateHandle(
    ([name, content]) => {
      const data = new DataTransfer()
      data.items.add(new File([content as string], name as string))
      return data
    },
    [name, content],
  )
  for (const type of ['dragenter', 'dragover', 'drop']) await target.dispatchEvent(type, { dataTransfer })
}

/** Drops files from the disk onto an element, as the mouse does from another window. */
export async function dragFromDisk(
  { page, context }: Visitor,
  target: Locator,
  paths: string[],
  beforeDrop: () => Promise<unknown> = async () => undefined,
): Promise<void> {
  await target.scrollIntoViewIfNeeded()
  const box = await target.boundingBox()
  if (!box) throw new Error('nothing to drop on')
  const place = { x: box.x + box.width / 2, y: box.y + box.height / 2 }
  const data = { items: [], files: paths, dragOperationsMask: 1 }
  const session = await context.newCDPSession(page)
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
    if (type === 'drop') await beforeDrop()
    await session.send('Input.dispatchDragEvent', { type, ...place, data })
  }
  await session.detach()
}

/** Finds an item's row in the list. */
export function rowOf(page: Page, name: string): Locator {
  return page.locator('main tr[data-index]').filter({ hasText: name })
}

/** Opens the page of a file from the list of its folder: by way of the pane, where there is room for one. */
export async function openFile(page: Page, words: typeof en, name: string): Promise<void> {
  await rowOf(page, name).getByRole('link').click()
  if ((page.viewportSize()?.width ?? 0) < 1280) return
  const pane = page.getByRole('region', { name: words.pane.label })
  await pane.getByRole('heading', { name }).waitFor()
  await pane.getByRole('link', { name: words.pane.page }).click()
}

/** Makes a folder at the top level with the dialog, and opens it. */
export async function makeFolder(
  page: Page,
  words: typeof en,
  name: string,
  type: 'private' | 'public',
): Promise<void> {
  await page.getByRole('button', { name: words.newFolder, exact: true }).click()
  await page.getByRole('textbox', { name: words.name }).fill(name)
  await page.getByRole('radio', { name: words.type[type] }).click()
  await page.getByRole('button', { name: words.create, exact: true }).click()
  await rowOf(page, name).getByRole('link').click()
  await page.getByRole('heading', { level: 1, name }).waitFor()
}

/** Returns the file that a click saves. */
export async function saved(page: Page, click: () => Promise<void>): Promise<{ name: string; bytes: Buffer }> {
  const [file] = await Promise.all([page.waitForEvent('download'), click()])
  const chunks: Buffer[] = []
  for await (const chunk of await file.createReadStream()) chunks.push(chunk as Buffer)
  return { name: file.suggestedFilename(), bytes: Buffer.concat(chunks) }
}
