import { Readable } from 'node:stream'
import { Server } from '@tus/server'
import type { FastifyInstance, FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify'
import { Type } from 'typebox'
import { isUuid } from '../base/ids.js'
import { viewOf } from '../files/room.js'
import { contentErrors } from '../files/schema.js'
import { apiError } from '../http/errors.js'
import { originOf } from '../http/host.js'
import { methodNotAllowed } from '../http/input/methods.js'
import { beginUpload } from './begin.js'
import { finishUpload } from './finish.js'
import { Incoming } from './incoming.js'
import { PartStore } from './part-store.js'
import type { UploadsRoom } from './room.js'
import * as schema from './schema.js'
import type { UploadRow } from './sql.js'
import { refusalOf } from './tus-errors.js'

const path = '/api/files/upload'
const tags = ['Files']
/** When another request wants the upload, the current one ends after this time; its bytes are kept. */
const yieldMs = 500

/** `/api/files/upload`: resumable uploads by tus 1.0 (https://tus.io/protocols/resumable-upload). */
export async function uploadRoutes(
  app: FastifyInstance,
  { room, onRequest }: { room: UploadsRoom; onRequest: onRequestHookHandler },
): Promise<void> {
  // tus reads the content as it arrives.
  app.addContentTypeParser('application/offset+octet-stream', (_request, _payload, done) => done(null, undefined))
  const running = new Set<Promise<unknown>>()
  let isStopping = false
  app.addHook('preClose', (done) => {
    isStopping = true
    for (const source of room.incoming) source.stop()
    done()
  })
  // Received bytes are stored even when the connections are closed already.
  app.addHook('onClose', async () => {
    await Promise.allSettled(running)
  })
  const handler = (request: FastifyRequest, reply: FastifyReply) => {
    if (isStopping) throw apiError('unavailable')
    const answer = room.files.slots.hold(request.session.accountId, () => serveWithin(room, request, reply))
    running.add(answer)
    const ended = () => running.delete(answer)
    answer.then(ended, ended)
    return answer
  }
  const config = { isStreamed: true }

  app.route({
    method: 'OPTIONS',
    url: path,
    schema: { hide: true },
    handler: (_request, reply) =>
      reply
        .code(204)
        .headers({
          'tus-resumable': '1.0.0',
          'tus-version': '1.0.0',
          'tus-extension': 'creation,creation-with-upload,expiration,termination',
          'tus-max-size': String(room.files.uploadLimit),
        })
        .send(),
  })
  app.route({
    method: 'POST',
    url: path,
    onRequest,
    config,
    schema: {
      tags,
      operationId: 'beginUpload',
      errors: [
        'tus_expected',
        'forbidden',
        'folder_not_found',
        'folder_in_bin',
        'file_not_found',
        'file_in_bin',
        'too_many_uploads',
        'unfinished_quota',
        'code_not_reserved',
        ...contentErrors,
      ],
      summary: 'Start a resumable upload (tus 1.0)',
      description:
        `At most ${room.files.uploadLimit.toLocaleString('en')} bytes. An upload expires after 24 hours without data. ` +
        'Received data is kept encrypted until it becomes a file.',
      headers: schema.beginHeaders,
      requiredHeaders: ['tus-resumable', 'upload-length'],
      answerHeaders: ['Location', 'Tus-Resumable', 'Upload-Expires'],
      response: schema.begun,
    },
    handler,
  })
  app.route({
    method: 'PATCH',
    url: `${path}/:uploadId`,
    onRequest,
    config,
    // tus judges the request.
    validatorCompiler: () => () => true,
    schema: {
      tags,
      operationId: 'appendToUpload',
      errors: [
        'tus_expected',
        'upload_not_found',
        'upload_offset',
        'upload_busy',
        'upload_damaged',
        'folder_not_found',
        'folder_in_bin',
        'file_not_found',
        'file_in_bin',
        'code_not_reserved',
        ...contentErrors,
      ],
      summary: 'Send or resume an upload',
      description:
        'Content-Type: application/offset+octet-stream. The last bytes are acknowledged once the file is durable and its entry is ' +
        'committed. With `Prefer: return=representation`, the response to them is that of `POST /api/files`.',
      consumes: ['application/offset+octet-stream'],
      params: schema.uploadParams,
      headers: schema.appendHeaders,
      requiredHeaders: ['tus-resumable', 'upload-offset'],
      answerHeaders: [
        'Tus-Resumable',
        'Upload-Offset',
        'Upload-Expires',
        'File-Id',
        'Transaction-Id',
        'Preference-Applied',
      ],
      body: Type.Unsafe<unknown>({ type: 'string', format: 'binary' }),
      response: schema.appended,
    },
    handler,
  })
  app.route({
    method: 'POST',
    url: `${path}/:uploadId`,
    onRequest: [takeOverride, onRequest],
    config,
    validatorCompiler: () => () => true,
    schema: { hide: true },
    handler,
  })
  app.route({
    method: 'HEAD',
    url: `${path}/:uploadId`,
    onRequest,
    config: { swagger: { exposeHeadRoute: true } },
    schema: {
      tags,
      operationId: 'getUpload',
      errors: ['tus_expected', 'upload_not_found', 'upload_busy', 'upload_damaged', 'queue_full'],
      summary: 'Get the offset of an upload',
      description: 'Once complete, `File-Id` and `Transaction-Id` name the file and its transaction.',
      params: schema.uploadParams,
      headers: schema.lookHeaders,
      requiredHeaders: ['tus-resumable'],
      answerHeaders: [
        'Tus-Resumable',
        'Upload-Offset',
        'Upload-Length',
        'Upload-Expires',
        'Cache-Control',
        'File-Id',
        'Transaction-Id',
      ],
      response: schema.looked,
    },
    handler,
  })
  app.route({
    method: 'DELETE',
    url: `${path}/:uploadId`,
    onRequest,
    schema: {
      tags,
      operationId: 'endUpload',
      errors: ['tus_expected', 'upload_not_found', 'upload_busy', 'queue_full'],
      summary: 'Delete an upload and its data',
      description: 'Erases the data received. A file that the upload has become stays.',
      params: schema.uploadParams,
      headers: schema.lookHeaders,
      requiredHeaders: ['tus-resumable'],
      answerHeaders: ['Tus-Resumable'],
      response: schema.removed,
    },
    handler,
  })
}

/** Methods of an upload, as a POST names them in `X-HTTP-Method-Override`: where a client or a proxy can send no others. */
const overrides = ['HEAD', 'PATCH', 'DELETE']

/** Replaces the method by the one that the client means. @throws {ApiError} 405 when it names none */
const takeOverride: onRequestHookHandler = (request, _reply, done) => {
  const method = String(request.headers['x-http-method-override']).toUpperCase()
  if (!overrides.includes(method)) return done(methodNotAllowed(overrides.join(', ')))
  request.raw.method = method
  done()
}

/** Serves the request, and gives back the space it held. */
async function serveWithin(room: UploadsRoom, request: FastifyRequest, reply: FastifyReply) {
  const store = new PartStore(room, request.session.accountId)
  try {
    return await serve(room, request, reply, store)
  } finally {
    // Bytes that have arrived stay, even when the request failed.
    store.hold?.end(true)
  }
}

/** Has tus answer the request. An upload that is complete then becomes a file before the answer is sent. */
async function serve(room: UploadsRoom, request: FastifyRequest, reply: FastifyReply, store: PartStore) {
  const { session } = request
  let thrown: unknown
  let uploadId = (request.params as { uploadId?: string }).uploadId ?? ''
  const tus = new Server({
    path,
    datastore: store,
    lockDrainTimeout: yieldMs,
    // Browsers of other origins have no access.
    allowedOrigins: () => false,
    locker: {
      newLock(id) {
        store.lock = room.locks.newLock(id)
        return store.lock
      },
    },
    generateUrl: (_request, { id }) => `${room.files.publicUrl ?? originOf(request)}${path}/${id}`,
    // Creates the row before tus asks for the lock, which is in it.
    async namingFunction(_request, metadata) {
      const { 'upload-length': size, 'upload-metadata': text = '' } = request.headers
      uploadId = await beginUpload(room, session.accountId, Number(size), metadata ?? {}, String(text))
      return uploadId
    },
    getFileIdFromRequest: () => (isUuid(uploadId) ? uploadId : undefined),
    async onIncomingRequest(_request, id) {
      if (request.method !== 'POST') await store.find(id)
    },
    onResponseError(_request, error) {
      thrown = error
      return undefined
    },
  })
  const incoming = new Incoming(request.raw)
  room.incoming.add(incoming)
  const response = await tus.handleWeb(webRequest(request, incoming)).finally(() => room.incoming.delete(incoming))
  const body = await response.text()
  if (response.status >= 400) throw refusalOf({ status: response.status, body }, thrown)
  reply.code(response.status)
  for (const [name, value] of response.headers) if (isPassedOn(name)) reply.header(name, value)
  if (request.method === 'DELETE') return reply.send()
  const upload = await store.find(uploadId)
  return isComplete(upload) ? finish(room, request, reply, store, upload) : reply.send()
}

async function finish(
  room: UploadsRoom,
  request: FastifyRequest,
  reply: FastifyReply,
  store: PartStore,
  { id }: UploadRow,
): Promise<FastifyReply> {
  const view = viewOf(room.files, request)
  const { session } = request
  const answer = await finishUpload(room, id, { session, view, find: () => store.find(id), hold: store.hold })
  reply.headers({ 'file-id': answer.data.fileId, 'transaction-id': answer.data.transactionId })
  // tus has every PATCH answered with 204, and some clients take nothing else.
  if (request.method !== 'PATCH' || !isAnswerWanted(request)) return reply.send()
  return reply.code(200).header('preference-applied', 'return=representation').send(answer)
}

/** Whether the client asks for the result in the answer (RFC 7240 §4.2). */
function isAnswerWanted({ headers: { prefer = [] } }: FastifyRequest): boolean {
  const preferences = [prefer].flat().join(',').toLowerCase().split(',')
  return preferences.some((preference) => /^\s*return\s*=\s*"?representation"?\s*(;|$)/.test(preference))
}

function isComplete({ received, size }: UploadRow): boolean {
  return received === size
}

/** Returns whether to pass on a header of tus; the server sets the others. */
function isPassedOn(name: string): boolean {
  return name === 'location' || name.startsWith('upload-') || name.startsWith('tus-')
}

/** Converts the request for tus. The address doesn't matter, because the ID is known. */
function webRequest({ method, headers }: FastifyRequest, incoming: Incoming): Request {
  const given = new Headers()
  for (const [name, value] of Object.entries(headers)) if (typeof value === 'string') given.set(name, value)
  const hasBody = method === 'PATCH' || method === 'POST'
  const body = hasBody ? Readable.toWeb(Readable.from(incoming, { objectMode: false })) : null
  return new Request(`http://localhost${path}`, { method, headers: given, body, duplex: 'half' } as RequestInit)
}
