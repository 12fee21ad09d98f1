import type { FastifyInstance, onRequestHookHandler } from 'fastify'
import { Type } from 'typebox'
import { envelope } from '../../http/answers/envelope.js'
import { originOf } from '../../http/host.js'
import { fulfilClaims, idempotently } from '../../http/idempotency.js'
import type { StampsRoom } from '../room.js'
import type { Reservation } from './reserved.js'

/** Codes of one request. */
const countMax = 500

const wanted = Type.Object(
  { count: Type.Optional(Type.Integer({ minimum: 1, maximum: countMax, default: 1, description: 'Default: 1.' })) },
  { title: 'CodeReservationRequest', additionalProperties: false },
)

const reserved = Type.Object(
  {
    codes: Type.Array(
      Type.Object(
        {
          code: Type.String({ description: '10 characters of Crockford base32.' }),
          url: Type.String({ description: 'Address of the public page, for a QR code. 404 until the stamp is made.' }),
        },
        { title: 'ReservedCode' },
      ),
    ),
    expiresAt: Type.String({ format: 'date-time', description: 'A stamp that uses one of them must be made before.' }),
  },
  { title: 'CodeReservation' },
)

/** `POST /hash/codes`. */
export async function codeRoutes(
  app: FastifyInstance,
  { room, onRequest }: { room: StampsRoom; onRequest: onRequestHookHandler },
): Promise<void> {
  app.route<{ Body: { count?: number } }>({
    method: 'POST',
    url: '/hash/codes',
    onRequest,
    schema: {
      tags: ['Stamping v1'],
      operationId: 'reserveCodes',
      errors: ['too_many_codes'],
      isIdempotent: true,
      summary: 'Reserve codes for stamps to come',
      description:
        'For a document that shows the code of its own stamp: print it, hash the result, and stamp that with `code`. Only your account ' +
        'can use it, once. An unused one expires and is never given again.',
      body: wanted,
      response: { 200: envelope(reserved) },
    },
    handler: (request, reply) =>
      idempotently(room.database, request, reply, 'with-effect', async (claim) => {
        const base = room.publicUrl ?? originOf(request)
        const answer = ({ codes, expiresAt }: Reservation) => ({
          status: 200,
          message: 'Codes reserved successfully',
          data: {
            codes: codes.map((code) => ({ code, url: `${base}/s/${code}` })),
            expiresAt: expiresAt.toISOString(),
          },
        })
        const keep = (reservation: Reservation) =>
          claim && fulfilClaims([{ claim, status: 200, body: JSON.stringify(answer(reservation)) }])
        return answer(await room.codes.reserve(request.session.accountId, request.body.count ?? 1, keep))
      }),
  })
}
