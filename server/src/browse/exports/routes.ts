import type { FastifyInstance, onRequestHookHandler } from 'fastify'
import { Type } from 'typebox'
import { languageOf } from '../../accounts/owners.js'
import { createLink, readLink } from '../../accounts/tokens/export-links.js'
import type { PdfDrawer } from '../../certificates/pdf-drawer.js'
import { type ProofPart, proofParts } from '../../certificates/proof-file.js'
import { attachmentOf } from '../../files/download-name.js'
import type { FilesRoom } from '../../files/room.js'
import { readableFolder } from '../../folders/access.js'
import { envelope } from '../../http/answers/envelope.js'
import { invalid } from '../../http/errors.js'
import { originOf } from '../../http/host.js'
import { Slots } from '../../http/limits/slots.js'
import { languageSchema } from '../../texts/language-schema.js'
import type { Language } from '../../texts/languages.js'
import { archiveOf, reservedNames, type WantedFiles } from './archive.js'
import { readContents } from './contents.js'

/** Downloads at the same time. One with a slow reader costs little. */
const exportsMax = { account: 2, all: 16 }

/** Folders and files that a request names one by one. */
const namedMax = { folders: 1000, files: 10_000 }

interface ExportBody {
  folders?: string[]
  files?: string[]
  proofs?: ProofPart[]
  language?: Language
}

interface ExportContext {
  room: FilesRoom
  drawer: PdfDrawer
  onRequest: onRequestHookHandler
}

const tags = ['Files']
const ids = (maxItems: number, description: string) =>
  Type.Optional(Type.Array(Type.String({ format: 'uuid' }), { maxItems, uniqueItems: true, description }))

/** `POST /api/exports`, `GET /api/exports/{token}`. */
export async function fileExportRoutes(
  app: FastifyInstance,
  { room, drawer, onRequest }: ExportContext,
): Promise<void> {
  const { database } = room
  const slots = new Slots({ limits: exportsMax, refusal: 'too_many_downloads' })
  app.route<{ Body: ExportBody }>({
    method: 'POST',
    url: '/exports',
    onRequest,
    schema: {
      tags,
      operationId: 'exportFiles',
      errors: ['folder_not_found', 'file_not_found', 'folder_too_large', 'content_damaged'],
      takesSpace: true,
      summary: 'Prepare the download of folders and files as one ZIP',
      description:
        'The current versions, in their folders, without the bin. Yours, or in public folders. With `proofs`, each file has its proofs beside it, ' +
        'and a `manifest.json` proves all of them at once. The answer has an address that works for 10 minutes, without a header, so that a ' +
        'browser can follow it.',
      body: Type.Object(
        {
          folders: ids(namedMax.folders, 'With everything in them.'),
          files: ids(namedMax.files, 'Single files, of any folders.'),
          proofs: Type.Optional(
            Type.Array(Type.Enum([...proofParts]), {
              uniqueItems: true,
              description: 'Forms of the proof beside each file. Default: none.',
            }),
          ),
          language: Type.Optional(
            languageSchema({ description: 'Of certificates. By default, that of your profile.' }),
          ),
        },
        { title: 'FileExportRequest', additionalProperties: false },
      ),
      response: {
        200: envelope(
          Type.Object(
            {
              url: Type.String({ description: 'A path of this service.' }),
              expiresAt: Type.String({ format: 'date-time' }),
              count: Type.Integer({ description: 'Files in it.' }),
              bytes: Type.Integer({ description: 'Size of their contents.' }),
            },
            { title: 'FileExport' },
          ),
        ),
      },
    },
    handler: async (request) => {
      const { accountId } = request.session
      const { folders = [], files = [], proofs: parts = [] } = request.body
      if (folders.length + files.length === 0) throw invalid('folders', 'expected at least one folder or file')
      const { files: found, size } = await readContents(database, accountId, { folders, files }, [])
      const language = request.body.language ?? (await languageOf(database, accountId))
      const wanted: WantedFiles = { kind: 'files', folders, parts, language }
      const { token, expiresAt } = await createLink(database, accountId, wanted, files)
      const data = {
        url: `/api/exports/${token}`,
        expiresAt: expiresAt.toISOString(),
        count: found.length,
        bytes: size,
      }
      return { status: 200, message: 'Export prepared successfully', data }
    },
  })

  app.route<{ Params: { token: string } }>({
    method: 'GET',
    url: '/exports/:token',
    exposeHeadRoute: false,
    schema: {
      tags,
      operationId: 'downloadFiles',
      security: [],
      answerHeaders: ['Content-Disposition'],
      errors: [
        'link_expired',
        'folder_not_found',
        'file_not_found',
        'folder_too_large',
        'content_damaged',
        'too_many_downloads',
      ],
      summary: 'Download folders and files that were prepared',
      description:
        'Created while streaming; contents are compared with their recorded hashes. If one differs or is gone, the answer breaks off, and is no ' +
        'whole archive.',
      params: Type.Object({ token: Type.String({ maxLength: 64 }) }),
      response: {
        200: { content: { 'application/zip': { schema: Type.Unsafe<unknown>({ type: 'string', format: 'binary' }) } } },
      },
    },
    handler: async (request, reply) => {
      const link = await readLink<WantedFiles>(database, request.params.token, 'files')
      const { accountId, folders, ids: files } = link
      await slots.take(accountId, reply.raw)
      const contents = await readContents(database, accountId, { folders, files }, reservedNames())
      const body = archiveOf(room, drawer, contents, link, room.publicUrl ?? originOf(request))
      body.once('error', (error) => request.log.warn({ err: error, accountId }, 'an export was interrupted'))
      const [only] = folders
      const name =
        only !== undefined && folders.length + files.length === 1
          ? (await readableFolder(database, accountId, only)).name
          : `tallystick-files-${new Date().toISOString().slice(0, 10)}`
      return reply
        .type('application/zip')
        .headers({ 'content-disposition': attachmentOf(`${name}.zip`, 'zip'), 'cache-control': 'private, no-store' })
        .send(body)
    },
  })
}
