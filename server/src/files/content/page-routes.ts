import type { FastifyInstance, onRequestHookHandler } from 'fastify'
import { Type } from 'typebox'
import { apiError } from '../../http/errors.js'
import { readFile } from '../access.js'
import type { FilesRoom } from '../room.js'
import { headersOfContent } from './headers.js'

interface PageRequest {
  Params: { fileId: string; page: string }
  Querystring: { version?: string }
}

/** `GET /files/{fileId}/pages/{page}`: pages of PDFs as pictures, rendered in another process, so that no PDF runs in a browser. */
export async function pageRoutes(
  app: FastifyInstance,
  { room, onRequest }: { room: FilesRoom; onRequest: onRequestHookHandler },
): Promise<void> {
  const { database, vault, pages } = room
  app.route<PageRequest>({
    method: 'GET',
    url: '/files/:fileId/pages/:page',
    onRequest,
    schema: {
      tags: ['Files'],
      operationId: 'getFilePage',
      caching: 'tag',
      errors: ['file_not_found', 'page_not_drawn', 'queue_full'],
      summary: 'Get a page of a PDF as an image (WebP)',
      description: 'The longer side has 1600 pixels. 422 if it cannot be rendered. `version`: an earlier version.',
      params: Type.Object({
        fileId: Type.String(),
        page: Type.String({ pattern: '^[1-9][0-9]{0,5}$', description: 'From 1.' }),
      }),
      querystring: Type.Object({ version: Type.Optional(Type.String()) }, { additionalProperties: false }),
      response: {
        200: { content: { 'image/webp': { schema: Type.Unsafe<unknown>({ type: 'string', format: 'binary' }) } } },
      },
    },
    handler: async (request, reply) => {
      const { accountId } = request.session
      const row = await readFile(database, accountId, request.params.fileId, request.query.version)
      const page = Number(request.params.page)
      if (row.mimetype !== 'application/pdf' || page > row.pages) throw apiError('page_not_drawn')
      const tag = `"page-${row.shown_version}-${page}"`
      reply.headers({ etag: tag, ...headersOfContent(row) })
      if (request.headers['if-none-match'] === tag) return reply.code(304).send()
      const { picture, outcome } = await pages.drawPage(accountId, () => vault.open(row), page)
      if (outcome === 'skipped') throw apiError('unavailable')
      if (picture === null) throw apiError('page_not_drawn')
      return reply.type('image/webp').send(Buffer.from(picture))
    },
  })
}
