import type { FastifyInstance, onRequestHookHandler } from 'fastify'
import { ownerInfo } from '../accounts/owners.js'
import { requireOwnAccount } from '../accounts/tokens/session.js'
import { readableFolder } from '../folders/access.js'
import { certificateAddress, certificateHeader } from '../folders/deletions.js'
import { envelope } from '../http/answers/envelope.js'
import { apiError } from '../http/errors.js'
import { listRoute } from '../http/paging/list-route.js'
import { emptyPage, idCursor, type PageQuery } from '../http/paging/paging.js'
import type { Order } from '../http/paging/sorted-sql.js'
import { readFile, readVersions } from './access.js'
import { changeFile, deleteFile, restoreFile } from './changes.js'
import type { FilePatch } from './input.js'
import { inspectionWaitMs } from './inspection.js'
import { type FileSort, listFiles } from './lists.js'
import { presentFile, presentItem, presentVersion } from './present.js'
import { purgeFile } from './purge.js'
import { type FilesRoom, viewOf } from './room.js'
import * as schema from './schema.js'
import type { FileRow } from './sql.js'
import { formRoutes } from './upload/form-routes.js'

interface Organization {
  organizationId?: string
}

interface ListQuery extends Organization, PageQuery {
  search?: string
  isBin?: boolean
  sort?: FileSort
  order?: Order
}

interface FilesContext {
  room: FilesRoom
  onRequest: onRequestHookHandler
}

const tags = ['Files']

/** `/files` and the files of a folder: upload, list, read, change, delete and restore. Contents are in content-routes.ts. */
export async function fileRoutes(app: FastifyInstance, context: FilesContext): Promise<void> {
  formRoutes(app, context)
  readRoutes(app, context)
  changeRoutes(app, context)
}

/** `GET /folders/{id}/file/{id}`, `GET /folders/{id}/files`, `GET /files/{id}/versions`. */
function readRoutes(app: FastifyInstance, { room, onRequest }: FilesContext): void {
  const { database } = room

  app.route<{ Params: { folderId: string; fileId: string }; Querystring: Organization }>({
    method: 'GET',
    url: '/folders/:folderId/file/:fileId',
    onRequest,
    schema: {
      tags,
      operationId: 'getFile',
      errors: ['forbidden', 'file_not_found'],
      summary: 'Get a file',
      description: 'Yours, or one in a public folder. `GET /api/files/{fileId}` needs no folder and returns more.',
      params: schema.folderFileParams,
      querystring: schema.organizationQuery,
      response: { 200: envelope(schema.details) },
    },
    handler: async (request) => {
      const { accountId } = request.session
      requireOwnAccount(accountId, request.query.organizationId)
      const { fileId, folderId } = request.params
      const read = () => readFile(database, accountId, fileId)
      const found = await read()
      if (found.folder_id !== folderId.toLowerCase()) throw apiError('file_not_found')
      const row = await room.inspector.afterInspection(found, read, inspectionWaitMs)
      const owner = await ownerInfo(database, row.account_id)
      return { status: 200, message: 'File fetched successfully', data: presentFile(row, owner, viewOf(room, request)) }
    },
  })

  listRoute<{ Params: { folderId: string }; Querystring: ListQuery }, FileRow, string>(app, {
    url: '/folders/:folderId/files',
    onRequest,
    schema: {
      tags,
      operationId: 'listFiles',
      errors: ['forbidden', 'folder_not_found', 'list_too_long'],
      summary: 'List the files of a folder',
      description:
        'Newest first, by `page` and `limit`, or by passing the `Next-Cursor` of the previous page as `cursor`. `search` matches the name: ' +
        'anywhere with three or more characters, otherwise at the start. The count of a search stops at 10,000. `sort` by `name` (K2 before K10), `size` or `type`: up to 100,000 files, all ' +
        'counted. A cursor is of one order.',
      params: schema.folderParams,
      querystring: schema.listQuery,
    },
    item: schema.item,
    cursor: idCursor,
    message: 'Files fetched successfully',
    async read(request, page) {
      const { accountId } = request.session
      const { search, isBin = false, sort, order, organizationId } = request.query
      requireOwnAccount(accountId, organizationId)
      const folder = await readableFolder(database, accountId, request.params.folderId)
      // Only the owner sees the bin.
      if (isBin && folder.account_id !== accountId) return emptyPage
      return listFiles(database, { folderId: folder.id, isBin, search, sort, order, ...page })
    },
    present: (rows, request) => rows.map((row) => presentItem(row, viewOf(room, request))),
  })

  listRoute<{ Params: { fileId: string }; Querystring: Organization & PageQuery }, FileRow, string>(app, {
    url: '/files/:fileId/versions',
    onRequest,
    schema: {
      tags,
      operationId: 'listFileVersions',
      errors: ['forbidden', 'file_not_found'],
      summary: 'List the versions of a file',
      description:
        'Newest first, by `page` and `limit`, or by passing the `Next-Cursor` of the previous page as `cursor`.',
      params: schema.fileParams,
      querystring: schema.versionsQuery,
    },
    item: schema.version,
    cursor: idCursor,
    message: 'Versions fetched successfully',
    async read(request, page) {
      const { accountId } = request.session
      requireOwnAccount(accountId, request.query.organizationId)
      return readVersions(database, accountId, request.params.fileId, page)
    },
    present: (rows, request) => rows.map((row) => presentVersion(row, viewOf(room, request))),
  })
}

/** `PATCH|DELETE /files/{id}`, `POST /files/{id}/restore`. */
function changeRoutes(app: FastifyInstance, { room, onRequest }: FilesContext): void {
  const { recorder } = room

  app.route<{ Params: { fileId: string }; Querystring: Organization; Body: FilePatch }>({
    method: 'PATCH',
    url: '/files/:fileId',
    onRequest,
    schema: {
      tags,
      operationId: 'updateFile',
      takesSpace: true,
      errors: ['forbidden', 'file_not_found', 'file_in_bin', 'folder_not_found', 'folder_in_bin', 'queue_full'],
      summary: "Change a file's name or description, mark it as a favourite, or move it",
      description:
        'Every change is recorded on the chain, except that of a favourite. To change the content, upload a new version.',
      params: schema.fileParams,
      querystring: schema.organizationQuery,
      body: schema.patch,
      response: { 200: envelope() },
    },
    handler: async (request) => {
      const { accountId } = request.session
      const { organizationId, ...changes } = request.body
      requireOwnAccount(accountId, request.query.organizationId, organizationId)
      if (Object.keys(changes).length === 0) {
        const problem = 'expected at least one of fileName, description, isFavourite, folderId, lat, long'
        throw apiError('invalid', { field: 'body', problem })
      }
      await changeFile(recorder, accountId, request.params.fileId, changes)
      return { status: 200, message: 'File updated successfully' }
    },
  })

  app.route<{ Params: { fileId: string }; Querystring: Organization & { permanent?: boolean } }>({
    method: 'DELETE',
    url: '/files/:fileId',
    onRequest,
    schema: {
      tags,
      operationId: 'deleteFile',
      answerHeaders: ['Deletion-Certificate'],
      errors: ['forbidden', 'file_not_found', 'queue_full'],
      summary: 'Move a file to the bin, or purge it',
      description:
        '`permanent=true` purges it at once, with all its versions, from the bin or directly; the header `Deletion-Certificate` then ' +
        'names the address of the certificate.',
      params: schema.fileParams,
      querystring: schema.deleteQuery,
      response: { 200: envelope() },
    },
    handler: async (request, reply) => {
      const { accountId } = request.session
      const { organizationId, permanent } = request.query
      requireOwnAccount(accountId, organizationId)
      if (!permanent) {
        await deleteFile(recorder, accountId, request.params.fileId)
        return { status: 200, message: 'File deleted successfully' }
      }
      await purgeFile(recorder, accountId, request.params.fileId)
      room.vault.wake()
      reply.header(certificateHeader, certificateAddress(request.params.fileId))
      return { status: 200, message: 'File deleted permanently' }
    },
  })

  app.route<{ Params: { fileId: string }; Querystring: Organization }>({
    method: 'POST',
    url: '/files/:fileId/restore',
    onRequest,
    schema: {
      tags,
      operationId: 'restoreFile',
      errors: ['forbidden', 'file_not_found', 'folder_in_bin', 'queue_full'],
      summary: 'Restore a file from the bin',
      description: 'Into the folder it was in. If that is in the bin, restore the folder instead.',
      params: schema.fileParams,
      querystring: schema.organizationQuery,
      response: { 200: envelope() },
    },
    handler: async (request) => {
      const { accountId } = request.session
      requireOwnAccount(accountId, request.query.organizationId)
      await restoreFile(recorder, accountId, request.params.fileId)
      return { status: 200, message: 'File restored successfully' }
    },
  })
}
