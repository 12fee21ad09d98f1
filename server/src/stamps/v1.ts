import type { FastifyInstance, onRequestHookHandler } from 'fastify'
import { Type } from 'typebox'
import { languageOf } from '../accounts/sql.js'
import { giveBackMemorySoon, manyItems } from '../base/memory.js'
import { type ProofForm, proofContent, proofForm, sendProof } from '../certificates/proof-formats.js'
import { envelope } from '../http/envelope.js'
import { apiError } from '../http/errors.js'
import { type IdempotencyClaim, idempotently } from '../http/idempotency.js'
import { caip2 } from '../ledger/proof.js'
import { addStamp, addStamps } from './add.js'
import { parseDigest } from './digest.js'
import { stampType } from './fields.js'
import { type PlaceMetadata, placeMetadata } from './metadata.js'
import { presentV1 } from './present.js'
import { stampQueryRoute } from './query-route.js'
import { type StampsRoom, stampProof } from './room.js'
import * as schema from './schema.js'
import type { StampRequest } from './stamp.js'

interface AddBody {
  hash: string
  filename?: string
  metadata?: PlaceMetadata | PlaceMetadata[]
  metaData?: PlaceMetadata | PlaceMetadata[]
  isPrivate?: boolean
  isEsign?: boolean
  originalDocHash?: string
  type?: string
}

interface MultiItem {
  hash: string
  filename: string
  isPrivate?: boolean
}

const tags = ['Stamping v1']

/** `POST|GET /hash`, `GET /hash/{code}/proof`, `POST /multi-stamp`. */
export async function stampRoutesV1(
  app: FastifyInstance,
  { room, onRequest }: { room: StampsRoom; onRequest: onRequestHookHandler },
): Promise<void> {
  const { multiStampLimit, multiStampItemsMax } = room.limits
  const blockchainId = caip2(room.network.chainId)
  app.route<{ Body: AddBody }>({
    method: 'POST',
    url: '/hash',
    onRequest,
    schema: {
      tags,
      operationId: 'addStamp',
      summary: 'Stamp a hash',
      body: schema.addV1,
      response: { 200: envelope(schema.creation) },
    },
    handler: (request, reply) =>
      idempotently(room.database, request, reply, 'with-effect', (claim) =>
        addStamp(room, v1Request(request.session, request.body, claim), 'stamp_exists'),
      ),
  })

  stampQueryRoute(app, {
    database: room.database,
    onRequest,
    schema: {
      tags,
      operationId: 'getStampOrListStamps',
      summary: 'Get a stamp by code, hash or transaction ID; list stamps; list the stamps of a transaction',
      description:
        'With `id`: one stamp. With `txid`: all stamps of a transaction. Otherwise: your own stamps, newest first, by `page` and ' +
        '`limit`, or by passing the `Next-Cursor` of the previous page as `cursor`. `status`, `search` and `isPrivate` filter them.',
      querystring: schema.queryV1,
    },
    item: schema.itemV1,
    checkList({ txid, page, limit, cursor }) {
      if (txid === undefined && cursor === undefined) requireGiven('page', page)
      if (txid === undefined) requireGiven('limit', limit)
    },
    present: (row) => presentV1(row, { blockchainId }),
  })

  app.route<{ Params: { code: string }; Querystring: ProofForm }>({
    method: 'GET',
    url: '/hash/:code/proof',
    onRequest,
    schema: {
      tags: ['Proofs'],
      operationId: 'getProof',
      summary: 'Get the proof of a stamp',
      description:
        'Verifies offline with what `/verifier` offers. It is completed as its anchor becomes final; its address stays the same. ' +
        '`format=ots`: an OpenTimestamps file, for SHA-256 digests. `tsr`: the timestamp token, for stamps made through `/tsa`. `pdf`, `html`: a certificate that contains the ' +
        'proof.',
      params: Type.Object({ code: Type.String() }),
      querystring: Type.Object(proofForm, { additionalProperties: false }),
      response: { 200: proofContent },
    },
    handler: async (request, reply) => {
      const { accountId } = request.session
      const { proof, isPublic } = await stampProof(room, accountId, request.params.code)
      const base = room.publicUrl ?? `${request.protocol}://${request.host}`
      const language = () => languageOf(room.database, accountId)
      return sendProof(reply, proof, request.query, {
        base,
        isPublic,
        language,
        drawer: room.drawer,
        database: room.database,
      })
    },
  })

  app.route<{ Body: MultiItem[] }>({
    method: 'POST',
    url: '/multi-stamp',
    bodyLimit: multiStampLimit,
    onRequest,
    schema: {
      tags,
      operationId: 'multiStamp',
      summary: `Stamp up to ${multiStampItemsMax.toLocaleString('en')} hashes in one request`,
      description:
        'Validated as a whole before anything is stamped. Items already stamped return `existing: true`, so repeating is safe.',
      body: schema.multi(multiStampItemsMax),
      response: { 200: envelope(Type.Array(schema.multiResult)) },
    },
    handler: async (request, reply) =>
      idempotently(room.database, request, reply, 'afterwards', async () => {
        const data = await addStamps(room, multiRequests(request.session, request.body))
        if (data.length >= manyItems) giveBackMemorySoon()
        return { status: 200, message: 'Stamps created successfully', data }
      }),
  })
}

/** Yields requests as they are consumed. @throws {ApiError} 400, naming the invalid item */
function* multiRequests(
  { accountId, clientId, name }: { accountId: string; clientId: string; name: string },
  items: readonly MultiItem[],
): Generator<StampRequest> {
  for (const [at, { hash, filename, isPrivate }] of items.entries()) {
    yield {
      ...{ accountId, clientId, owner: name, version: 1, type: stampType.multi, claim: undefined, filename, isPrivate },
      hash: parseDigest(hash, `item ${at + 1}: hash`),
    }
  }
}

function v1Request(
  session: { accountId: string; clientId: string; name: string },
  body: AddBody,
  claim: IdempotencyClaim | undefined,
): StampRequest {
  if (body.metadata !== undefined && body.metaData !== undefined) {
    throw apiError('invalid', {
      field: 'metaData',
      problem: 'expected either metadata or metaData, not both',
    })
  }
  return {
    accountId: session.accountId,
    clientId: session.clientId,
    owner: session.name,
    version: 1,
    hash: parseDigest(body.hash, 'hash'),
    filename: body.filename,
    type: body.type,
    originalDocHash: body.originalDocHash,
    isEsign: body.isEsign,
    isPrivate: body.isPrivate,
    metadata: placeMetadata(body.metadata ?? body.metaData) as StampRequest['metadata'],
    claim,
  }
}

function requireGiven(field: string, value: unknown): void {
  if (value === undefined)
    throw apiError('invalid', { field, problem: 'expected a number (or set id to get a single stamp)' })
}
