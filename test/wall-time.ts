/**
 * Returns the wall time, or one `shiftMs` later (earlier if negative): for what is written down, as in requests, rows and files. Durations
 * aren't measured with it, nor with anything else: a test doesn't depend on how long something takes.
 */
export function wallTime(shiftMs = 0): Date {
  return new Date(Date.now() + shiftMs)
}
