import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import type { Visitor } from './visitor.js'

/** Chooses files from this disk, as a person does: Playwright would first send copies to the browser. */
export async function choose({ page, context }: Visitor, paths: string[], { asFolder = false } = {}): Promise<void> {
  const session = await context.newCDPSession(page)
  const { root } = await session.send('DOM.getDocument')
  const selector = asFolder ? 'input[type=file][webkitdirectory]' : 'input[type=file]:not([webkitdirectory])'
  const { nodeId } = await session.send('DOM.querySelector', { nodeId: root.nodeId, selector })
  await session.send('DOM.setFileInputFiles', { nodeId, files: paths })
  await session.detach()
}

/** Usage of a renderer process: seconds of CPU and bytes of memory. */
export type Use = { seconds: number; bytes: number }

/** Reads the usage of all renderer processes, including those of other tests. */
export async function usesOfPages(page: Page): Promise<Map<number, Use>> {
  const session = await page.context().browser()?.newBrowserCDPSession()
  const { processInfo } = (await session?.send('SystemInfo.getProcessInfo')) ?? { processInfo: [] }
  await session?.detach()
  const uses = new Map<number, Use>()
  for (const { id, cpuTime } of processInfo.filter(({ type }) => type === 'renderer')) {
    const status = await readFile(`/proc/${id}/status`, 'utf8').catch(() => '')
    const kilobytes = Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0)
    uses.set(id, { seconds: cpuTime, bytes: kilobytes * 1024 })
  }
  return uses
}
