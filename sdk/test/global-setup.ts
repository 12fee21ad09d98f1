import { refuseStale } from '../../test/built.js'

/** Refuses to pack packages from a stale build. */
export default function setup(): void {
  refuseStale(['proof', 'sdk'])
}
