import { Type } from 'typebox'
import { creation } from '../files/schema.js'
import { envelope } from '../http/answers/envelope.js'

const nothing = (description: string) => Type.Unsafe<unknown>({ type: 'null', description })

/** Answer for an upload that is complete. */
const finished = envelope(creation)

export const uploadParams = Type.Object({ uploadId: Type.String() })

const tusHeaders = { 'tus-resumable': Type.Optional(Type.String({ description: '`1.0.0`.' })) }

export const beginHeaders = Type.Object({
  ...tusHeaders,
  'upload-length': Type.Optional(Type.String({ description: 'Size in bytes.' })),
  'upload-metadata': Type.Optional(
    Type.String({
      description:
        'Keys with base64 values: `fileName` and `folderId`, or `fileId` for a new version; `description`, `organizationId`, ' +
        '`lat`, `long`; `filename` or `name` stand for `fileName`. Other keys are ignored.',
    }),
  ),
})

export const appendHeaders = Type.Object({
  ...tusHeaders,
  'upload-offset': Type.Optional(Type.String({ description: 'Where the body continues.' })),
  prefer: Type.Optional(
    Type.String({
      description: '`return=representation` asks for the file in the answer to the last bytes (RFC 7240).',
    }),
  ),
})

export const lookHeaders = Type.Object(tusHeaders)

export const begun = { 201: nothing('Started: `Location` says where to send the content.') }
export const appended = {
  200: finished,
  204: nothing('Stored; `Upload-Offset` says how much has arrived, `File-Id` which file it became.'),
}
export const looked = {
  200: nothing('`Upload-Offset` says how much has arrived, `Upload-Expires` how long it is kept.'),
}
export const removed = { 204: nothing('Upload deleted.') }
