import { writeWorkerState } from './run-folder.js'

/** Condition this process waits for now; the run shows it when it hangs. */
const waits = new Set<{ what: string }>()
/** A wait shorter than this isn't written down. */
const shownAfterMs = 1_000
/** While a wait goes on, a sign of life this often. */
const signEveryMs = 5_000

/** Registers a wait. `goesOn` is called after each look, `end` when it is over. */
export function showWaits(what: string): { goesOn(): void; end(): void } {
  const wait = { what }
  const startMs = performance.now()
  let shownMs: number | undefined
  waits.add(wait)
  return {
    goesOn() {
      const nowMs = performance.now()
      if (nowMs - (shownMs ?? startMs) < (shownMs === undefined ? shownAfterMs : signEveryMs)) return
      shownMs = nowMs
      signOfLife()
    },
    end() {
      waits.delete(wait)
      if (shownMs !== undefined) signOfLife()
    },
  }
}

/** Shows signs of life until a download is done: how long it takes depends on the network, and its program ends by itself. */
export async function downloading<T>(what: string, download: Promise<T>): Promise<T> {
  const wait = showWaits(what)
  const timer = setInterval(() => wait.goesOn(), shownAfterMs)
  try {
    return await download
  } finally {
    clearInterval(timer)
    wait.end()
  }
}

/** The test file that this process runs; none in the process that starts the others, which downloads, too. */
let file: string | undefined

/** Says that this process runs a test file from now on. */
export function beginFile(path: string): void {
  file = path
  signOfLife()
}

/** Writes down what this process does. */
function signOfLife(): void {
  if (file !== undefined) writeWorkerState({ file, waits: [...waits].map(({ what }) => what) })
}
