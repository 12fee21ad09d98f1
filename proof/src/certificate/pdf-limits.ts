import {
  MAX_ATTACHED_BYTES,
  MAX_ATTACHMENTS,
  MAX_COMBINED_ATTACHED_BYTES,
  MAX_COMBINED_ATTACHMENTS,
} from '../limits.js'

/** The most that a certificate has of anything. `attachedBytes`: of attachments that begin like JSON, decompressed. */
export interface CertificateLimits {
  readonly attachments: number
  readonly attachedBytes: number
  readonly objects: number
  readonly pages: number
}

/** A certificate of one proof has some 120 objects and two pages, one of a deletion a few hundred objects and a few pages more. */
export const singleLimits: CertificateLimits = {
  attachments: MAX_ATTACHMENTS,
  attachedBytes: MAX_ATTACHED_BYTES,
  objects: 5_000,
  pages: 20,
}

/** For 10,000 proofs: each has nine objects, and three more if its block is its own. */
export const combinedLimits: CertificateLimits = {
  attachments: MAX_COMBINED_ATTACHMENTS,
  attachedBytes: MAX_COMBINED_ATTACHED_BYTES,
  objects: 150_000,
  pages: 2_000,
}
