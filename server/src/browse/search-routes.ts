import type { FastifyInstance, onRequestHookHandler } from 'fastify'
import { presentItem } from '../files/present.js'
import { type FilesRoom, viewOf } from '../files/room.js'
import { envelope } from '../files/schema.js'
import { parseCursor, tellNextCursor } from '../stamps/lists.js'
import { amountsIn, browsedFolder, pathsTo } from './browse.js'
import { presentStep, presentSubfolder } from './present.js'
import * as schema from './schema.js'
import { type Found, searchNames } from './search.js'

interface SearchQuery {
  search: string
  folderId?: string
  page?: number
  limit?: number
  cursor?: string
}

/** `GET /search`: folders and files by their names. */
export async function searchRoutes(
  app: FastifyInstance,
  { room, onRequest }: { room: FilesRoom; onRequest: onRequestHookHandler },
): Promise<void> {
  const { database } = room
  app.route<{ Querystring: SearchQuery }>({
    method: 'GET',
    url: '/search',
    onRequest,
    schema: {
      tags: ['Folders'],
      operationId: 'searchNames',
      summary: 'Find folders and files by their names',
      description:
        'In all your folders, or directly in `folderId`, which may be a public folder of somebody else. Out of the bin, newest ' +
        'first, by `page` and `limit`, or by the `Next-Cursor` of the page before as `cursor`, each with the folders that it lies in. From three characters on anywhere in the name, below at its beginning; ' +
        'without case. The count stops at 10,000.',
      querystring: schema.searchQuery,
      response: { 200: envelope(schema.foundList) },
    },
    handler: async (request, reply) => {
      const { accountId } = request.session
      const { search, folderId, page = 1, limit = 20, cursor } = request.query
      const after = parseCursor(cursor)
      const folder = folderId === undefined ? null : await browsedFolder(database, accountId, folderId)
      const found = await searchNames(database, { accountId, search, folder, page, limit, after })
      tellNextCursor(reply, found)
      const folders = found.rows.flatMap((row) => row.folder ?? [])
      const [amounts, paths] = await Promise.all([
        amountsIn(database, accountId, folders),
        pathsTo(database, found.rows.map(placeOf)),
      ])
      const view = viewOf(room, request)
      const data = found.rows.map((row) => ({
        ...(row.folder
          ? { type: 'folder', ...presentSubfolder(row.folder, amounts.get(row.folder.id)) }
          : presentItem(row.file, view)),
        path: (paths.get(placeOf(row)) ?? []).map(presentStep),
      }))
      return { status: 200, message: 'Search finished successfully', data: { count: found.count, data } }
    },
  })
}

/** The folder that it lies in; at the top the hidden root. */
function placeOf({ folder, file }: Found): string {
  return folder ? (folder.parent_id as string) : file.folder_id
}
