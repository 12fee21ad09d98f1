import type { FastifyInstance, FastifyRequest, onRequestHookHandler } from 'fastify'
import { Type } from 'typebox'
import { languageOf } from '../accounts/owners.js'
import { createdAt } from '../base/ids.js'
import type { PdfDrawer } from '../certificates/pdf-drawer.js'
import { type ProofForm, proofContent, proofErrors, proofForm, sendProof } from '../certificates/proof-formats.js'
import { tagAnswers } from '../http/answers/entity-tags.js'
import { originOf } from '../http/host.js'
import { listRoute } from '../http/paging/list-route.js'
import { pageFields } from '../http/paging/page-fields.js'
import { idCursor, type PageQuery } from '../http/paging/paging.js'
import { stateNames } from '../ledger/batch-state.js'
import type { NetworkInfo } from '../ledger/proofs/proof.js'
import type { DeletionRow } from './deletion-sql.js'
import { certificateAddress, deletionProof, listDeletions } from './deletions.js'
import type { FoldersRoom } from './routes.js'

const dayMs = 86_400_000
const tags = ['Folders']
const iso = Type.String({ format: 'date-time' })
const orNull = <Schema extends Parameters<typeof Type.Union>[0][number]>(schema: Schema, description: string) =>
  Type.Union([schema, Type.Null()], { description })

const deletion = Type.Object(
  {
    _id: Type.String({ format: 'uuid', description: 'ID that the folder or file had.' }),
    type: Type.Enum(['folder', 'file']),
    requestedAt: Type.Union([iso, Type.Null()], {
      description: 'When it was requested, or its time in the bin had run out.',
    }),
    deletedAt: Type.String({ format: 'date-time', description: 'When it was erased, and recorded.' }),
    attachmentHash: orNull(
      Type.String(),
      'Of a file: SHA-256 of its latest content. The proof names those of all versions.',
    ),
    versions: orNull(Type.Integer(), 'Of a file: how many versions it had.'),
    files: orNull(Type.Integer(), 'Of a folder: how many files were deleted with it.'),
    folders: orNull(Type.Integer(), 'Of a folder: how many subfolders were deleted with it.'),
    state: Type.String({ description: '`submitted`, `confirmed`, `final`, or `failed`.' }),
    expiresAt: Type.String({ format: 'date-time', description: 'When this, and what its proof says, is erased.' }),
    proofUrl: Type.String(),
  },
  { title: 'Deletion' },
)

/** Dependencies of the routes of purges. */
export interface DeletionsContext {
  room: FoldersRoom
  network: NetworkInfo
  drawer: PdfDrawer
  publicUrl: string | undefined
  certificateDays: number
  onRequest: onRequestHookHandler
}

/** `GET /deletions`, `GET /deletions/{id}/proof`: what was purged, with certificates. */
export async function deletionRoutes(app: FastifyInstance, context: DeletionsContext): Promise<void> {
  const { room, certificateDays, onRequest } = context
  const { database } = room

  listRoute<{ Querystring: PageQuery & { within?: string } }, DeletionRow, string>(app, {
    url: '/deletions',
    onRequest,
    schema: {
      tags,
      operationId: 'listDeletions',
      summary: 'List what was deleted permanently',
      description:
        'What you deleted by itself, or, with `within`, what was deleted with that folder. Latest first, by `page` and `limit`, or by passing ' +
        'the `Next-Cursor` of the previous page as `cursor`. The count stops at 10,000. Entries disappear when they expire.',
      querystring: Type.Object(
        { ...pageFields, within: Type.Optional(Type.String({ format: 'uuid' })) },
        { additionalProperties: false },
      ),
    },
    item: deletion,
    cursor: idCursor,
    message: 'Deletions fetched successfully',
    read: (request, page) => listDeletions(database, request.session.accountId, request.query.within, page),
    present: (rows) => rows.map((row) => presentDeletion(row, certificateDays)),
  })

  // In a scope of its own, with the prefix of this one.
  await app.register((scope) => certificateRoute(scope, context))
}

/** `GET /deletions/{id}/proof`. */
async function certificateRoute(app: FastifyInstance, context: DeletionsContext): Promise<void> {
  const { room, network, drawer, publicUrl, onRequest } = context
  const { database } = room
  await tagAnswers(app)
  const baseOf = (request: FastifyRequest) => publicUrl ?? originOf(request)
  app.route<{ Params: { id: string }; Querystring: ProofForm }>({
    method: 'GET',
    url: '/deletions/:id/proof',
    onRequest,
    schema: {
      tags: ['Proofs'],
      operationId: 'getDeletionProof',
      caching: 'tag',
      errors: ['deletion_not_found', 'deletion_running', ...proofErrors],
      summary: 'Get the certificate of a deletion',
      description:
        'The proof of the entry that recorded it, with the SHA-256 of what was erased, as in its `details`. `id`: of the folder or file. ' +
        '409 while a folder is still being erased. `format=ots`, `tsr`, `pdf`, `html` as for stamps.',
      params: Type.Object({ id: Type.String() }),
      querystring: Type.Object(proofForm, { additionalProperties: false }),
      response: { 200: proofContent },
    },
    handler: async (request, reply) => {
      const { accountId } = request.session
      const proof = await deletionProof(database, network, accountId, request.params.id)
      const language = () => languageOf(database, accountId)
      return sendProof(reply, proof, request.query, {
        base: baseOf(request),
        isPublic: false,
        language,
        drawer,
        database,
      })
    },
  })
}

function presentDeletion(row: DeletionRow, certificateDays: number) {
  const deletedAt = createdAt(row.id)
  return {
    _id: row.subject_id,
    type: row.subject,
    requestedAt: row.requested_at,
    deletedAt,
    attachmentHash: row.content,
    versions: row.versions,
    files: row.files,
    folders: row.folders,
    state: stateNames[row.state],
    expiresAt: new Date(Date.parse(deletedAt) + certificateDays * dayMs).toISOString(),
    proofUrl: certificateAddress(row.subject_id),
  }
}
