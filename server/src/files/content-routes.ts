import type { FastifyInstance, FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify'
import { Type } from 'typebox'
import { requireOwnAccount } from '../accounts/session.js'
import { languageOf } from '../accounts/sql.js'
import type { PdfDrawer } from '../certificates/pdf-drawer.js'
import { type ProofForm, proofContent, sendProof } from '../certificates/proof-formats.js'
import { apiError } from '../http/errors.js'
import { proofOf } from '../ledger/proof.js'
import { readFile } from './access.js'
import type { LinkKind, LinkQuery } from './links.js'
import { type FilesRoom, viewOf } from './room.js'
import * as schema from './schema.js'
import { sendContent, sendThumbnail } from './send-content.js'
import * as sql from './sql.js'

type ContentRequest = FastifyRequest<{
  Params: { fileId: string }
  Querystring: LinkQuery & { organizationId?: string }
}>

const tags = ['Files']
/** A thumbnail that is being made is waited for so long. */
const lookMsMax = 5000

/** A response of bytes, as the API reference shows it. */
const bytes = (type: string) => ({
  content: { [type]: { schema: Type.Unsafe<unknown>({ type: 'string', format: 'binary' }) } },
})

/** Contents, thumbnails and proofs. */
export async function contentRoutes(
  app: FastifyInstance,
  { room, drawer, onRequest }: { room: FilesRoom; drawer: PdfDrawer; onRequest: onRequestHookHandler },
): Promise<void> {
  const { database, vault, links, looks, network } = room
  // A signed link stands for the session of whom it was given to; what that one may see is asked when it is used.
  const sessionOrLink: onRequestHookHandler = function (request, reply, done) {
    if ((request.query as LinkQuery).signature !== undefined) return done()
    onRequest.call(this, request, reply, done)
  }
  const rowOf = async (request: ContentRequest, kind: LinkKind) => {
    const { fileId } = request.params
    const { query } = request
    if (query.signature !== undefined) {
      const link = links.check(kind, fileId, query)
      if (!link) throw apiError('link_expired')
      return readFile(database, link.accountId, fileId, link.versionId)
    }
    requireOwnAccount(request.session.accountId, query.organizationId)
    return readFile(database, request.session.accountId, fileId, query.version)
  }
  const content = async (request: ContentRequest, reply: FastifyReply) =>
    sendContent(vault, await rowOf(request, 'content'), request, reply)
  const thumbnail = async (request: ContentRequest, reply: FastifyReply) => {
    let row = await rowOf(request, 'thumbnail')
    if (row.look_at) {
      await looks.settled(row.shown_version, lookMsMax)
      row = await rowOf(request, 'thumbnail')
    }
    return sendThumbnail(vault, row, request, reply)
  }

  const signed = { params: schema.fileParams, querystring: schema.linkQuery }
  const shared = { onRequest: sessionOrLink, exposeHeadRoute: false }
  app.route({
    method: 'GET',
    url: '/api/files/:fileId/content',
    ...shared,
    schema: {
      tags,
      operationId: 'getFileContent',
      summary: 'Download a file',
      description:
        'One range at a time (`Range`), `ETag` with `If-None-Match` and `If-Range`. `version`: an older one.',
      ...signed,
      response: { 200: bytes('application/octet-stream') },
    },
    handler: (request, reply) => content(request as ContentRequest, reply),
  })
  app.route({
    method: 'HEAD',
    url: '/api/files/:fileId/content',
    ...shared,
    schema: { hide: true, ...signed },
    handler: (request, reply) => content(request as ContentRequest, reply),
  })
  app.route({
    method: 'GET',
    url: '/api/files/:fileId/thumbnail',
    ...shared,
    schema: {
      tags,
      operationId: 'getFileThumbnail',
      summary: 'A small picture of a file: WebP',
      description: 'Of an image or the first page of a PDF; of others a plain icon.',
      ...signed,
      response: { 200: bytes('image/webp') },
    },
    handler: (request, reply) => thumbnail(request as ContentRequest, reply),
  })
  app.route({
    method: 'HEAD',
    url: '/api/files/:fileId/thumbnail',
    ...shared,
    schema: { hide: true, ...signed },
    handler: (request, reply) => thumbnail(request as ContentRequest, reply),
  })

  app.route<{
    Params: { fileId: string }
    Querystring: ProofForm & { version?: string; organizationId?: string }
  }>({
    method: 'GET',
    url: '/api/files/:fileId/proof',
    onRequest,
    schema: {
      tags: ['Proofs'],
      operationId: 'getFileProof',
      summary: 'The proof of a file',
      description:
        'Of the entry that recorded the content: verifies offline with `npx tallystick verify FILE PROOF`. `version`: an older one. ' +
        '`format=ots`, `pdf`, `html` as with stamps.',
      params: schema.fileParams,
      querystring: schema.proofQuery,
      response: { 200: proofContent },
    },
    handler: async (request, reply) => {
      const { version, organizationId } = request.query
      const { accountId } = request.session
      requireOwnAccount(accountId, organizationId)
      const row = await readFile(database, accountId, request.params.fileId, version)
      const [entry] = await database.query<sql.ProofRow>(sql.proofOfVersion, [row.id, row.shown_version])
      if (!entry) throw apiError('file_not_found')
      const { code, digest, salt, details, batch_id: batchId, leaf_index: leafIndex } = entry
      const proof = await proofOf(database, network, { kind: 'file', code, digest, salt, details, batchId, leafIndex })
      return sendProof(reply, proof, request.query, {
        base: viewOf(room, request).base,
        isPublic: !row.folder_private,
        language: () => languageOf(database, accountId),
        drawer,
      })
    },
  })
}
