import { Socket } from 'node:net'
import { constants, setPriority } from 'node:os'
import { Worker } from 'node:worker_threads'
import { closeDebugPort } from '../base/debug-port.js'
import { ownFile } from '../base/own-files.js'
import { answer, bounded, type Facts } from './facts.js'
import { frameOf, readFrames } from './frames.js'
import { draw, type Incoming, inspect } from './inspect.js'

// A media process. Reads jobs from standard input one after the other: a task frame (four bytes: the page to draw, 0 to inspect),
// the content, and an empty frame. Writes answers to file descriptor 3. The service doesn't trust it, and it holds nothing worth
// stealing but the content at hand.

/** Maximum memory between two jobs. */
const restBytesMax = 256 * 1024 * 1024

const [contentBytesMax, memoryBytesMax, jobCpuMsMax] = process.argv.slice(2, 5).map(Number) as [number, number, number]

closeDebugPort()
setPriority(constants.priority.PRIORITY_LOW)
const watch = new Worker(ownFile('dist/media-watch.js'), {
  workerData: { memoryBytesMax, jobCpuMsMax },
  // By default Node 24 reserves 512 MiB for a thread's code, which counts towards the hard limit.
  resourceLimits: { codeRangeSizeMb: 8 },
})
await new Promise((resolve) => watch.once('message', resolve))
// All code is loaded now, so drop root privileges. 65534 is the user `nobody` on every system that matters.
if (process.getuid?.() === 0) {
  process.setgroups?.([])
  process.setgid?.(65_534)
  process.setuid?.(65_534)
}

const frames = readFrames(process.stdin)
const answers = new Socket({ fd: 3, readable: false, writable: true })
const send = (kind: number, bytes: Uint8Array) =>
  new Promise<void>((resolve) => answers.write(frameOf(Uint8Array.of(kind), bytes), () => resolve()))

/** The content of one job. */
class Content implements Incoming {
  private readonly chunks: Buffer[] = []
  private length = 0
  private isWhole = false

  async upTo(bytes: number): Promise<{ bytes: Buffer; isWhole: boolean }> {
    while (!this.isWhole && this.length <= bytes) {
      const chunk = await this.read()
      this.length += chunk.length
      this.chunks.push(chunk)
    }
    const all = Buffer.concat(this.chunks.splice(0))
    this.chunks.push(all)
    return { bytes: all, isWhole: this.isWhole && this.length <= bytes }
  }

  /** Discards the rest of the job. */
  async skip(): Promise<void> {
    while (!this.isWhole) await this.read()
  }

  private async read(): Promise<Buffer> {
    const { value, done } = await frames.next()
    if (done) process.exit()
    this.isWhole = value.length === 0
    return value
  }
}

await send(answer.ready, Buffer.alloc(0))
for (;;) {
  const { value: task, done } = await frames.next()
  if (done) process.exit()
  watch.postMessage('job')
  const page = task.readUInt32LE()
  const content = new Content()
  const picture =
    page > 0
      ? await draw(content, contentBytesMax, page)
      : await inspect(content, contentBytesMax, (facts: Facts) =>
          send(answer.facts, Buffer.from(JSON.stringify(bounded(facts)))),
        )
  const hasGrown = process.memoryUsage.rss() > restBytesMax
  await send(hasGrown ? answer.lastThumbnail : answer.thumbnail, picture ?? Buffer.alloc(0))
  await content.skip()
}
