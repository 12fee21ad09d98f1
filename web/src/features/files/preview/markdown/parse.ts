import type { Token } from 'marked'

/** A parsed text. */
export type Tokens = readonly Token[]

/** A text that takes longer was written to stall its reader: a hundred thousand characters can take minutes. */
const timeoutMs = 4000

/** Parses Markdown beside the page. Returns null when that takes too long, or fails. */
export function parseMarkdown(text: string): Promise<Tokens | null> {
  const worker = new Worker(new URL('./markdown-worker.ts', import.meta.url), { type: 'module' })
  return new Promise<Tokens | null>((resolve) => {
    worker.onmessage = ({ data }: MessageEvent<Tokens | null>) => resolve(data)
    worker.onerror = () => resolve(null)
    setTimeout(() => resolve(null), timeoutMs)
    worker.postMessage(text)
  }).finally(() => worker.terminate())
}
