/** The headers that several answers have in common. */
export const commonHeaders = {
  'Request-Id': {
    description: "Identifies the request in the service's log.",
    required: true,
    schema: { type: 'string' },
  },
  'Retry-After': {
    description: 'Seconds after which the same request is worth repeating.',
    schema: { type: 'integer', minimum: 0 },
  },
  'Next-Cursor': {
    description: 'Pass it as `cursor` to get the next page. Missing on the last page.',
    schema: { type: 'string' },
  },
  'Idempotent-Replayed': {
    description: '`true` when this is the answer to an earlier request with the same `Idempotency-Key`.',
    schema: { type: 'string', enum: ['true'] },
  },
}

export type CommonHeader = keyof typeof commonHeaders

/** The headers of a few answers; their examples differ. */
export const answerHeaders = {
  Location: 'Address of the upload.',
  'Tus-Resumable': 'Version of the protocol.',
  'Upload-Offset': 'Bytes received so far.',
  'Upload-Length': 'Total bytes.',
  'Upload-Expires': 'When the upload is deleted, unless more data arrives.',
  'File-Id': 'ID of the file, once the upload is complete.',
  'Transaction-Id': 'Transaction of the entry that recorded the file, once the upload is complete.',
  'Preference-Applied': 'Which preference of the request the answer follows.',
  'Deletion-Certificate': 'Address of the certificate of deletion, when this deleted permanently.',
  'Content-Disposition': 'Name for the saved file.',
  'Cache-Control': 'How long the answer may be kept.',
  ETag: 'Changes with the answer: send it as `If-None-Match`.',
  'Accept-Ranges': 'Parts can be requested: `bytes`.',
  'Content-Range': 'The range of these bytes, and the total.',
} as const

export type AnswerHeader = keyof typeof answerHeaders
