import { exportOts, type ProofDocument, savedAs } from '@tallystick/proof'
import type { FastifyReply } from 'fastify'
import { Type } from 'typebox'
import type { Database } from '../base/database/db.js'
import { disposition } from '../http/answers/disposition.js'
import { apiError } from '../http/errors.js'
import { languageSchema } from '../texts/language-schema.js'
import type { Language } from '../texts/languages.js'
import { certificateIn, htmlOf } from './certificate-of.js'
import type { PdfDrawer } from './pdf-drawer.js'
import { timestampArchive } from './timestamps/archive.js'
import { tokenOfStamp } from './tokens.js'
import { verifier } from './verifier.js'

const formats = ['json', 'ots', 'tsr', 'pdf', 'html'] as const

/** Query parameters that choose the format of a proof. */
export const proofForm = {
  format: Type.Optional(Type.Enum([...formats], { description: 'Default: `json`.' })),
  lang: Type.Optional(
    languageSchema({ description: 'Language of `pdf` and `html`; by default, that of your profile.' }),
  ),
}

/** The formats of a proof, for the API reference. */
export const proofContent = {
  content: {
    'application/json': {
      schema: Type.Unsafe<unknown>({ type: 'object', title: 'Proof', additionalProperties: true }),
    },
    'application/pdf': { schema: Type.Unsafe<unknown>({ type: 'string', format: 'binary' }) },
    'text/html': { schema: Type.Unsafe<unknown>({ type: 'string' }) },
    'application/vnd.opentimestamps.v1': { schema: Type.Unsafe<unknown>({ type: 'string', format: 'binary' }) },
    'application/zip': { schema: Type.Unsafe<unknown>({ type: 'string', format: 'binary' }) },
  },
}

/** Errors of a request for a proof, besides a missing proof. */
export const proofErrors = ['ots_needs_sha256', 'tsr_missing', 'queue_full'] as const

/** The requested format. */
export interface ProofForm {
  format?: (typeof formats)[number]
  lang?: Language
}

/** Inputs of a certificate besides the proof and the request. */
export interface Issuer {
  /** Public address of the service, without a trailing slash. */
  base: string
  /** Whether the page of the code is public. */
  isPublic: boolean
  /** Resolves with the caller's language, used unless the request names one. */
  language(): Promise<Language>
  drawer: PdfDrawer
  database: Database
}

/**
 * Sends a proof in the requested format, without an envelope, so that the saved response is the proof.
 *
 * @throws {ApiError} 404 or 422 when the proof doesn't exist in this format, 429 when too many certificates are waiting
 */
export async function sendProof(
  reply: FastifyReply,
  proof: ProofDocument,
  { format = 'json', lang }: ProofForm,
  issuer: Issuer,
): Promise<FastifyReply> {
  // A browser shows a proof and a page; saved, they have the name that everything of this proof has.
  const kind = format === 'json' || format === 'html' ? 'inline' : 'attachment'
  const name = savedAs(proof, format)
  const named = () => reply.header('content-disposition', disposition(kind, name))
  if (format === 'json') return named().send(proof)
  if (format === 'ots') {
    if (proof.hash.length !== 64) throw apiError('ots_needs_sha256')
    return named()
      .type('application/vnd.opentimestamps.v1')
      .send(Buffer.from(exportOts(proof)))
  }
  if (format === 'tsr') {
    const own = proof.kind === 'stamp' ? await tokenOfStamp(issuer.database, Buffer.from(proof.hash, 'hex')) : undefined
    const archive = await timestampArchive({ proof, own, base: issuer.base })
    if (archive === undefined) throw apiError('tsr_missing')
    return named().type('application/zip').send(archive)
  }
  const language = lang ?? (await issuer.language())
  const { base, isPublic, drawer } = issuer
  const certificate = certificateIn(proof, { language, base, isPublic, letterhead: drawer.letterhead })
  if (format === 'pdf') {
    const pdf = await drawer.draw(callerOf(reply.request), certificate)
    return named().type('application/pdf').send(pdf)
  }
  const policy = `${verifier().pagePolicy}; frame-ancestors 'none'`
  return named()
    .type('text/html; charset=utf-8')
    .headers({ 'content-security-policy': policy, 'content-language': language.toLowerCase() })
    .send(htmlOf(certificate, drawer.letterhead))
}

/** The party that waits in turn: the account, or an address without one. */
function callerOf({ session, ip }: { session?: { accountId: string }; ip: string }): string {
  return session?.accountId ?? ip
}
