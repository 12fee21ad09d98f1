import type { FastifyInstance, FastifyReply, FastifyRequest, FastifySchema, onRequestHookHandler } from 'fastify'
import { Type } from 'typebox'
import { languageOf } from '../../accounts/owners.js'
import { requireOwnAccount } from '../../accounts/tokens/session.js'
import type { PdfDrawer } from '../../certificates/pdf-drawer.js'
import { type ProofForm, proofContent, proofErrors, sendProof } from '../../certificates/proof-formats.js'
import { tagAnswers } from '../../http/answers/entity-tags.js'
import { apiError } from '../../http/errors.js'
import { Slots } from '../../http/limits/slots.js'
import { readFile } from '../access.js'
import type { LinkKind, LinkQuery } from '../links.js'
import { fileProof } from '../proof.js'
import { type FilesRoom, viewOf } from '../room.js'
import { fileParams, linkQuery, proofQuery } from '../schema.js'
import { sendContent, sendThumbnail } from './send-content.js'

type ContentRequest = FastifyRequest<{
  Params: { fileId: string }
  Querystring: LinkQuery & { organizationId?: string }
}>

const tags = ['Files']
/** Downloads at the same time; each holds half a megabyte while its reader is slow. */
const downloadsMax = { account: 32, all: 512 }
/** How long a request for a thumbnail waits for it to be made. */
const thumbnailWaitMs = 5000

interface ContentContext {
  room: FilesRoom
  drawer: PdfDrawer
  onRequest: onRequestHookHandler
}

/** Contents, thumbnails and proofs of files. */
export async function contentRoutes(app: FastifyInstance, context: ContentContext): Promise<void> {
  byteRoutes(app, context)
  await app.register(proofRoute, context)
}

/** `GET|HEAD /api/files/{id}/content`, `GET|HEAD /api/files/{id}/thumbnail`: with a session, or by a signed link. */
function byteRoutes(app: FastifyInstance, { room, onRequest }: ContentContext): void {
  const { database, vault, links, inspector } = room
  const downloads = new Slots({ limits: downloadsMax, refusal: 'too_many_downloads' })
  // A signed link stands for the session it was issued to; the account's access is checked when it is used.
  const sessionOrLink: onRequestHookHandler = function (request, reply, done) {
    // An empty one is absent, but is only taken away when the query is validated.
    if ((request.query as LinkQuery).signature) return done()
    onRequest.call(this, request, reply, done)
  }
  /** The account that a request is made for; the links that others hold count as its owner's. */
  const readerOf = ({ params, query, session }: ContentRequest) => {
    if (query.signature === undefined) return session.accountId
    const link = links.check('content', params.fileId, query)
    if (!link) throw apiError('link_expired')
    return link.accountId
  }
  const readRow = async (request: ContentRequest, kind: LinkKind) => {
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

  /** Adds a `GET` that sends bytes, and a `HEAD` that reads none of them. */
  function byteRoute(
    kind: LinkKind,
    schema: Pick<FastifySchema, 'operationId' | 'errors' | 'summary' | 'description' | 'caching' | 'answerHeaders'>,
    mimetype: string,
    send: (request: ContentRequest, reply: FastifyReply) => Promise<FastifyReply>,
  ): void {
    const bytes = { content: { [mimetype]: { schema: Type.Unsafe<unknown>({ type: 'string', format: 'binary' }) } } }
    const url = `/api/files/:fileId/${kind}`
    const signed = { params: fileParams, querystring: linkQuery, security: [{ bearer: [] }, { link: [] }] }
    const shared = { url, onRequest: sessionOrLink, exposeHeadRoute: false, config: { isVerbatim: true } }
    const handler = (request: FastifyRequest, reply: FastifyReply) => send(request as ContentRequest, reply)
    app.route({ method: 'GET', ...shared, schema: { tags, ...schema, ...signed, response: { 200: bytes } }, handler })
    app.route({ method: 'HEAD', ...shared, schema: { hide: true, ...signed }, handler })
  }

  byteRoute(
    'content',
    {
      operationId: 'getFileContent',
      errors: [
        'forbidden',
        'file_not_found',
        'link_expired',
        'range_unsatisfiable',
        'content_damaged',
        'too_many_downloads',
      ],
      caching: 'range',
      answerHeaders: ['Accept-Ranges', 'Content-Disposition'],
      summary: 'Download a file',
      description:
        'Supports single ranges (`Range`) and `ETag` with `If-None-Match` and `If-Range`. `version`: an earlier version.',
    },
    'application/octet-stream',
    async (request, reply) => {
      await downloads.take(readerOf(request), reply.raw)
      return sendContent(vault, await readRow(request, 'content'), request, reply)
    },
  )
  byteRoute(
    'thumbnail',
    {
      operationId: 'getFileThumbnail',
      errors: ['forbidden', 'file_not_found', 'link_expired', 'content_damaged'],
      caching: 'tag',
      answerHeaders: ['Cache-Control'],
      summary: 'Get the thumbnail of a file (WebP)',
      description: 'Of an image or the first page of a PDF; a plain icon for other files.',
    },
    'image/webp',
    async (request, reply) => {
      const read = () => readRow(request, 'thumbnail')
      const row = await inspector.afterInspection(await read(), read, thumbnailWaitMs)
      return sendThumbnail(vault, row, request, reply)
    },
  )
}

/** `GET /api/files/{id}/proof`. */
async function proofRoute(app: FastifyInstance, { room, drawer, onRequest }: ContentContext): Promise<void> {
  await tagAnswers(app)
  const { database, network } = room
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
      caching: 'tag',
      errors: ['forbidden', 'file_not_found', ...proofErrors],
      summary: 'Get the proof of a file',
      description:
        'For the entry that recorded the content. Verifies offline with the programs at `/verifier`. `version`: an earlier version. ' +
        '`format=ots`, `tsr`, `pdf`, `html` as for stamps.',
      params: fileParams,
      querystring: proofQuery,
      response: { 200: proofContent },
    },
    handler: async (request, reply) => {
      const { version, organizationId } = request.query
      const { accountId } = request.session
      requireOwnAccount(accountId, organizationId)
      const row = await readFile(database, accountId, request.params.fileId, version)
      const proof = await fileProof(database, network, row, { withDetails: true })
      if (!proof) throw apiError('file_not_found')
      return sendProof(reply, proof, request.query, {
        base: viewOf(room, request).base,
        isPublic: !row.folder_private,
        language: () => languageOf(database, accountId),
        drawer,
        database,
      })
    },
  })
}
