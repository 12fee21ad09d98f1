import type { FastifyInstance, onRequestHookHandler } from 'fastify'
import { Type } from 'typebox'
import { envelope } from '../../http/answers/envelope.js'
import { apiError, invalid } from '../../http/errors.js'
import type { StampsRoom } from '../room.js'
import { reservedCodeOf } from './reserved.js'

const wanted = Type.Object(
  { digest: Type.String({ description: 'SHA-256 of the bytes that the signature covers: 64 hex digits.' }) },
  { title: 'SealRequest', additionalProperties: false },
)

const made = Type.Object(
  {
    code: Type.String(),
    signature: Type.String({
      contentEncoding: 'base64',
      description:
        'Detached CMS signature (RFC 5652), DER in base64: for `Contents`, with SubFilter `ETSI.CAdES.detached`.',
    }),
  },
  { title: 'Seal' },
)

/** `POST /hash/codes/{code}/seal`. */
export async function sealRoute(
  app: FastifyInstance,
  { room, onRequest }: { room: StampsRoom; onRequest: onRequestHookHandler },
): Promise<void> {
  app.route<{ Params: { code: string }; Body: { digest: string } }>({
    method: 'POST',
    url: '/hash/codes/:code/seal',
    onRequest,
    schema: {
      tags: ['Stamping v1'],
      operationId: 'sealCopy',
      errors: ['seal_off', 'code_not_reserved', 'code_sealed'],
      summary: 'Seal a copy before its stamp is made',
      description:
        'Signs the digest of a stamped copy with the certificate of the service, and the code with it (PAdES B-T). A code that you ' +
        'reserved and have not used yet seals one copy; asked again with the same digest, another signature of it is the answer.',
      params: Type.Object({ code: Type.String({ description: 'A code that you reserved.' }) }),
      body: wanted,
      response: { 200: envelope(made) },
    },
    handler: async ({ session, params, body }) => {
      if (room.seal === null) throw apiError('seal_off')
      const code = reservedCodeOf(params.code)
      if (!/^[0-9a-f]{64}$/i.test(body.digest)) throw invalid('digest', 'expected a SHA-256: 64 hex digits')
      const digest = Buffer.from(body.digest, 'hex')
      await room.codes.bind(session.accountId, code, digest)
      const signature = (await room.seal(digest, code)).toString('base64')
      return { status: 200, message: 'Copy sealed successfully', data: { code, signature } }
    },
  })
}
