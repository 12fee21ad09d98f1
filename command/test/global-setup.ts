import { refuseStale } from '../../test/built.js'

/** Refuses to run the command line from a stale build. */
export default function setup(): void {
  refuseStale(['command'])
}
