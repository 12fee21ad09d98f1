import { refuseStale } from '../../test/built.js'

/** Refuses to run the command line, and to pack packages, from a stale build. */
export default function setup(): void {
  refuseStale(['proof', 'sdk'])
}
