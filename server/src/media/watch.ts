import { parentPort, workerData } from 'node:worker_threads'

// The thread beside a media process's own, which hostile content can keep busy for ever: the process ends when it has grown
// too large, and when the service has gone.

const { memoryBytesMax } = workerData as { memoryBytesMax: number }
const service = process.ppid
setInterval(() => {
  if (process.ppid !== service || process.memoryUsage.rss() > memoryBytesMax) process.kill(process.pid, 'SIGKILL')
}, 50)
parentPort?.postMessage('watching')
