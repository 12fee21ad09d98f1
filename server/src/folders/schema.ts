import { Type } from 'typebox'
import { pageFields } from '../http/paging/page-fields.js'

const iso = Type.String({ format: 'date-time' })
const uuid = Type.String({ format: 'uuid' })
const nullable = Type.Union([uuid, Type.Null()])
const folderType = Type.Enum(['public', 'private'])
const previousFolderId = Type.Union([uuid, Type.Null()], { description: 'In the bin: the folder it was in.' })

/** A folder as created (docs/interface.md §2.2). */
export const folder = Type.Object(
  {
    _id: uuid,
    folderName: Type.String(),
    userId: uuid,
    parentFolderId: Type.String({ format: 'uuid', description: 'At the top level: the ID of the hidden root folder.' }),
    folderLevel: Type.Integer({ description: '1 at the top level.' }),
    isSign: Type.Boolean(),
    isBin: Type.Boolean(),
    defaultOptions: Type.Boolean(),
    digitalTwinId: nullable,
    previousFolderId,
    folderType,
    deletedAt: Type.Union([iso, Type.Null()]),
    createdAt: iso,
    updatedAt: iso,
  },
  { title: 'Folder' },
)

/** An item of a list (docs/interface.md §2.3). */
export const item = Type.Object(
  {
    _id: uuid,
    folderName: Type.String(),
    parentFolderId: uuid,
    folderLevel: Type.Integer(),
    isBin: Type.Boolean(),
    createdAt: iso,
    userData: Type.Object({ id: uuid, name: Type.Union([Type.String(), Type.Null()]) }),
  },
  { title: 'ListedFolder' },
)

/** Details (docs/interface.md §2.4). */
export const folderDetails = Type.Object(
  {
    _id: uuid,
    folderName: Type.String(),
    userId: uuid,
    parentFolderId: uuid,
    folderLevel: Type.Integer(),
    isBin: Type.Boolean(),
    previousFolderId,
    folderType: Type.Enum(['public', 'private'], { description: 'Everything in a private folder is private.' }),
    createdAt: iso,
    updatedAt: iso,
  },
  { title: 'FolderDetails' },
)

const folderName = Type.String({ description: '1 to 255 characters, no control characters, no slash.' })
const organizationId = Type.String({ description: 'Your user ID.' })

/** Body of creating a folder. */
export const createBody = Type.Object(
  { folderName, folderType, organizationId, parentFolderId: Type.Optional(uuid) },
  { title: 'FolderRequest', additionalProperties: false },
)

/** Body of changing a folder. */
export const updateBody = Type.Object(
  {
    organizationId: Type.Optional(organizationId),
    folderName: Type.Optional(folderName),
    folderType: Type.Optional(folderType),
    parentFolderId: Type.Optional(Type.String({ format: 'uuid', description: 'Moves it to that folder.' })),
  },
  { title: 'FolderChange', additionalProperties: false, minProperties: 1 },
)

/** Query of routes that name the organisation, which must be the caller's own. */
export const organizationQuery = Type.Object(
  { organizationId: Type.Optional(organizationId) },
  { additionalProperties: false },
)

/** Query of deleting. */
export const deleteQuery = Type.Object(
  {
    organizationId: Type.Optional(organizationId),
    permanent: Type.Optional(Type.Boolean({ description: 'Purge it instead of moving it to the bin.' })),
  },
  { additionalProperties: false },
)

/** Query of the listing. */
export const listQuery = Type.Object(
  {
    page: pageFields.page,
    limit: pageFields.limit,
    organizationId: Type.Optional(
      Type.String({ format: 'uuid', description: "Your ID: your own folders. Another account's: its public ones." }),
    ),
    parentFolderId: Type.Optional(
      Type.Union([uuid, Type.Literal('root')], {
        description: "Those directly in this folder; `root`: those at the top, yours or the account's.",
      }),
    ),
    isBin: Type.Optional(Type.Boolean({ description: 'true: folders in your bin.' })),
    search: Type.Optional(Type.String({ maxLength: 255, pattern: '^[^\\u0000]*$' })),
    cursor: pageFields.cursor,
  },
  { additionalProperties: false },
)

/** Path of a folder. */
export const folderParams = Type.Object({ folderId: Type.String() })

/** Path of a folder in its parent. */
export const nestedParams = Type.Object({ parentFolderId: Type.String(), folderId: Type.String() })
