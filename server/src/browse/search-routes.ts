import type { FastifyInstance, onRequestHookHandler } from 'fastify'
import { presentItem } from '../files/present.js'
import { type FilesRoom, viewOf } from '../files/room.js'
import { listRoute } from '../http/paging/list-route.js'
import { idCursor, type PageQuery } from '../http/paging/paging.js'
import { amountsIn, browsedFolder, pathsTo } from './browse.js'
import { presentStep, presentSubfolder } from './present.js'
import * as schema from './schema.js'
import { type Found, searchNames } from './search.js'

interface SearchQuery extends PageQuery {
  search: string
  folderId?: string
}

/** `GET /search`: folders and files by name. */
export async function searchRoutes(
  app: FastifyInstance,
  { room, onRequest }: { room: FilesRoom; onRequest: onRequestHookHandler },
): Promise<void> {
  const { database } = room
  listRoute<{ Querystring: SearchQuery }, Found, string>(app, {
    url: '/search',
    onRequest,
    schema: {
      tags: ['Folders'],
      operationId: 'searchNames',
      errors: ['folder_not_found'],
      summary: 'Find folders and files by name',
      description:
        'In all your folders, or directly in `folderId`, which may be a public folder of another account. Without the bin, newest ' +
        'first, by `page` and `limit`, or by passing the `Next-Cursor` of the previous page as `cursor`, each with its path. Three or more characters match anywhere in the name, fewer at its start, ' +
        'ignoring case. The count stops at 10,000.',
      querystring: schema.searchQuery,
    },
    item: schema.found,
    cursor: idCursor,
    message: 'Search finished successfully',
    async read(request, page) {
      const { accountId } = request.session
      const { search, folderId } = request.query
      const folder = folderId === undefined ? null : await browsedFolder(database, accountId, folderId)
      return searchNames(database, { accountId, search, folder, ...page })
    },
    async present(rows, request) {
      const folders = rows.flatMap((row) => row.folder ?? [])
      const [amounts, paths] = await Promise.all([
        amountsIn(database, request.session.accountId, folders),
        pathsTo(database, rows.map(parentOf)),
      ])
      const view = viewOf(room, request)
      return rows.map((row) => ({
        ...(row.folder
          ? { type: 'folder', ...presentSubfolder(row.folder, amounts.get(row.folder.id)) }
          : presentItem(row.file, view)),
        path: (paths.get(parentOf(row)) ?? []).map(presentStep),
      }))
    },
  })
}

/** The folder it is in; at the top, the hidden root. */
function parentOf({ folder, file }: Found): string {
  return folder ? (folder.parent_id as string) : file.folder_id
}
