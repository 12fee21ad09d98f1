import { later } from '../../../ui/later.js'

/** All that only runs with stamped copies show and need, with its words. */
export const copiesPart = later(() => import('./copies.js'))
