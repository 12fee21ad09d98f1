import type { FastifyInstance, onRequestHookHandler } from 'fastify'
import { ownerInfo } from '../accounts/sql.js'
import { createdAt } from '../base/ids.js'
import { readFile } from '../files/access.js'
import { presentItem } from '../files/present.js'
import { type FilesRoom, viewOf } from '../files/room.js'
import { envelope, fileParams, list, organizationQuery } from '../files/schema.js'
import { requireOwnOrganization } from '../folders/access.js'
import { listFolders } from '../folders/lists.js'
import { stateNames } from '../ledger/batch-state.js'
import { parseCursor, tellNextCursor } from '../stamps/lists.js'
import { amountsIn, anchorOf, browsedFolder, listFavourites, pathTo } from './browse.js'
import { presentStep, presentSubfolder, typeOf } from './present.js'
import * as schema from './schema.js'

interface Organization {
  organizationId?: string
}

interface PageQuery {
  page?: number
  limit?: number
  cursor?: string
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
      requireOwnOrganization(accountId, request.query.organizationId)
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

  app.route<{ Params: { folderId: string }; Querystring: PageQuery & { search?: string } }>({
    method: 'GET',
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
      response: { 200: envelope(list(schema.subfolder)) },
    },
    handler: async (request, reply) => {
      const { accountId } = request.session
      const { page = 1, limit = 20, cursor, search } = request.query
      const parent = await browsedFolder(database, accountId, request.params.folderId)
      const found = await listFolders(database, {
        accountId,
        ownerId: parent.account_id,
        parentId: parent.id,
        isBin: false,
        search,
        page,
        limit,
        after: parseCursor(cursor),
      })
      tellNextCursor(reply, found)
      const amounts = await amountsIn(database, accountId, found.rows)
      const data = found.rows.map((folder) => presentSubfolder(folder, amounts.get(folder.id)))
      return { status: 200, message: 'Folders fetched successfully', data: { count: found.count, data } }
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
      requireOwnOrganization(accountId, request.query.organizationId)
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
        state: stateNames[anchor.state],
        blockNumber: anchor.block_number,
        blockTime: anchor.block_time?.toISOString() ?? null,
      }
      return { status: 200, message: 'File fetched successfully', data }
    },
  })

  app.route<{ Querystring: PageQuery }>({
    method: 'GET',
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
      response: { 200: envelope(list(schema.favourite)) },
    },
    handler: async (request, reply) => {
      const { page = 1, limit = 20, cursor } = request.query
      const asked = { page, limit, after: parseCursor(cursor) }
      const found = await listFavourites(database, request.session.accountId, asked)
      tellNextCursor(reply, { nextAfter: found.nextAfter?.id ?? null })
      const view = viewOf(room, request)
      const data = found.rows.map((row) => presentItem(row, view))
      return { status: 200, message: 'Favourites fetched successfully', data: { count: found.count, data } }
    },
  })
}
