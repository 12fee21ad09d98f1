import { refuseStale } from '../../test/built.js'

/** The command line is run as it was built. */
export default function setup(): void {
  refuseStale(['proof', 'sdk'])
}
