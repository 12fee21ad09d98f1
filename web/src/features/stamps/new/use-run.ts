import { useSyncExternalStore } from 'react'
import { run, type StampRun } from './run.js'

/** The run as it is now. */
export function useRun(): StampRun {
  useSyncExternalStore(run.subscribe, run.snapshot)
  return run
}
