import { Type } from 'typebox'
import { item, order, paging } from '../files/schema.js'
import { folderSorts } from '../folders/lists.js'
import { stateNames } from '../ledger/batch-state.js'

const iso = Type.String({ format: 'date-time' })
const uuid = Type.String({ format: 'uuid' })
const folderType = Type.Enum(['public', 'private'])
const amounts = {
  folders: Type.Integer({ description: 'Number of folders directly in it.' }),
  files: Type.Integer({ description: 'Number of files directly in it.' }),
}
const step = Type.Object({ _id: uuid, folderName: Type.String(), folderType }, { title: 'PathStep' })
const path = Type.Array(step, { description: 'The folders from the top level to it.' })

/** A folder with its path. */
export const folder = Type.Object(
  {
    _id: uuid,
    folderName: Type.String({ description: 'Empty for the root.' }),
    parentFolderId: Type.Union([uuid, Type.Null()], { description: 'null for the root.' }),
    folderLevel: Type.Integer({ description: '1 at the top level, 0 for the root.' }),
    folderType,
    isBin: Type.Boolean(),
    isOwn: Type.Boolean(),
    ownerId: uuid,
    ownerName: Type.String(),
    path,
    ...amounts,
    createdAt: iso,
    updatedAt: iso,
  },
  { title: 'BrowsedFolder' },
)

/** A folder in a folder. */
export const subfolder = Type.Object(
  {
    _id: uuid,
    folderName: Type.String(),
    parentFolderId: uuid,
    folderLevel: Type.Integer(),
    folderType,
    ...amounts,
    createdAt: iso,
    updatedAt: iso,
  },
  { title: 'Subfolder' },
)

/** A file with its path, and the state of its entry. */
export const file = Type.Object(
  {
    ...item.properties,
    isOwn: Type.Boolean(),
    ownerId: uuid,
    ownerName: Type.String(),
    uploadedBy: Type.String(),
    versions: Type.Integer(),
    path,
    state: Type.Enum(stateNames, {
      description: 'State of the entry that recorded the content.',
    }),
    blockNumber: Type.Union([Type.Integer(), Type.Null()]),
    blockTime: Type.Union([iso, Type.Null()]),
  },
  { title: 'BrowsedFile' },
)

/** A favourite, as in a folder's list. */
export const favourite = item

/** A folder or file in the bin. */
export const binned = Type.Object(
  {
    _id: uuid,
    type: Type.Enum(['folder', 'file']),
    name: Type.String(),
    from: Type.Union([Type.Object({ _id: uuid, folderName: Type.String() }), Type.Null()], {
      description: 'The folder it was in; null for the top level.',
    }),
    fileSize: Type.Union([Type.Integer(), Type.Null()]),
    mimetype: Type.Union([Type.String(), Type.Null()]),
    deletedAt: iso,
    erasedAt: Type.String({ format: 'date-time', description: 'When it is purged, unless restored.' }),
  },
  { title: 'BinItem' },
)

/** A result of a search: a folder, or a file as in a folder's list, with its path. */
export const found = Type.Union([
  Type.Object({ ...subfolder.properties, type: Type.Literal('folder'), path }, { title: 'FoundFolder' }),
  Type.Object({ ...item.properties, type: Type.Literal('file'), path }, { title: 'FoundFile' }),
])

export const pageQuery = Type.Object(paging, { additionalProperties: false })

export const searchQuery = Type.Object(
  {
    search: Type.String({ minLength: 1, maxLength: 255, pattern: '^[^\\u0000]*$' }),
    folderId: Type.Optional(Type.String({ description: 'Directly in this folder; `root`: at your top level.' })),
    ...paging,
  },
  { additionalProperties: false },
)

export const emptyQuery = Type.Object(
  { until: Type.Optional(Type.String({ format: 'date-time' })) },
  { additionalProperties: false },
)

export const subfolderQuery = Type.Object(
  {
    ...paging,
    search: Type.Optional(Type.String({ maxLength: 255, pattern: '^[^\\u0000]*$' })),
    sort: Type.Optional(Type.Enum([...folderSorts], { description: 'Default: `date`, of creation.' })),
    order,
  },
  { additionalProperties: false },
)

export const folderParams = Type.Object({
  folderId: Type.String({ description: 'ID of a folder; `root` for your top level.' }),
})
