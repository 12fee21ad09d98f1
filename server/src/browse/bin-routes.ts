import type { FastifyInstance, onRequestHookHandler } from 'fastify'
import type { FilesRoom } from '../files/room.js'
import { certificateHeader, deletionsAddress } from '../folders/deletions.js'
import { envelope } from '../http/answers/envelope.js'
import { listRoute } from '../http/paging/list-route.js'
import type { PageQuery } from '../http/paging/paging.js'
import { type BinPosition, binCursor, listBin } from './browse.js'
import { emptyBin } from './empty-bin.js'
import * as schema from './schema.js'
import type { BinRow } from './sql.js'

const dayMs = 86_400_000
const tags = ['Folders']

interface BinContext {
  room: FilesRoom
  onRequest: onRequestHookHandler
  /** Called after folders were marked for the purge, to purge them at once. */
  wakeBin(): void
}

/** `GET|DELETE /bin`: list the bin, and empty it. */
export async function binRoutes(app: FastifyInstance, { room, onRequest, wakeBin }: BinContext): Promise<void> {
  const { database, recorder } = room

  listRoute<{ Querystring: PageQuery }, BinRow, BinPosition>(app, {
    url: '/bin',
    onRequest,
    schema: {
      tags,
      operationId: 'listBin',
      summary: 'List your bin',
      description:
        'Folders and files that were deleted themselves, latest deletion first, by `page` and `limit`, or by passing the `Next-Cursor` of ' +
        'the previous page as `cursor`. Contents of a deleted folder are restored with it. The count stops at 10,000. Restore and purge ' +
        'items by the routes of folders and files.',
      querystring: schema.pageQuery,
    },
    item: schema.binned,
    cursor: binCursor,
    message: 'Bin fetched successfully',
    read: (request, page) => listBin(database, request.session.accountId, page),
    present: (rows) => rows.map((row) => presentBinned(row, room.binDays)),
  })

  app.route<{ Querystring: { until?: string } }>({
    method: 'DELETE',
    url: '/bin',
    onRequest,
    schema: {
      tags,
      operationId: 'emptyBin',
      answerHeaders: ['Deletion-Certificate'],
      errors: ['queue_full'],
      summary: 'Empty your bin',
      description:
        'Purges everything in it permanently. `until` keeps what was deleted after this `deletedAt`, so ' +
        'that nothing you have not seen is purged. If interrupted, the rest stays in the bin; repeat the request to continue. ' +
        'The header `Deletion-Certificate` names the list with the certificates.',
      querystring: schema.emptyQuery,
      response: { 200: envelope() },
    },
    handler: async (request, reply) => {
      const { until } = request.query
      await emptyBin(database, recorder, request.session.accountId, until === undefined ? null : new Date(until))
      wakeBin()
      room.vault.wake()
      reply.header(certificateHeader, deletionsAddress)
      return { status: 200, message: 'Bin emptied successfully' }
    },
  })
}

function presentBinned(row: BinRow, binDays: number) {
  return {
    _id: row.id,
    type: row.type,
    name: row.name,
    from: row.from_name === '' ? null : { _id: row.from_id, folderName: row.from_name },
    fileSize: row.size,
    mimetype: row.mimetype,
    deletedAt: row.deleted_at.toISOString(),
    erasedAt: new Date(row.deleted_at.getTime() + binDays * dayMs).toISOString(),
  }
}
