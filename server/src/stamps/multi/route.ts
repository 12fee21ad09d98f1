import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify'
import { Type } from 'typebox'
import { envelope } from '../../http/answers/envelope.js'
import { apiError, invalid } from '../../http/errors.js'
import { type IdempotencyClaim, idempotently } from '../../http/idempotency.js'
import { FairSlots } from '../../http/limits/fair-slots.js'
import type { StampsRoom } from '../room.js'
import * as schema from '../schema.js'
import { itemsPerPart, type SheetSize } from './sheet.js'
import type { RemoteSheet, Sheets } from './sheets.js'
import { MultiStampWork, parseKept } from './work.js'

interface MultiStampContext {
  room: StampsRoom
  sheets: Sheets
  onRequest: onRequestHookHandler
}

/**
 * Each large multi-stamp takes up to 60 MiB from its first byte to the end of its answer. One is recorded while others are read and
 * answered; more of them would only take memory. An account has at most half of the slots.
 */
const large = { allMax: 4, ownerMax: 2, waiting: { ownerMax: 20, allMax: 200 } }
/** Smaller bodies don't wait for larger ones. */
const small = { allMax: 16, ownerMax: 8, waiting: { ownerMax: 100, allMax: 1000 } }
const smallBytesMax = 256 * 1024
/** The same at every service: the description of the API states it. */
const itemsMax = 100_000

const bodyBytesMax = 16 << 20

/** Time for a body, from its turn on. */
const bodyMs = 120_000
/** Time for a piece of the answer to be taken. */
const stallMs = 30_000

/** `POST /multi-stamp`: the body is read, recorded and answered piece by piece. */
export async function multiStampRoute(app: FastifyInstance, { room, sheets, onRequest }: MultiStampContext) {
  const slots = { large: new FairSlots(large), small: new FairSlots(small) }
  // The handler reads the body as it arrives.
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', (_request, _payload, done) => done(null, undefined))
  app.route({
    method: 'POST',
    url: '/multi-stamp',
    bodyLimit: bodyBytesMax,
    onRequest,
    validatorCompiler: () => () => true,
    config: { isStreamed: true },
    schema: {
      tags: ['Stamping v1'],
      operationId: 'multiStamp',
      errors: ['code_not_reserved', 'stamp_quota', 'bulk_quota', 'queue_full', 'request_timeout'],
      isIdempotent: true,
      summary: `Stamp up to ${itemsMax.toLocaleString('en')} hashes in one request`,
      description:
        'Validated as a whole before anything is stamped. Items already stamped return `existing: true`, so repeating is safe, and leave their `code` unused. ' +
        'When many are sent at once, accounts take turns; 429 when too many are waiting.',
      body: schema.multi(itemsMax),
      response: { 200: envelope(Type.Array(schema.multiResult)) },
    },
    handler: async (request, reply) => {
      const closed = new Promise((resolve) => reply.raw.once('close', resolve))
      const length = Number(request.headers['content-length'] ?? Number.NaN)
      if (length > bodyBytesMax) throw apiError('too_large', { limit: bodyBytesMax })
      const { accountId } = request.session
      const release = await slots[length <= smallBytesMax ? 'small' : 'large'].take(accountId, goneOf(request.raw))
      let sheet: RemoteSheet | undefined
      const close = () => {
        sheet?.close()
        release()
      }
      try {
        sheet = await open(sheets, request)
        const answer = await multiStamp(room, sheet, request, reply)
        // The answer still needs the sheet. The client may have gone before it.
        void closed.then(close)
        return answer
      } catch (error) {
        close()
        throw error
      }
    },
  })
}

function open(sheets: Sheets, { session, headers, method, url }: FastifyRequest): Promise<RemoteSheet> {
  const { accountId, clientId, name: owner } = session
  return sheets.openSheet({
    accountId,
    clientId,
    owner,
    itemsMax,
    fingerprintOf: headers['idempotency-key'] === undefined ? undefined : [method, url],
  })
}

async function multiStamp(room: StampsRoom, sheet: RemoteSheet, request: FastifyRequest, reply: FastifyReply) {
  await read(request.raw, sheet, bodyBytesMax)
  const size = await sheet.call('end')
  const record = async (claim: IdempotencyClaim | undefined) => {
    const { accountId } = request.session
    const work = new MultiStampWork(room, accountId, sheet, size, claim)
    const recorded = () => room.codes.inTurn(size.codes, () => room.pool.submitMany(work))
    const anchor = await room.quotas.bulk(accountId, size.items, recorded)
    if (!anchor) await work.keepAnswer(room.database)
    return answerOf(sheet, size, anchor?.transactionId ?? '')
  }
  const replay = async (body: string) => {
    const kept = parseKept(body)
    if (!kept) return body
    await sheet.call('restore', kept.sheet)
    return answerOf(sheet, size, kept.txid)
  }
  reply.type('application/json; charset=utf-8')
  const { fingerprint } = size
  const form = { open: replay, ...(fingerprint && { fingerprint: Buffer.from(fingerprint) }) }
  return idempotently(room.database, request, reply, 'with-effect', record, form)
}

/** Passes the body on to the thread, no faster than it is parsed. @throws {ApiError} 413, 408; 400 when it ends too early */
async function read(raw: IncomingMessage, sheet: RemoteSheet, limit: number): Promise<void> {
  let bytes = 0
  const late = new Promise<never>((_, reject) => {
    const timer = setTimeout(() => reject(apiError('request_timeout')), bodyMs).unref()
    raw.once('close', () => clearTimeout(timer))
  })
  const passOn = async () => {
    // Not destroyed when we stop reading: the client still gets an answer.
    for await (const chunk of raw.iterator({ destroyOnReturn: false })) {
      bytes += (chunk as Buffer).length
      if (bytes > limit) throw apiError('too_large', { limit })
      await sheet.call('read', chunk as Buffer)
    }
  }
  const read = passOn().catch((error: Error) => {
    throw raw.destroyed && !raw.complete ? invalid('body', 'the connection was lost before the end') : error
  })
  await Promise.race([read, late])
}

/** Streams the answer, no faster than it is taken. Ends the connection when it isn't. */
function answerOf(sheet: RemoteSheet, { items }: SheetSize, txid: string): Readable {
  let timer: NodeJS.Timeout | undefined
  const text = async function* () {
    yield '{"status":200,"message":"Stamps created successfully","data":['
    for (let from = 0; from < items; from += itemsPerPart) {
      const part = await sheet.call('results', from, txid)
      clearTimeout(timer)
      timer = setTimeout(() => stream.destroy(), stallMs).unref()
      yield part
    }
    yield ']}'
  }
  const stream = Readable.from(text(), { objectMode: false })
  stream.once('close', () => clearTimeout(timer))
  return stream
}

/** Aborted once the client has gone. */
function goneOf(raw: IncomingMessage): AbortSignal {
  const gone = new AbortController()
  raw.once('close', () => gone.abort())
  return gone.signal
}
