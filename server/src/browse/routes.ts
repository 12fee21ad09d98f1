import type { FastifyInstance, onRequestHookHandler } from 'fastify'
import { requireOwnAccount } from '../accounts/session.js'
import { ownerInfo } from '../accounts/sql.js'
import { createdAt } from '../base/ids.js'
import { readFile } from '../files/access.js'
import { presentItem } from '../files/present.js'
import { type FilesRoom, viewOf } from '../files/room.js'
import { fileParams, organizationQuery } from '../files/schema.js'
import type { FileRow } from '../files/sql.js'
import { listFolders } from '../folders/lists.js'
import type { FolderRow } from '../folders/sql.js'
import { envelope } from '../http/envelope.js'
import { listRoute } from '../http/list-route.js'
import { idCursor, type PageQuery } from '../http/paging.js'
import { states } from '../ledger/proof.js'
import { amountsIn, anchorOf, browsedFolder, listFavourites, pathTo } from './browse.js'
import { presentStep, presentSubfolder, typeOf } from './present.js'
import * as schema from './schema.js'

interface Organization {
  organizationId?: string
}

/** Facts of a file that was uploaded a moment ago are waited for so long. */
const lookMsMax = 2000

/** What people browse by: folders and files with where they lie, what lies in a folder, favourites. */
export async function browseRoutes(
  app: FastifyInstance,
  { room, onRequest }: { room: FilesRoom; onRequest: onRequestHookHandler },
): Promise<void> {
  const { database } = room

  app.route<{ Params: { folderId: string }; Querystring: Organization }>({
    method: 'GET',
    url: '/folders/:folderId',
    onRequest,
    schema: {
      tags: ['Folders'],
      operationId: 'browseFolder',
      summary: 'A folder with where it lies and how much lies in it',
      description: '`root` is the root of your own folders: its id is the `parentFolderId` of what lies at the top.',
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
      const { folders = 0, files = 0 } = amounts.get(folder.id) ?? {}
      const data = {
        _id: folder.id,
        folderName: folder.name,
        parentFolderId: folder.parent_id,
        folderLevel: folder.level,
        folderType: typeOf(folder),
        isBin: folder.deleted_at !== null,
        isOwn: folder.account_id === accountId,
        ownerId: folder.account_id,
        ownerName: owner?.name ?? '',
        path: path.map(presentStep),
        folders,
        files,
        createdAt: createdAt(folder.id),
        updatedAt: folder.updated_at.toISOString(),
      }
      return { status: 200, message: 'Folder fetched successfully', data }
    },
  })

  listRoute<{ Params: { folderId: string }; Querystring: PageQuery & { search?: string } }, FolderRow, string>(app, {
    url: '/folders/:folderId/folders',
    onRequest,
    schema: {
      tags: ['Folders'],
      operationId: 'listSubfolders',
      summary: 'List the folders in a folder',
      description:
        'Out of the bin, with how much lies in each. Newest first, by `page` and `limit`, or by the `Next-Cursor` of the page before ' +
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
        ...page,
      })
    },
    async present(rows, request) {
      const amounts = await amountsIn(database, request.session.accountId, rows)
      return rows.map((folder) => presentSubfolder(folder, amounts.get(folder.id)))
    },
  })

  app.route<{ Params: { fileId: string }; Querystring: Organization }>({
    method: 'GET',
    url: '/files/:fileId',
    onRequest,
    schema: {
      tags: ['Files'],
      operationId: 'browseFile',
      summary: 'A file with where it lies and how far its entry has come',
      params: fileParams,
      querystring: organizationQuery,
      response: { 200: envelope(schema.file) },
    },
    handler: async (request) => {
      const { accountId } = request.session
      requireOwnAccount(accountId, request.query.organizationId)
      let row = await readFile(database, accountId, request.params.fileId)
      if (row.look_at) {
        await room.looks.settled(row.shown_version, lookMsMax)
        row = await readFile(database, accountId, row.id)
      }
      const [path, anchor, owner] = await Promise.all([
        pathTo(database, row.folder_id),
        anchorOf(database, row.shown_version),
        ownerInfo(database, row.account_id),
      ])
      const data = {
        ...presentItem(row, viewOf(room, request)),
        isOwn: row.account_id === accountId,
        ownerId: row.account_id,
        ownerName: owner?.name ?? '',
        uploadedBy: row.uploaded_by,
        versions: row.versions,
        path: path.map(presentStep),
        state: states[anchor.state as 0 | 1 | 2 | 3],
        blockNumber: anchor.block_number,
        blockTime: anchor.block_time?.toISOString() ?? null,
      }
      return { status: 200, message: 'File fetched successfully', data }
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
        'Of all your folders, newest first, by `page` and `limit`, or by the `Next-Cursor` of the page before as `cursor`. The ' +
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
