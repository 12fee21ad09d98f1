import { exportOts, type ProofDocument } from '@tallystick/proof'
import type { FastifyReply } from 'fastify'
import { Type } from 'typebox'
import type { Database } from '../base/db.js'
import { apiError } from '../http/errors.js'
import { type Language, languageSchema } from '../texts/languages.js'
import { type CertificateOptions, certificateOf } from './certificate.js'
import { certificateHtml, certificatePolicy } from './html.js'
import type { PdfDrawer } from './pdf-drawer.js'
import { firstTokenOf } from './tokens.js'

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
    'application/json': { schema: Type.Unsafe<unknown>({ type: 'object', additionalProperties: true }) },
    'application/pdf': { schema: Type.Unsafe<unknown>({ type: 'string', format: 'binary' }) },
    'text/html': { schema: Type.Unsafe<unknown>({ type: 'string' }) },
    'application/vnd.opentimestamps.v1': { schema: Type.Unsafe<unknown>({ type: 'string', format: 'binary' }) },
    'application/timestamp-reply': { schema: Type.Unsafe<unknown>({ type: 'string', format: 'binary' }) },
  },
}

/** The requested format. */
export interface ProofForm {
  format?: (typeof formats)[number]
  lang?: Language
}

/** Inputs of a certificate besides the proof and the request. */
export interface Issuer extends Pick<CertificateOptions, 'base' | 'isPublic'> {
  /** Resolves with the caller's language, used unless the request names one. */
  language(): Promise<Language>
  drawer: PdfDrawer
  database: Database
}

/**
 * Sends a proof in the requested format, without an envelope, so that the saved response is the proof.
 *
 * @throws {ApiError} 422 when the proof doesn't exist in this format, 503 when too many certificates are waiting
 */
export async function sendProof(
  reply: FastifyReply,
  proof: ProofDocument,
  { format = 'json', lang }: ProofForm,
  issuer: Issuer,
): Promise<FastifyReply> {
  reply.header('cache-control', 'private, no-cache')
  if (format === 'json') return reply.send(proof)
  if (format === 'ots') {
    if (proof.hash.length !== 64) throw apiError('ots_needs_sha256')
    return named(reply, `${proof.code}.ots`)
      .type('application/vnd.opentimestamps.v1')
      .send(Buffer.from(exportOts(proof)))
  }
  if (format === 'tsr') {
    const token =
      proof.kind === 'stamp' ? await firstTokenOf(issuer.database, Buffer.from(proof.hash, 'hex')) : undefined
    if (!token) throw apiError('tsr_missing')
    return named(reply, `${proof.code}.tsr`).type('application/timestamp-reply').send(token.response)
  }
  const { base, isPublic, drawer } = issuer
  const language = lang ?? (await issuer.language())
  const certificate = certificateOf(proof, { language, base, isPublic, form: format })
  if (format === 'pdf') {
    const pdf = await drawer.draw(certificate)
    return named(reply, `${proof.code}.pdf`).type('application/pdf').send(pdf)
  }
  return reply
    .type('text/html; charset=utf-8')
    .headers({ 'content-security-policy': certificatePolicy, 'content-language': language.toLowerCase() })
    .send(certificateHtml(certificate))
}

function named(reply: FastifyReply, filename: string): FastifyReply {
  return reply.header('content-disposition', `attachment; filename="${filename}"`)
}
