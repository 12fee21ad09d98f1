import type { FastifyInstance, onRequestHookHandler } from 'fastify'
import { envelope } from '../../http/answers/envelope.js'
import { apiError } from '../../http/errors.js'
import { boundaryOf } from '../../http/input/multipart-header.js'
import { type FilesRoom, viewOf } from '../room.js'
import * as schema from '../schema.js'
import { addVersion, createFile } from './upload.js'
import { validateFile } from './validate.js'

const tags = ['Files']

/** `POST /files`, `POST /files/validate`, `POST /files/{id}/versions`: the routes that take a form with a file. */
export function formRoutes(
  app: FastifyInstance,
  { room, onRequest }: { room: FilesRoom; onRequest: onRequestHookHandler },
): void {
  // form.ts reads forms as they arrive. Any other body is refused before it is read.
  app.addContentTypeParser('multipart/form-data', (_request, _payload, done) => done(null, {}))
  const requireForm: onRequestHookHandler = (request, _reply, done) => {
    done(boundaryOf(request.headers['content-type'] ?? '') === null ? apiError('form_expected') : undefined)
  }
  const form = {
    method: 'POST' as const,
    onRequest: [onRequest, requireForm],
    validatorCompiler: () => () => true,
    config: { isStreamed: true },
  }

  app.route({
    url: '/files',
    ...form,
    schema: {
      tags,
      operationId: 'createFile',
      errors: [
        'form_expected',
        'malformed_form',
        'forbidden',
        'folder_not_found',
        'folder_in_bin',
        'file_not_found',
        'code_not_reserved',
        ...schema.contentErrors,
      ],
      isIdempotent: true,
      summary: 'Upload a file into a folder',
      description: `One file of at most ${room.uploadLimit.toLocaleString('en')} bytes. Fields may come in any order; those before the file are validated before it is read.`,
      consumes: ['multipart/form-data'],
      body: schema.creationForm,
      response: { 200: envelope(schema.creation) },
    },
    handler: (request, reply) => createFile(room, request, reply, viewOf(room, request)),
  })

  app.route({
    url: '/files/validate',
    ...form,
    schema: {
      tags,
      operationId: 'validateFile',
      errors: [
        'form_expected',
        'malformed_form',
        'forbidden',
        'file_not_found',
        'file_mismatch',
        'file_too_large',
        'queue_full',
      ],
      summary: 'Compare a file with a stored one',
      description: '422 if it differs. The content is compared while streaming, and not kept.',
      consumes: ['multipart/form-data'],
      body: schema.validationForm,
      response: { 200: envelope() },
    },
    handler: async (request) => {
      await validateFile(room, request)
      return { status: 200, message: 'File validated successfully' }
    },
  })

  app.route<{ Params: { fileId: string } }>({
    url: '/files/:fileId/versions',
    ...form,
    schema: {
      tags,
      operationId: 'addFileVersion',
      errors: [
        'form_expected',
        'malformed_form',
        'forbidden',
        'file_not_found',
        'file_in_bin',
        'folder_in_bin',
        ...schema.contentErrors,
      ],
      isIdempotent: true,
      summary: 'Upload a new version of a file',
      description: 'It becomes the current content; earlier versions stay.',
      consumes: ['multipart/form-data'],
      params: schema.fileParams,
      body: schema.versionForm,
      response: { 200: envelope(schema.creation) },
    },
    handler: (request, reply) => addVersion(room, request, reply, request.params.fileId, viewOf(room, request)),
  })
}
