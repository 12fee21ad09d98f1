import { Readable } from 'node:stream'
import type { FastifyInstance, onRequestHookHandler } from 'fastify'
import { Type } from 'typebox'
import { languageOf } from '../../accounts/owners.js'
import { createLink, readLink } from '../../accounts/tokens/export-links.js'
import { combinedCertificate } from '../../certificates/combined.js'
import { proofParts } from '../../certificates/proof-file.js'
import { envelope } from '../../http/answers/envelope.js'
import { invalid } from '../../http/errors.js'
import { originOf } from '../../http/host.js'
import { Slots } from '../../http/limits/slots.js'
import { languageSchema } from '../../texts/language-schema.js'
import type { Language } from '../../texts/languages.js'
import { type Selection, selectedIds, selection } from '../lookup/selection.js'
import type { StampsRoom } from '../room.js'
import { archiveOf } from './archive.js'
import { csvOf } from './csv.js'
import { Documents } from './documents.js'
import { type ExportLink, exportFormats, type WantedStamps } from './wanted.js'
import { xlsxOf } from './xlsx.js'

/** Downloads at the same time. One with a slow reader costs little. */
const exportsMax = { account: 2, all: 16 }

const types = {
  zip: 'application/zip',
  pdf: 'application/pdf',
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const

/** First part of a download's name. */
const names = { zip: 'proofs', pdf: 'certificate', csv: 'stamps', xlsx: 'stamps' } as const

interface ExportBody {
  select: Selection
  format: ExportLink['format']
  parts?: ExportLink['parts']
  language?: Language
}

const tags = ['Proofs']

/** `POST /hash/exports`, `GET /hash/exports/{token}`. */
export async function stampExportRoutes(
  app: FastifyInstance,
  { room, onRequest }: { room: StampsRoom; onRequest: onRequestHookHandler },
): Promise<void> {
  const { database, network } = room
  const slots = new Slots({ limits: exportsMax, refusal: 'too_many_downloads' })
  app.route<{ Body: ExportBody }>({
    method: 'POST',
    url: '/hash/exports',
    onRequest,
    schema: {
      tags,
      operationId: 'exportStamps',
      errors: ['stamp_not_found', 'selection_too_large'],
      takesSpace: true,
      summary: 'Prepare the download of many stamps: their proofs, a table, or one certificate',
      description:
        '`zip`: the proofs of each document, named as the document, in the folders of its run, with a list (`index.html`, `index.csv`) and a ' +
        '`manifest.json` that proves all documents with a SHA-256 hash at once. `csv`, `xlsx`: a table. `pdf`: one certificate for all, with every proof attached. The answer has an address that works for 10 ' +
        'minutes, without a header, so that a browser can follow it.',
      body: Type.Object(
        {
          select: selection,
          format: Type.Enum([...exportFormats]),
          parts: Type.Optional(
            Type.Array(Type.Enum([...proofParts]), {
              minItems: 1,
              uniqueItems: true,
              description: 'Forms of each proof in a `zip`. Default: `pdf` and `json`. `ots` only of SHA-256 hashes.',
            }),
          ),
          language: Type.Optional(languageSchema({ description: 'By default, that of your profile.' })),
        },
        { title: 'StampExportRequest', additionalProperties: false },
      ),
      response: {
        200: envelope(
          Type.Object(
            {
              url: Type.String({ description: 'A path of this service.' }),
              expiresAt: Type.String({ format: 'date-time' }),
              count: Type.Integer({ description: 'Stamps in it.' }),
            },
            { title: 'StampExport' },
          ),
        ),
      },
    },
    handler: async (request) => {
      const { accountId } = request.session
      const { select, format, parts = ['pdf', 'json'] } = request.body
      if (format !== 'zip' && request.body.parts !== undefined) throw invalid('parts', 'expected for a zip alone')
      const ids = await selectedIds(database, accountId, select)
      const language = request.body.language ?? (await languageOf(database, accountId))
      const wanted: WantedStamps = { kind: 'stamps', format, parts, language, run: select.filter?.run ?? null }
      const { token, expiresAt } = await createLink(database, accountId, wanted, ids)
      const data = { url: `/hash/exports/${token}`, expiresAt: expiresAt.toISOString(), count: ids.length }
      return { status: 200, message: 'Export prepared successfully', data }
    },
  })

  app.route<{ Params: { token: string } }>({
    method: 'GET',
    url: '/hash/exports/:token',
    exposeHeadRoute: false,
    schema: {
      tags,
      operationId: 'downloadStamps',
      security: [],
      answerHeaders: ['Content-Disposition'],
      errors: ['link_expired', 'too_many_downloads'],
      summary: 'Download stamps that were prepared',
      description: 'Created while streaming. If it fails, the answer breaks off, and is no whole archive.',
      params: Type.Object({ token: Type.String({ maxLength: 64 }) }),
      response: {
        200: {
          content: Object.fromEntries(
            Object.values(types).map((type) => [
              type.replace(/;.*/, ''),
              { schema: Type.Unsafe<unknown>({ type: 'string', format: 'binary' }) },
            ]),
          ),
        },
      },
    },
    handler: async (request, reply) => {
      const link = await readLink<WantedStamps>(database, request.params.token, 'stamps')
      const { accountId, format, language } = link
      await slots.take(accountId, reply.raw)
      const documents = await Documents.open(database, network, link)
      const now = new Date()
      const base = room.publicUrl ?? originOf(request)
      const body = await {
        zip: () => archiveOf(room, documents, link, base),
        pdf: () => combinedCertificate(documents.proven(), { drawer: room.drawer, owner: accountId, base, language }),
        csv: () => Readable.from(csvOf(documents, language), { objectMode: false }),
        xlsx: () => xlsxOf(documents, language, now),
      }[format]()
      body.once('error', (error) => request.log.warn({ err: error, accountId }, 'an export was interrupted'))
      const name = `tallystick-${names[format]}-${now.toISOString().slice(0, 10)}.${format}`
      return reply
        .type(types[format])
        .headers({ 'content-disposition': `attachment; filename="${name}"`, 'cache-control': 'private, no-store' })
        .send(body)
    },
  })
}
