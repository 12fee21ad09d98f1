import type { FastifyInstance, onRequestHookHandler } from 'fastify'
import { ownersByIds } from '../accounts/owners.js'
import { requireOwnAccount } from '../accounts/tokens/session.js'
import type { Database } from '../base/database/db.js'
import { envelope } from '../http/answers/envelope.js'
import { apiError } from '../http/errors.js'
import { fulfilClaims, type IdempotencyClaim, idempotently } from '../http/idempotency.js'
import { listRoute } from '../http/paging/list-route.js'
import { idCursor, type PageQuery } from '../http/paging/paging.js'
import type { Done, Recorder } from '../ledger/batches/recorder.js'
import { readableFolder } from './access.js'
import { certificateAddress, certificateHeader } from './deletions.js'
import { listFolders } from './lists.js'
import { presentDetails, presentFolder, presentItem } from './present.js'
import * as schema from './schema.js'
import type { FolderRow } from './sql.js'
import { createFolder, deleteFolder, purgeFolder, restoreFolder, updateFolder } from './tree.js'

/** Dependencies of the routes of folders. */
export interface FoldersRoom {
  database: Database
  recorder: Recorder
  /** Called after folders were marked for the purge, to purge them at once. */
  wakeBin(): void
}

type FolderType = 'public' | 'private'
type OrganizationQuery = { organizationId?: string }

interface ListQuery extends OrganizationQuery, PageQuery {
  parentFolderId?: string
  isBin?: boolean
  search?: string
}

interface CreateBody {
  folderName: string
  folderType: FolderType
  organizationId: string
  parentFolderId?: string
}

interface FoldersContext {
  room: FoldersRoom
  onRequest: onRequestHookHandler
}

const tags = ['Folders']

/** `/folders`: create, list, read, change, delete and restore. */
export async function folderRoutes(app: FastifyInstance, context: FoldersContext): Promise<void> {
  creationRoutes(app, context)
  readRoutes(app, context)
  changeRoutes(app, context)
}

/** `POST /folders`, `POST /folders/{id}/restore`. */
function creationRoutes(app: FastifyInstance, { room: { database, recorder }, onRequest }: FoldersContext): void {
  app.route<{ Body: CreateBody }>({
    method: 'POST',
    url: '/folders',
    onRequest,
    schema: {
      tags,
      operationId: 'createFolder',
      errors: ['forbidden', 'folder_not_found', 'folder_exists', 'folder_in_bin', 'folder_too_deep', 'queue_full'],
      isIdempotent: true,
      summary: 'Create a folder',
      description: 'At the top level, or in the folder `parentFolderId`. Everything in a private folder is private.',
      body: schema.createBody,
      response: { 200: envelope(schema.folder) },
    },
    handler: async (request, reply) =>
      idempotently(database, request, reply, 'with-effect', async (claim) => {
        const { accountId } = request.session
        const { organizationId, folderName, folderType, parentFolderId } = request.body
        requireOwnAccount(accountId, organizationId)
        const wanted = { folderName, isPrivate: folderType === 'private', parentFolderId }
        const { result } = await recorder.record(
          async (tx, first) =>
            answering(claim, 'Folder created successfully', await createFolder(tx, first, accountId, wanted)),
          accountId,
        )
        return result
      }),
  })

  app.route<{ Params: { folderId: string }; Querystring: OrganizationQuery }>({
    method: 'POST',
    url: '/folders/:folderId/restore',
    onRequest,
    schema: {
      tags,
      operationId: 'restoreFolder',
      errors: ['forbidden', 'folder_not_found', 'folder_exists', 'folder_too_deep', 'queue_full'],
      isIdempotent: true,
      summary: 'Restore a folder from the bin',
      description:
        'Restores everything deleted with it, to where it was, or to the top level if that folder is in the bin.',
      params: schema.folderParams,
      querystring: schema.organizationQuery,
      response: { 200: envelope(schema.folder) },
    },
    handler: async (request, reply) =>
      idempotently(database, request, reply, 'with-effect', async (claim) => {
        const { accountId } = request.session
        requireOwnAccount(accountId, request.query.organizationId)
        const { result } = await recorder.record(
          async (tx, first) =>
            answering(
              claim,
              'Folder restored successfully',
              await restoreFolder(tx, first, accountId, request.params.folderId),
            ),
          accountId,
        )
        return result
      }),
  })
}

/** `GET /folders`, `GET /folders/{parent}/folder/{id}`. */
function readRoutes(app: FastifyInstance, { room: { database }, onRequest }: FoldersContext): void {
  listRoute<{ Querystring: ListQuery }, FolderRow, string>(app, {
    url: '/folders',
    onRequest,
    schema: {
      tags,
      operationId: 'listFolders',
      errors: ['folder_not_found'],
      summary: 'List folders',
      description:
        'Your own folders and the public ones of all accounts, or those of `organizationId`. Newest first, by `page` and `limit`, or by ' +
        'passing the `Next-Cursor` of the previous page as `cursor`. `search` matches anywhere in the name, ignoring case.',
      querystring: schema.listQuery,
    },
    item: schema.item,
    cursor: idCursor,
    message: 'Folders fetched successfully',
    async read(request, page) {
      const { organizationId, parentFolderId, isBin = false, search } = request.query
      requirePage(request.query)
      return listFolders(database, {
        accountId: request.session.accountId,
        ownerId: organizationId?.toLowerCase(),
        parentId: parentFolderId?.toLowerCase(),
        isBin,
        search,
        ...page,
      })
    },
    async present(rows) {
      const owners = await ownersByIds(database, [...new Set(rows.map((row) => row.account_id))])
      const names = new Map(owners.map((owner) => [owner.id, owner.name]))
      return rows.map((row) => presentItem(row, names.get(row.account_id) ?? null))
    },
  })

  app.route<{ Params: { parentFolderId: string; folderId: string }; Querystring: OrganizationQuery }>({
    method: 'GET',
    url: '/folders/:parentFolderId/folder/:folderId',
    onRequest,
    schema: {
      tags,
      operationId: 'getFolder',
      errors: ['forbidden', 'folder_not_found'],
      summary: 'Get a folder',
      description: 'Yours, or a public one. `GET /api/folders/{folderId}` needs no parent and returns more.',
      params: schema.nestedParams,
      querystring: schema.organizationQuery,
      response: { 200: envelope(schema.folderDetails) },
    },
    handler: async (request) => {
      const { accountId } = request.session
      requireOwnAccount(accountId, request.query.organizationId)
      const { folderId, parentFolderId } = request.params
      const folder = await readableFolder(database, accountId, folderId)
      if (folder.parent_id !== parentFolderId.toLowerCase()) throw apiError('folder_not_found')
      return { status: 200, message: 'Folder fetched successfully', data: presentDetails(folder) }
    },
  })
}

/** `PATCH|DELETE /folders/{id}`. */
function changeRoutes(app: FastifyInstance, { room, onRequest }: FoldersContext): void {
  app.route<{ Params: { folderId: string }; Querystring: OrganizationQuery; Body: Partial<CreateBody> }>({
    method: 'PATCH',
    url: '/folders/:folderId',
    onRequest,
    schema: {
      tags,
      operationId: 'updateFolder',
      takesSpace: true,
      errors: [
        'forbidden',
        'folder_not_found',
        'folder_exists',
        'folder_in_bin',
        'folder_cycle',
        'folder_too_deep',
        'queue_full',
      ],
      summary: 'Rename a folder, change its type, or move it',
      description: 'Its contents move with it. A folder in a private one stays private.',
      params: schema.folderParams,
      querystring: schema.organizationQuery,
      body: schema.updateBody,
      response: { 200: envelope() },
    },
    handler: async (request) => {
      const { accountId } = request.session
      const { organizationId, folderName, folderType, parentFolderId } = request.body
      requireOwnAccount(accountId, request.query.organizationId, organizationId)
      if (folderName === undefined && folderType === undefined && parentFolderId === undefined) {
        const problem = 'expected at least one of folderName, folderType, parentFolderId'
        throw apiError('invalid', { field: 'body', problem })
      }
      const isPrivate = folderType === undefined ? undefined : folderType === 'private'
      const wanted = { folderName, isPrivate, parentFolderId }
      await room.recorder.record(
        (tx, first) => updateFolder(tx, first, accountId, request.params.folderId, wanted),
        accountId,
      )
      return { status: 200, message: 'Folder updated successfully' }
    },
  })

  app.route<{ Params: { folderId: string }; Querystring: OrganizationQuery & { permanent?: boolean } }>({
    method: 'DELETE',
    url: '/folders/:folderId',
    onRequest,
    schema: {
      tags,
      operationId: 'deleteFolder',
      answerHeaders: ['Deletion-Certificate'],
      errors: ['forbidden', 'folder_not_found', 'queue_full'],
      summary: 'Move a folder to the bin, or purge it',
      description:
        'Includes its contents. `permanent=true` purges it at once, from the bin or directly; the header ' +
        '`Deletion-Certificate` then names the address of the certificate.',
      params: schema.folderParams,
      querystring: schema.deleteQuery,
      response: { 200: envelope() },
    },
    handler: async (request, reply) => {
      const { accountId } = request.session
      const { organizationId, permanent } = request.query
      const { folderId } = request.params
      requireOwnAccount(accountId, organizationId)
      if (!permanent) {
        await room.recorder.record((tx, first) => deleteFolder(tx, first, accountId, folderId), accountId)
        return { status: 200, message: 'Folder deleted successfully' }
      }
      await room.recorder.record((tx) => purgeFolder(tx, accountId, folderId), accountId)
      room.wakeBin()
      reply.header(certificateHeader, certificateAddress(folderId))
      return { status: 200, message: 'Folder deleted permanently' }
    },
  })
}

/** Checks that a query has a limit, and a page or a cursor. @throws {ApiError} 400 */
function requirePage({ page, limit, cursor }: PageQuery): void {
  for (const [field, given] of Object.entries({ page: page ?? cursor, limit })) {
    if (given === undefined) throw apiError('invalid', { field, problem: 'this field is required' })
  }
}

/** Answers with a folder; an idempotency key stores exactly this answer, in the transaction that changes the folder. */
function answering(claim: IdempotencyClaim | undefined, message: string, { leaves, result }: Done<FolderRow>) {
  const answer = { status: 200, message, data: presentFolder(result) }
  const kept =
    claim && fulfilClaims([{ claim, status: answer.status, body: JSON.stringify(answer), subjectId: result.id }])
  return { leaves, result: answer, finish: () => (kept ? [kept] : []) }
}
