import type { FastifyInstance, onRequestHookHandler } from 'fastify'
import { envelope } from '../http/answers/envelope.js'
import { apiError } from '../http/errors.js'
import { type IdempotencyClaim, idempotently } from '../http/idempotency.js'
import { caip2 } from '../ledger/proofs/proof.js'
import { reservedCodeOf } from './codes/reserved.js'
import { type PlaceMetadata, placeMetadata } from './details/metadata.js'
import { parseDigest, parseOriginal } from './digest.js'
import { stampFor } from './end-users/end-users.js'
import { stampQueryRoute } from './lookup/query-route.js'
import { presentV1 } from './present.js'
import { stampProofRoute } from './proof-route.js'
import { publishRoute } from './publishing/publish-route.js'
import { addStamp } from './recording/add.js'
import type { StampRequest } from './recording/stamp.js'
import type { StampsRoom } from './room.js'
import * as schema from './schema.js'

interface AddBody {
  hash: string
  filename?: string
  metadata?: PlaceMetadata | PlaceMetadata[]
  metaData?: PlaceMetadata | PlaceMetadata[]
  isPrivate?: boolean
  publicDetails?: boolean
  isEsign?: boolean
  originalDocHash?: string
  type?: string
  code?: string
  userId?: string
}

const tags = ['Stamping v1']

/** `POST|GET /hash`, `PATCH /hash/{code}`, `GET /hash/{code}/proof`. */
export async function stampRoutesV1(
  app: FastifyInstance,
  { room, onRequest }: { room: StampsRoom; onRequest: onRequestHookHandler },
): Promise<void> {
  const blockchainId = caip2(room.network.chainId)
  app.route<{ Body: AddBody }>({
    method: 'POST',
    url: '/hash',
    onRequest,
    schema: {
      tags,
      operationId: 'addStamp',
      errors: ['user_not_enrolled', 'stamp_exists', 'code_not_reserved', 'stamp_quota', 'storage_quota', 'queue_full'],
      isIdempotent: true,
      summary: 'Stamp a hash',
      description:
        'Answered once it is stored durably, with the ID of its transaction, which is final soon after. A hash that has a ' +
        'public stamp, or a private one of yours, is refused.',
      body: schema.addV1,
      response: { 200: envelope(schema.creation) },
    },
    handler: (request, reply) =>
      idempotently(room.database, request, reply, 'with-effect', (claim) => {
        const { session, body } = request
        return stampFor(room.database, session.accountId, body.userId, (endUser) =>
          addStamp(room, v1Request(session, body, endUser, claim), 'stamp_exists'),
        )
      }),
  })

  stampQueryRoute(app, {
    database: room.database,
    onRequest,
    schema: {
      tags,
      operationId: 'getStampOrListStamps',
      errors: ['user_not_enrolled', 'stamp_not_found', 'list_too_long'],
      summary: 'Get a stamp by code, hash or transaction ID; list stamps; list the stamps of a transaction',
      description:
        'With `id` or `hash`: one stamp. With `txid`: all stamps of a transaction. With `originalDocHash`: those of copies made from a document. Otherwise: your own stamps. Lists are newest first, by ' +
        '`page` and `limit`, or by passing the `Next-Cursor` of the previous page as `cursor`. `status`, `search`, `isPrivate` and `isEsign` filter them.',
      querystring: schema.query,
    },
    item: schema.itemV1,
    version: 1,
    checkList({ txid, page, limit, cursor }) {
      if (txid === undefined && cursor === undefined) requireGiven('page', page)
      if (txid === undefined) requireGiven('limit', limit)
    },
    present: (row) => presentV1(row, { blockchainId }),
  })

  publishRoute(app, { room, onRequest })

  await app.register(stampProofRoute, { room, onRequest })
}

function v1Request(
  session: { accountId: string; clientId: string; name: string },
  body: AddBody,
  endUser: string | null,
  claim: IdempotencyClaim | undefined,
): StampRequest {
  if (body.metadata !== undefined && body.metaData !== undefined) {
    throw apiError('invalid', {
      field: 'metaData',
      problem: 'expected either metadata or metaData, not both',
    })
  }
  const { metadata, metadataBytes } = placeMetadata(body.metadata ?? body.metaData)
  return {
    accountId: session.accountId,
    clientId: session.clientId,
    owner: session.name,
    version: 1,
    hash: parseDigest(body.hash, 'hash'),
    filename: body.filename,
    type: body.type,
    code: body.code === undefined ? undefined : reservedCodeOf(body.code),
    originalDocHash: parseOriginal(body.originalDocHash),
    isEsign: body.isEsign,
    isPrivate: body.isPrivate,
    publicDetails: body.publicDetails,
    endUser,
    metadata,
    metadataBytes,
    claim,
  }
}

function requireGiven(field: string, value: unknown): void {
  if (value === undefined)
    throw apiError('invalid', { field, problem: 'expected a number (or set id to get a single stamp)' })
}
