import type { FastifyRequest } from 'fastify'
import type { Quotas } from '../accounts/quotas/quotas.js'
import type { Database } from '../base/database/db.js'
import { originOf } from '../http/host.js'
import type { FairSlots } from '../http/limits/fair-slots.js'
import type { Recorder } from '../ledger/batches/recorder.js'
import type { NetworkInfo } from '../ledger/proofs/proof.js'
import type { Media } from '../media/media.js'
import type { ReservedCodes } from '../stamps/codes/reserved.js'
import type { HashPool } from '../storage/hashing/pool.js'
import type { DiskSpace } from '../storage/stores/disk-space.js'
import type { Vault } from './blobs/vault.js'
import type { Inspector } from './inspection.js'
import type { Links } from './links.js'
import type { FilePresentation } from './present.js'

/** Dependencies of the routes of files. */
export interface FilesRoom {
  database: Database
  recorder: Recorder
  codes: ReservedCodes
  network: NetworkInfo
  vault: Vault
  threads: HashPool
  inspector: Inspector
  /** Renders pages of PDFs. */
  pages: Media
  links: Links
  slots: FairSlots
  quotas: Quotas
  space: DiskSpace
  /** The public address of the service, without a trailing slash; by default, the address of the request. */
  publicUrl: string | undefined
  /** Maximum size of an uploaded file, in bytes. */
  uploadLimit: number
  /** Days until the bin's contents are purged. */
  binDays: number
}

/** Returns the context of answers to a request. */
export function viewOf(room: FilesRoom, request: FastifyRequest): FilePresentation {
  const base = room.publicUrl ?? originOf(request)
  return { links: room.links, base, accountId: request.session.accountId }
}
