import { parentPort, workerData } from 'node:worker_threads'

// A watchdog thread, because hostile content can block the main thread of a media process forever. Kills the process when it has
// grown too large or the service is gone.

const { memoryBytesMax } = workerData as { memoryBytesMax: number }
const service = process.ppid
setInterval(() => {
  if (process.ppid !== service || process.memoryUsage.rss() > memoryBytesMax) process.kill(process.pid, 'SIGKILL')
}, 50)
parentPort?.postMessage('watching')
