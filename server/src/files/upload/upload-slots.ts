import { FairSlots } from '../../http/limits/fair-slots.js'

/**
 * Limits concurrent uploads, each of which needs memory and an open file. One account gets at most half of the slots; further uploads
 * wait, and accounts take turns.
 */
export function uploadSlots(uploadsMax: number): FairSlots {
  const ownerMax = Math.ceil(uploadsMax / 2)
  return new FairSlots({ allMax: uploadsMax, ownerMax, waiting: { ownerMax, allMax: 4 * uploadsMax } })
}
