import type { ProofDocument } from '@tallystick/proof/format'
import { otsOf } from '@tallystick/proof/ots'
import type { FastifyReply } from 'fastify'
import { Type } from 'typebox'
import { apiError } from '../base/errors.js'

/** The parameter that chooses the form of a proof. */
export const proofFormat = Type.Optional(Type.Enum(['json', 'ots'], { description: '`json` unless said otherwise.' }))

/**
 * Answers with a proof in the wanted form: the document itself without an envelope, for what is saved is the proof.
 *
 * @throws ApiError 422 when the proof has no such form
 */
export function sendProof(reply: FastifyReply, proof: ProofDocument, format: string | undefined): FastifyReply {
  reply.header('cache-control', 'private, no-cache')
  if (format !== 'ots') return reply.send(proof)
  if (proof.hash.length !== 64) throw apiError('ots_needs_sha256')
  return reply
    .header('content-disposition', `attachment; filename="${proof.code}.ots"`)
    .type('application/vnd.opentimestamps.v1')
    .send(Buffer.from(otsOf(proof)))
}
