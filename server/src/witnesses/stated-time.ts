import { type StatedTime, timeProblem } from '@tallystick/proof'
import { createdAt, createdMs } from '../base/ids.js'

/** The time by which statements are judged. */
export interface TimeNow {
  /** How far clocks may differ. */
  toleranceMs: number
  timeOfDay?: (() => number) | undefined
}

/** Returns in words why a time can't be that of a statement about this tree, made by now; null when it can. */
export function contradiction(
  at: StatedTime,
  treeId: string,
  { toleranceMs, timeOfDay = Date.now }: TimeNow,
): string | null {
  const problem = timeProblem(at, { notBeforeMs: createdMs(treeId), nowMs: timeOfDay(), toleranceMs })
  if (problem === null) return null
  const why = problem === 'early' ? `before the tree was made (${createdAt(treeId)})` : 'which is in the future'
  return `is dated ${new Date(at.timeMs).toISOString()}, ${why}`
}
