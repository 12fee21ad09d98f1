/** How much later than any lease can end: a clock that is set back by less is waited for. */
const slackMs = 60_000

/**
 * Returns SQL for whether a lease has lapsed. One that ends later than any lease can was given before the database's clock was set
 * back, and would last until the clock has caught up: it has lapsed, too. Its holder is fenced, as after every lapse.
 *
 * @param until the column with its end
 * @param lengthMs the parameter with the length of such a lease, in milliseconds
 */
export function isLapsed(until: string, lengthMs: string): string {
  const latest = `clock_timestamp() + (${lengthMs}::float8 + ${slackMs}) * interval '1 millisecond'`
  return `(${until} < clock_timestamp() OR ${until} > ${latest})`
}

/**
 * Returns SQL for the age of a row in milliseconds. One from after now was written before the database's clock was set back: it is taken
 * for as old as it is early, so that what waits for its age doesn't wait until the clock has caught up.
 *
 * @param at the column with its time
 */
export function ageMs(at: string): string {
  return `abs(extract(epoch FROM clock_timestamp() - ${at}) * 1000)::float8`
}
