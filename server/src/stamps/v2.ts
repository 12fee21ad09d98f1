import type { JsonValue } from '@tallystick/proof'
import type { FastifyInstance, onRequestHookHandler } from 'fastify'
import { envelope } from '../http/answers/envelope.js'
import { apiError } from '../http/errors.js'
import { type IdempotencyClaim, idempotently } from '../http/idempotency.js'
import { reservedCodeOf } from './codes/reserved.js'
import { checkFreeMetadata } from './details/metadata.js'
import { parseDigest, parseOriginal } from './digest.js'
import { stampFor } from './end-users/end-users.js'
import { stampQueryRoute } from './lookup/query-route.js'
import { presentV2 } from './present.js'
import { addStamp } from './recording/add.js'
import type { StampRequest } from './recording/stamp.js'
import type { StampsRoom } from './room.js'
import * as schema from './schema.js'

interface AddBody extends Record<string, unknown> {
  hash: string
  userId: string
  isPrivate?: boolean
  publicDetails?: boolean
  isEsign?: boolean
  originalDocHash?: string
  code?: string
}

const tags = ['Stamping v2']

/** `POST|GET /hash` below `/v2`. */
export async function stampRoutesV2(
  app: FastifyInstance,
  { room, onRequest }: { room: StampsRoom; onRequest: onRequestHookHandler },
): Promise<void> {
  app.route<{ Body: AddBody }>({
    method: 'POST',
    url: '/hash',
    onRequest,
    schema: {
      tags,
      operationId: 'addStampV2',
      errors: [
        'user_not_enrolled',
        'already_stamped',
        'code_not_reserved',
        'stamp_quota',
        'storage_quota',
        'queue_full',
      ],
      isIdempotent: true,
      summary: 'Stamp a hash with free-form metadata',
      description: 'Like v1, with any keys `metadata` and `metadata<N>`, kept as sent. The name is generated.',
      body: schema.addV2,
      response: { 201: envelope(schema.creation) },
    },
    handler: (request, reply) =>
      idempotently(room.database, request, reply, 'with-effect', (claim) => {
        const { session, body } = request
        reply.code(201)
        return stampFor(room.database, session.accountId, body.userId, (endUser) =>
          addStamp(room, v2Request(session, body, endUser, claim), 'already_stamped'),
        )
      }),
  })

  stampQueryRoute(app, {
    database: room.database,
    onRequest,
    schema: {
      tags,
      operationId: 'getStampOrListStampsV2',
      errors: ['user_not_enrolled', 'stamp_not_found', 'list_too_long'],
      summary: 'Get a stamp by code, hash or transaction ID; list and search stamps; list the stamps of a transaction',
      description:
        'With `id` or `hash`: one stamp. With `txid`: all stamps of a transaction. With `originalDocHash`: those of copies made from a document. Otherwise: your own stamps (`userId`), or those of an end user, newest first. ' +
        '`status=true`: in a block; `false`: not yet. `search` matches given names anywhere with three or more characters, otherwise at the start; codes, and names generated from them, at the start.',
      querystring: schema.query,
    },
    item: schema.itemV2,
    version: 2,
    checkList({ txid, originalDocHash, userId }) {
      if (txid === undefined && originalDocHash === undefined && userId === undefined) {
        throw apiError('invalid', {
          field: 'userId',
          problem: 'expected your user ID (or set id to get a single stamp)',
        })
      }
    },
    present: presentV2,
  })
}

function v2Request(
  { accountId, clientId, name }: { accountId: string; clientId: string; name: string },
  { hash, userId: _, isPrivate, publicDetails, isEsign, originalDocHash, code, ...metadata }: AddBody,
  endUser: string | null,
  claim: IdempotencyClaim | undefined,
): StampRequest {
  return {
    accountId,
    clientId,
    owner: name,
    version: 2,
    hash: parseDigest(hash, 'hash'),
    filename: undefined,
    code: code === undefined ? undefined : reservedCodeOf(code),
    originalDocHash: parseOriginal(originalDocHash),
    isEsign,
    isPrivate,
    publicDetails,
    endUser,
    metadata: [metadata as JsonValue],
    metadataBytes: checkFreeMetadata(metadata),
    claim,
  }
}
