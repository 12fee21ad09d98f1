import type { FastifyInstance, onRequestHookHandler } from 'fastify'
import { Type } from 'typebox'
import { ownerInfo } from '../accounts/owners.js'
import { requireOwnAccount } from '../accounts/tokens/session.js'
import { readFile } from '../files/access.js'
import { inspectionWaitMs } from '../files/inspection.js'
import { presentItem } from '../files/present.js'
import { type FilesRoom, viewOf } from '../files/room.js'
import { fileParams, organizationQuery } from '../files/schema.js'
import type { FileRow } from '../files/sql.js'
import { type FolderSort, listFolders } from '../folders/lists.js'
import type { FolderRow } from '../folders/sql.js'
import { envelope } from '../http/answers/envelope.js'
import { listRoute } from '../http/paging/list-route.js'
import { idCursor, type PageQuery } from '../http/paging/paging.js'
import type { Order } from '../http/paging/sorted-sql.js'
import { amountsIn, anchorOf, browsedFolder, listFavourites, listRecent, pathTo } from './browse.js'
import { presentBrowsedFile, presentBrowsedFolder, presentSubfolder } from './present.js'
import * as schema from './schema.js'

interface Organization {
  organizationId?: string
}

interface SubfolderQuery extends PageQuery {
  search?: string
  sort?: FolderSort
  order?: Order
}

interface BrowseContext {
  room: FilesRoom
  onRequest: onRequestHookHandler
}

/** Folders and files with their path, the folders in a folder, favourites. */
export async function browseRoutes(app: FastifyInstance, context: BrowseContext): Promise<void> {
  folderRoutes(app, context)
  fileRoutes(app, context)
}

/** `GET /folders/{id}`, `GET /folders/{id}/folders`. */
function folderRoutes(app: FastifyInstance, { room: { database }, onRequest }: BrowseContext): void {
  app.route<{ Params: { folderId: string }; Querystring: Organization }>({
    method: 'GET',
    url: '/folders/:folderId',
    onRequest,
    schema: {
      tags: ['Folders'],
      operationId: 'browseFolder',
      errors: ['forbidden', 'folder_not_found'],
      summary: 'Get a folder with its location and counts',
      description: '`root` is the root of your own folders: its ID is the `parentFolderId` of items at the top level.',
      params: schema.folderParams,
      querystring: organizationQuery,
      response: { 200: envelope(schema.folder) },
    },
    handler: async (request) => {
      const { accountId } = request.session
      requireOwnAccount(accountId, request.query.organizationId)
      const folder = await browsedFolder(database, accountId, request.params.folderId)
      const [path, amounts, owner] = await Promise.all([
        pathTo(database, folder.id),
        amountsIn(database, accountId, [folder]),
        ownerInfo(database, folder.account_id),
      ])
      const data = presentBrowsedFolder(folder, { accountId, owner, path, amounts: amounts.get(folder.id) })
      return { status: 200, message: 'Folder fetched successfully', data }
    },
  })

  listRoute<{ Params: { folderId: string }; Querystring: SubfolderQuery }, FolderRow, string>(app, {
    url: '/folders/:folderId/folders',
    onRequest,
    schema: {
      tags: ['Folders'],
      operationId: 'listSubfolders',
      errors: ['folder_not_found', 'list_too_long'],
      summary: 'List the subfolders of a folder',
      description:
        'Without the bin, with counts. Newest first, by `page` and `limit`, or by passing the `Next-Cursor` of the previous page ' +
        'as `cursor`.',
      params: schema.folderParams,
      querystring: schema.subfolderQuery,
    },
    item: schema.subfolder,
    cursor: idCursor,
    message: 'Folders fetched successfully',
    async read(request, page) {
      const { accountId } = request.session
      const parent = await browsedFolder(database, accountId, request.params.folderId)
      const { id: parentId, account_id: ownerId } = parent
      return listFolders(database, {
        accountId,
        ownerId,
        parentId,
        isBin: false,
        search: request.query.search,
        sort: request.query.sort,
        order: request.query.order,
        ...page,
      })
    },
    async present(rows, request) {
      const amounts = await amountsIn(database, request.session.accountId, rows)
      return rows.map((folder) => presentSubfolder(folder, amounts.get(folder.id)))
    },
  })
}

/** `GET /files/{id}`, `GET /recent`, `GET /favourites`. */
function fileRoutes(app: FastifyInstance, { room, onRequest }: BrowseContext): void {
  const { database } = room

  app.route<{ Params: { fileId: string }; Querystring: Organization }>({
    method: 'GET',
    url: '/files/:fileId',
    onRequest,
    schema: {
      tags: ['Files'],
      operationId: 'browseFile',
      errors: ['forbidden', 'file_not_found'],
      summary: 'Get a file with its location and the state of its entry',
      description: 'Yours, or one in a public folder: with its path, owner, number of versions, and block.',
      params: fileParams,
      querystring: organizationQuery,
      response: { 200: envelope(schema.file) },
    },
    handler: async (request) => {
      const { accountId } = request.session
      requireOwnAccount(accountId, request.query.organizationId)
      const read = () => readFile(database, accountId, request.params.fileId)
      const row = await room.inspector.afterInspection(await read(), read, inspectionWaitMs)
      const [path, anchor, owner] = await Promise.all([
        pathTo(database, row.folder_id),
        anchorOf(database, row.shown_version),
        ownerInfo(database, row.account_id),
      ])
      const data = presentBrowsedFile(row, viewOf(room, request), { owner, path, anchor })
      return { status: 200, message: 'File fetched successfully', data }
    },
  })

  app.route({
    method: 'GET',
    url: '/recent',
    onRequest,
    schema: {
      tags: ['Files'],
      operationId: 'listRecentFiles',
      summary: 'List the files that you added last',
      description: 'Up to ten, newest first, from all your folders; none that is in the bin.',
      response: { 200: envelope(Type.Array(schema.favourite)) },
    },
    handler: async (request) => {
      const rows = await listRecent(database, request.session.accountId)
      const data = rows.map((row) => presentItem(row, viewOf(room, request)))
      return { status: 200, message: 'Files fetched successfully', data }
    },
  })

  listRoute<{ Querystring: PageQuery }, FileRow, string>(app, {
    url: '/favourites',
    onRequest,
    schema: {
      tags: ['Files'],
      operationId: 'listFavourites',
      summary: 'List your favourite files',
      description:
        'From all your folders, newest first, by `page` and `limit`, or by passing the `Next-Cursor` of the previous page as `cursor`. The ' +
        'count stops at 10,000.',
      querystring: schema.pageQuery,
    },
    item: schema.favourite,
    cursor: idCursor,
    message: 'Favourites fetched successfully',
    read: (request, page) => listFavourites(database, request.session.accountId, page),
    present: (rows, request) => rows.map((row) => presentItem(row, viewOf(room, request))),
  })
}
