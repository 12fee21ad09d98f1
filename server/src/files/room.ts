import type { FastifyRequest } from 'fastify'
import type { Database } from '../base/db.js'
import type { NetworkInfo } from '../ledger/proof.js'
import type { Recorder } from '../ledger/recorder.js'
import type { Media } from '../media/media.js'
import type { HashPool } from '../storage/hash-pool.js'
import type { Inspector } from './inspection.js'
import type { Links } from './links.js'
import type { FilePresentation } from './present.js'
import type { UploadSlots } from './upload-slots.js'
import type { Vault } from './vault.js'

/** What the interfaces of files stand on. */
export interface FilesRoom {
  database: Database
  recorder: Recorder
  network: NetworkInfo
  vault: Vault
  threads: HashPool
  inspector: Inspector
  /** Draws pages of PDFs to be read. */
  pages: Media
  links: Links
  slots: UploadSlots
  /** Where the world reaches the service, without a slash at its end; undefined: where the request came to. */
  publicUrl: string | undefined
  /** Bytes of an uploaded file. */
  uploadLimit: number
  /** What is in the bin for so long is erased. */
  binDays: number
}

/** How an answer to this request shows files. */
export function viewOf(room: FilesRoom, request: FastifyRequest): FilePresentation {
  const base = room.publicUrl ?? `${request.protocol}://${request.host}`
  return { links: room.links, base, accountId: request.session.accountId }
}
