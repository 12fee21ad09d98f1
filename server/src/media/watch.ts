import { parentPort, workerData } from 'node:worker_threads'

// A watchdog thread, because hostile content can block the main thread of a media process forever. Kills the process when a job has
// used its processor time, when it has grown too large, or when the service is gone.

const { memoryBytesMax, jobCpuMsMax } = workerData as { memoryBytesMax: number; jobCpuMsMax: number }
const service = process.ppid
/** When the job began. */
let before = process.cpuUsage()

/** Processor time of the job, of all threads. */
function usedMs(): number {
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

setInterval(() => {
  const isOver = usedMs() > jobCpuMsMax || process.memoryUsage.rss() > memoryBytesMax
  if (isOver || process.ppid !== service) process.kill(process.pid, 'SIGKILL')
}, 50)
parentPort?.on('message', () => {
  before = process.cpuUsage()
})
parentPort?.postMessage('watching')
