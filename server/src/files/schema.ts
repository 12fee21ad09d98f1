import { type TSchema, Type } from 'typebox'
import { proofForm } from '../certificates/proof-formats.js'
import { pageFields } from '../http/paging/page-fields.js'
import { stateNames } from '../ledger/batch-state.js'
import { fileSorts } from './lists.js'

const iso = Type.String({ format: 'date-time' })
const uuid = Type.String({ format: 'uuid' })
const nullableNumber = Type.Union([Type.Number(), Type.Null()])
const nullableText = Type.Union([Type.String(), Type.Null()])
const fileType = Type.Enum(['public', 'private'], { description: 'Type of the folder it is in.' })

const content = Type.Object(
  {
    fileName: Type.String({ description: 'Name of the uploaded file.' }),
    fileSize: Type.Integer({ description: 'Bytes.' }),
    fileType: Type.String({ description: 'Extension in lower case, without the dot; may be empty.' }),
    url: Type.String({ description: 'Content link; works without a header for a few minutes.' }),
    mimetype: Type.String({ description: 'Detected from the content, not taken from the client.' }),
    pageNumber: Type.Integer({ description: 'Pages of a PDF, else 1.' }),
    height: Type.Integer(),
    width: Type.Integer({ description: 'Pixels of an image, points of a PDF page, else 0.' }),
  },
  { title: 'FileContent' },
)

/** The result of creating a file or version (docs/interface.md §2.5). */
export const creation = Type.Object(
  {
    fileId: uuid,
    transactionId: Type.String({ description: 'Transaction of the entry that recorded the content, with 0x.' }),
    uniqueId: Type.String({ description: "Code of the file's page, which shows it while its folder is public." }),
    thumbUrl: Type.String({ description: 'Thumbnail link; works without a header for a few minutes.' }),
  },
  { title: 'FileCreation' },
)

/** Details (docs/interface.md §2.6). */
export const details = Type.Object(
  {
    _id: uuid,
    description: Type.String(),
    fileName: Type.String(),
    lat: nullableNumber,
    long: nullableNumber,
    transactionId: Type.String(),
    attachmentHash: Type.String({ description: 'SHA-256 of the content, hex.' }),
    createdAt: iso,
    uploadedBy: Type.String(),
    file: content,
    ownerInfo: Type.Object({
      ownerId: Type.String(),
      name: Type.String(),
      userName: Type.String(),
      email: Type.String({ description: 'Empty unless the file is yours.' }),
      profilePicture: Type.String(),
      thumbProfilePicture: Type.String(),
    }),
    isVersion: Type.Boolean({ description: 'Whether the file has several versions.' }),
    isFavourite: Type.Boolean(),
    isDateUpdated: Type.Boolean(),
    durationChangedDate: Type.String(),
    fileType,
    encryptedBuffer: Type.String(),
    webEncryptedBuffer: Type.String(),
    versionId: nullableText,
    type: Type.String(),
  },
  { title: 'FileDetails' },
)

/** An item of a folder's list of files. */
export const item = Type.Object(
  {
    _id: uuid,
    fileName: Type.String(),
    description: Type.String(),
    folderId: uuid,
    transactionId: Type.String(),
    attachmentHash: Type.String(),
    uniqueId: Type.String(),
    file: content,
    thumbUrl: Type.String(),
    isVersion: Type.Boolean(),
    isFavourite: Type.Boolean(),
    isBin: Type.Boolean(),
    fileType,
    versionId: nullableText,
    type: Type.String(),
    createdAt: iso,
    updatedAt: iso,
  },
  { title: 'ListedFile' },
)

/** An item of the list of a file's versions. */
export const version = Type.Object(
  {
    versionId: uuid,
    number: Type.Integer({ description: 'From 1.' }),
    isCurrent: Type.Boolean(),
    transactionId: Type.String(),
    attachmentHash: Type.String(),
    file: content,
    thumbUrl: Type.String(),
    createdAt: iso,
  },
  { title: 'FileVersion' },
)

/** The data of a public file's page. */
export const page = Type.Object(
  {
    uniqueId: Type.String(),
    type: Type.Literal('file'),
    fileName: Type.String(),
    description: Type.String({ description: 'Always empty: only accounts see it.' }),
    fileSize: Type.Null({ description: 'Always null: only accounts see it.' }),
    fileType: Type.String({ description: 'Extension in its name, lower case; may be empty.' }),
    mimetype: Type.String({ description: 'Always empty: only accounts see it.' }),
    attachmentHash: Type.String({ description: 'SHA-256 of the content, hex.' }),
    commitment: Type.String({ description: 'Commitment to salt and details, which are not public; hex.' }),
    transactionId: Type.String(),
    blockchainId: Type.String({ description: 'CAIP-2 ID of the chain.' }),
    network: Type.String(),
    isPrivateNetwork: Type.Boolean(),
    ownerName: Type.String({ description: 'Always empty: only accounts see it.' }),
    createdAt: iso,
    proofUrl: Type.String(),
  },
  { title: 'PublicFile' },
)

/** The data of a public stamp's page. */
export const stampPage = Type.Object(
  {
    code: Type.String(),
    type: Type.Literal('stamp'),
    hash: Type.String({ description: 'Hex, lower case, without 0x.' }),
    commitment: Type.String({ description: 'Commitment to salt and details; hex.' }),
    filename: Type.String(),
    publicDetails: Type.Boolean({ description: 'Whether the owner has published the details.' }),
    metaData: Type.Array(Type.Unsafe<unknown>({ type: 'object', additionalProperties: true }), {
      description: 'Empty unless published.',
    }),
    ownerName: Type.String({ description: 'Empty unless published.' }),
    transactionId: Type.String(),
    blockchainId: Type.String({ description: 'CAIP-2 ID of the chain.' }),
    network: Type.String(),
    isPrivateNetwork: Type.Boolean(),
    state: Type.Enum(stateNames),
    blockNumber: Type.Union([Type.Integer(), Type.Null()]),
    blockTime: Type.Union([iso, Type.Null()]),
    createdAt: iso,
    proofUrl: Type.String(),
  },
  { title: 'PublicStamp' },
)

/** Errors of storing content. */
export const contentErrors = ['file_too_large', 'storage_full', 'disk_low', 'storage_quota', 'queue_full'] as const

export const fileParams = Type.Object({ fileId: Type.String() })
export const folderParams = Type.Object({ folderId: Type.String() })
export const folderFileParams = Type.Object({ folderId: Type.String(), fileId: Type.String() })

const organizationId = Type.Optional(Type.String({ description: 'Your user ID; any other is rejected.' }))
/** Selects a page of a list. */
export const paging = {
  page: pageFields.page,
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
  cursor: Type.Optional(Type.String({ maxLength: 200, description: 'The Next-Cursor of the previous page.' })),
}

/** The direction of a sorted list. */
export const order = Type.Optional(Type.Enum(['asc', 'desc'], { description: 'Default: `desc`.' }))

export const organizationQuery = Type.Object({ organizationId }, { additionalProperties: false })

export const listQuery = Type.Object(
  {
    ...paging,
    search: Type.Optional(Type.String({ maxLength: 255, pattern: '^[^\\u0000]*$' })),
    isBin: Type.Optional(Type.Boolean()),
    sort: Type.Optional(Type.Enum([...fileSorts], { description: 'Default: `date`, of the upload.' })),
    order,
    organizationId,
  },
  { additionalProperties: false },
)

export const versionsQuery = Type.Object({ ...paging, organizationId }, { additionalProperties: false })

export const deleteQuery = Type.Object(
  {
    permanent: Type.Optional(Type.Boolean({ description: 'Purges at once instead of moving to the bin.' })),
    organizationId,
  },
  { additionalProperties: false },
)

export const proofQuery = Type.Object(
  { version: Type.Optional(Type.String()), ...proofForm, organizationId },
  { additionalProperties: false },
)

/** Query of a content or thumbnail: of a version, with a token; or signed, without one. */
export const linkQuery = Type.Object(
  {
    version: Type.Optional(Type.String()),
    account: Type.Optional(Type.String()),
    expires: Type.Optional(Type.Integer({ minimum: 0 })),
    signature: Type.Optional(Type.String({ maxLength: 100 })),
    organizationId,
  },
  { additionalProperties: false },
)

export const patch = Type.Object(
  {
    organizationId,
    fileName: Type.Optional(Type.String()),
    description: Type.Optional(Type.String()),
    isFavourite: Type.Optional(Type.Boolean()),
    folderId: Type.Optional(Type.String({ minLength: 1, description: 'Moves the file.' })),
    lat: Type.Optional(Type.Union([Type.Number({ minimum: -90, maximum: 90 }), Type.Null()])),
    long: Type.Optional(Type.Union([Type.Number({ minimum: -180, maximum: 180 }), Type.Null()])),
  },
  { title: 'FileChange', additionalProperties: false, minProperties: 1 },
)

/** A form, for the API reference; form.ts parses and checks it. */
function form(fields: Record<string, TSchema>): TSchema {
  return Type.Object({ ...fields, attachments: Type.String({ format: 'binary' }) }, { additionalProperties: false })
}

const text = (description: string) => Type.String({ description })

export const creationForm = form({
  fileName: text('1 to 255 characters.'),
  folderId: text('One of your folders.'),
  organizationId: text('Your user ID.'),
  description: Type.Optional(Type.String()),
  lat: Type.Optional(text('A number from -90 to 90.')),
  long: Type.Optional(text('A number from -180 to 180.')),
  code: Type.Optional(text('A code that you reserved (POST /hash/codes): the uniqueId that the file gets.')),
})
export const versionForm = form({ organizationId: Type.Optional(text('Your user ID.')) })
export const validationForm = form({ fileId: Type.String(), organizationId: text('Your user ID.') })
