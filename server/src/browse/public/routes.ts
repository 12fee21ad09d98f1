import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { PagePreview } from '../../base/room.js'
import {
  type Issuer,
  type ProofForm,
  proofContent,
  proofErrors,
  proofForm,
  sendProof,
} from '../../certificates/proof-formats.js'
import { fileProof } from '../../files/proof.js'
import { presentPage as presentFile } from '../../files/public-page.js'
import type { FilesRoom } from '../../files/room.js'
import * as schema from '../../files/schema.js'
import * as sql from '../../files/sql.js'
import { envelope } from '../../http/answers/envelope.js'
import { allowFrames, varyByAccept } from '../../http/answers/page-headers.js'
import { apiError } from '../../http/errors.js'
import { originOf } from '../../http/host.js'
import { wantsPage } from '../../http/pages/page-sender.js'
import { parseCode } from '../../stamps/code.js'
import { parseDigest } from '../../stamps/digest.js'
import { getStamp, getStampOfHash } from '../../stamps/lookup/read.js'
import { presentPage as presentStamp } from '../../stamps/publishing/public-page.js'
import { type StampsRoom, stampProof } from '../../stamps/room.js'
import { type Language, languageCodes, preferredLanguage } from '../../texts/languages.js'
import { badgePage } from './badge.js'
import { previewOf } from './words.js'

const tags = ['Pages']
const codeParams = Type.Object({ code: Type.String() })
/** Not an account: sees only what is public. */
const anonymous = '00000000-0000-0000-0000-000000000000'

interface PublicContext {
  stamps: StampsRoom
  files: FilesRoom
  /** Sends the page that shows the data to people. */
  sendPage(reply: FastifyReply, preview: PagePreview): Promise<FastifyReply>
  /** Origins whose pages may show badges. */
  embedOrigins: readonly string[]
}

/** Public stamps and files by code or hash, and their proofs: without a login. */
export async function publicRoutes(
  app: FastifyInstance,
  { stamps, files, sendPage, embedOrigins }: PublicContext,
): Promise<void> {
  const { database, network } = files
  const baseOf = (request: FastifyRequest) => stamps.publicUrl ?? originOf(request)
  const issuer = (request: FastifyRequest): Issuer => ({
    base: baseOf(request),
    isPublic: true,
    language: async () => preferredLanguage(request.headers['accept-language']),
    drawer: stamps.drawer,
    database,
  })

  const publicFile = async (text: string) => {
    const code = parseCode(text)
    const [row] = code ? await database.query<sql.FileRow>(sql.publicFile, [code]) : []
    return row ?? null
  }
  const pageOf = async (code: string) => {
    const file = await publicFile(code)
    if (file) return presentFile(database, network, file)
    // A code only: hashes have an address of their own.
    if (!parseCode(code)) throw apiError('not_found')
    return presentStamp(database, network, await getStamp(database, anonymous, code))
  }
  const ofHash = async (hash: Buffer) => {
    const stamp = await unlessMissing(getStampOfHash(database, anonymous, hash))
    if (stamp) return { message: 'Stamp fetched successfully', data: await presentStamp(database, network, stamp) }
    const [file] = await database.query<sql.FileRow>(sql.publicFileOfContent, [hash])
    if (!file) throw apiError('stamp_not_found')
    return { message: 'File fetched successfully', data: await presentFile(database, network, file) }
  }

  app.route<{ Params: { code: string } }>({
    method: 'GET',
    url: '/s/:code',
    schema: {
      tags,
      operationId: 'getPublicPage',
      caching: 'tag',
      errors: ['not_found'],
      summary: 'Get what is public about a stamp or file',
      description:
        'Hash, commitment, name, time, code and transaction; metadata and owner of a stamp whose owner has published them. JSON. A browser, which accepts `text/html`, gets the page.',
      security: [],
      params: codeParams,
      response: { 200: envelope(Type.Union([schema.page, schema.stampPage])) },
    },
    handler: async (request, reply) => {
      varyByAccept(reply)
      const found = await unlessMissing(pageOf(request.params.code))
      if (!found) throw apiError('not_found')
      if (wantsPage(request)) {
        const language = preferredLanguage(request.headers['accept-language'])
        // For people who have its link, not for search engines.
        reply.header('x-robots-tag', 'noindex')
        return sendPage(reply, previewOf(found, language, new URL(baseOf(request)).host))
      }
      return { status: 200, message: 'Page fetched successfully', data: found }
    },
  })

  app.route<{ Params: { code: string }; Querystring: { lang?: Language } }>({
    method: 'GET',
    url: '/s/:code/badge',
    schema: {
      hide: true,
      params: codeParams,
      querystring: Type.Object({ lang: Type.Optional(Type.Enum([...languageCodes])) }, { additionalProperties: false }),
    },
    handler: async (request, reply) => {
      const found = await unlessMissing(pageOf(request.params.code))
      if (!found) throw apiError('not_found')
      const { lang = preferredLanguage(request.headers['accept-language']) } = request.query
      allowFrames(reply, embedOrigins)
      reply.header('cache-control', 'no-cache').header('vary', 'accept-language').type('text/html; charset=utf-8')
      return badgePage(found, lang, baseOf(request))
    },
  })

  app.route<{ Params: { code: string }; Querystring: ProofForm }>({
    method: 'GET',
    url: '/s/:code/proof',
    schema: {
      tags: ['Proofs'],
      operationId: 'getPublicProof',
      caching: 'tag',
      errors: ['stamp_not_found', 'not_found', ...proofErrors],
      summary: 'Get the proof of a public stamp or file',
      description:
        'Same as `/hash/{code}/proof` and `/api/files/{fileId}/proof`, without a login. Without salt and details, unless the owner of a ' +
        'stamp has published them.',
      security: [],
      params: codeParams,
      querystring: Type.Object(proofForm, { additionalProperties: false }),
      response: { 200: proofContent },
    },
    handler: async (request, reply) => {
      const { code } = request.params
      const file = await publicFile(code)
      if (!file) {
        if (!parseCode(code)) throw apiError('stamp_not_found')
        const { proof } = await stampProof(stamps, anonymous, code)
        return sendProof(reply, proof, request.query, issuer(request))
      }
      const proof = await fileProof(database, network, file, { withDetails: false })
      if (!proof) throw apiError('not_found')
      return sendProof(reply, proof, request.query, issuer(request))
    },
  })

  app.route<{ Querystring: { hash: string } }>({
    method: 'GET',
    url: '/s',
    schema: {
      tags,
      operationId: 'findPublicStamp',
      caching: 'tag',
      errors: ['stamp_not_found'],
      summary: 'Find a public stamp or file by hash',
      description:
        'For anyone who has only the document: send its hash, not the document. A stamp is preferred to a file; among files, the one that has had this content longest.',
      security: [],
      querystring: Type.Object({ hash: Type.String({ maxLength: 130 }) }, { additionalProperties: false }),
      response: { 200: envelope(Type.Union([schema.stampPage, schema.page])) },
    },
    handler: async (request) => ({ status: 200, ...(await ofHash(parseDigest(request.query.hash, 'hash'))) }),
  })
}

/** Returns null instead of a 404. */
async function unlessMissing<Found>(reading: Promise<Found>): Promise<Found | null> {
  try {
    return await reading
  } catch (error) {
    if ((error as { status?: number }).status !== 404) throw error
    return null
  }
}
