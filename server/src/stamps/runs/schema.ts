import { Type } from 'typebox'
import { pageFields } from '../../http/paging/page-fields.js'
import { filenameRule } from '../details/filename.js'
import { codesMax } from '../lookup/selection.js'

const line = filenameRule.pattern
const name = Type.String({ maxLength: 255, pattern: line })
const folder = Type.Optional(
  Type.String({ maxLength: 1024, pattern: line, description: 'Of the document, in the run: `Annexes/2026`.' }),
)

const fields = {
  id: Type.String({ format: 'uuid' }),
  name: Type.String({ description: 'Empty unless given.' }),
  isPrivate: Type.Boolean({ description: 'Whether its documents were to be stamped as private.' }),
  createdAt: Type.String({ format: 'date-time' }),
  stamped: Type.Integer({ description: 'Stamps in it.' }),
  failed: Type.Integer({ description: 'Documents without a stamp.' }),
  confirmed: Type.Integer({ description: 'Stamps in it that are in a block.' }),
}

/** A run. */
export const run = Type.Object(fields, { title: 'Run' })

const failure = { name: Type.String(filenameRule), reason: Type.String({ maxLength: 200, pattern: line }) }

/** A run with the documents that have no stamp. */
export const runDetails = Type.Object(
  {
    ...fields,
    failures: Type.Array(Type.Object({ name: Type.String(), folder: Type.String(), reason: Type.String() })),
  },
  { title: 'RunDetails' },
)

export const runParams = Type.Object({ id: Type.String() })

/** Query of the list of runs. */
export const runList = Type.Object(pageFields, { additionalProperties: false })

/** Body of creating a run. */
export const newRun = Type.Object(
  {
    name: Type.Optional(name),
    isPrivate: Type.Boolean({ description: 'Whether its documents are stamped as private.' }),
  },
  { title: 'RunRequest', additionalProperties: false },
)

/** Body of renaming one. */
export const renamed = Type.Object({ name }, { title: 'RunName', additionalProperties: false })

const stamp = Type.Object(
  {
    code: Type.Optional(Type.String({ maxLength: 20 })),
    id: Type.Optional(Type.String({ format: 'uuid' })),
    folder,
  },
  { title: 'RunItem', additionalProperties: false, description: 'Your own stamp, by `code` or by `id`.' },
)

/** Body of adding stamps to a run. */
export const additions = Type.Object(
  {
    items: Type.Array(stamp, { maxItems: codesMax }),
    failures: Type.Optional(
      Type.Array(Type.Object({ ...failure, folder }, { title: 'RunFailure', additionalProperties: false }), {
        maxItems: 10_000,
        description: 'Documents without a stamp: these, and no others, until replaced again.',
      }),
    ),
  },
  { title: 'RunAdditions', additionalProperties: false },
)
