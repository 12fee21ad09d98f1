import { Type } from 'typebox'
import { pageFields } from '../http/paging/page-fields.js'
import { stateNames } from '../ledger/batch-state.js'
import { shownSchema } from './details/fields.js'
import { filenameRule } from './details/filename.js'

/** An account or an end user. PostgreSQL has no text with U+0000. */
const userId = { maxLength: 128, pattern: '^[^\\u0000]*$' }

const iso = Type.String({ format: 'date-time' })
const uuid = Type.String({ format: 'uuid' })

const result = {
  id: uuid,
  hash: Type.String({ description: 'Hex, lower case, without 0x.' }),
  txid: Type.String({ description: 'Transaction ID, with 0x.' }),
}

const state = Type.Enum(stateNames, {
  description: 'failed: the chain rejected it repeatedly; it will not be anchored.',
})

/** Shown to the owner of a stamp alone. */
const labels = {
  tags: Type.Optional(Type.Array(Type.String(), { description: 'Your tags. Only of your own stamps.' })),
  note: Type.Optional(Type.Union([Type.String(), Type.Null()], { description: 'Your note. Only of your own stamps.' })),
  run: Type.Optional(
    Type.Union(
      [
        Type.Object(
          { id: uuid, name: Type.String(), folder: Type.String({ description: 'Of the document, in the run.' }) },
          { title: 'RunOfStamp' },
        ),
        Type.Null(),
      ],
      { description: 'The run it was stamped in: the one of the filter, else the newest. Only of your own stamps.' },
    ),
  ),
  endUser: Type.Optional(
    Type.Union([Type.String(), Type.Null()], {
      description: 'The end user for whom it was made; null: you. Only of your own stamps.',
    }),
  ),
}
const ownBlockTime = Type.Optional(Type.Union([iso, Type.Null()], { description: 'Only of your own stamps.' }))

/** The result of stamping (docs/interface.md §2.8). */
export const creation = Type.Object(
  {
    ...result,
    code: Type.String({ description: '10 characters of Crockford base32.' }),
    filename: Type.String(),
  },
  { title: 'StampCreation' },
)

/** One item of the multi-stamp answer. */
export const multiResult = Type.Object(
  {
    ...result,
    existing: Type.Optional(
      Type.Boolean({ description: 'True if the hash was already stamped or repeats in the request.' }),
    ),
  },
  { title: 'MultiStampResult' },
)

/** Stamp details (docs/interface.md §2.8). */
export const details = Type.Object(
  {
    ...shownSchema('details'),
    metaData: Type.Array(Type.Unsafe<unknown>({ type: 'object', additionalProperties: true })),
    type: Type.String({
      description:
        '"0" submitted as a hash, "1" from an uploaded file, "2" multi-stamp, "3" timestamp (RFC 3161), "4" digest for the calendar ' +
        '(OpenTimestamps), unless set by the client.',
    }),
    txid: Type.String(),
    userVerify: Type.Integer({ description: "1 when the owner's e-mail is verified." }),
    state,
    blockNumber: Type.Union([Type.Integer(), Type.Null()]),
    blockTime: Type.Union([iso, Type.Null()]),
    isPrivate: Type.Boolean({ description: 'Whether the owner alone sees it.' }),
    isPrivateBc: Type.Boolean({
      description: 'Whether it was stamped as private. It may have been made public since.',
    }),
    publicDetails: Type.Boolean({ description: 'Whether everyone who sees the stamp sees its metadata and owner.' }),
    isOwn: Type.Boolean(),
    otherCode: Type.Union([Type.String(), Type.Null()], {
      description: 'Code of the other stamp of this hash, if you see both your private one and a public one.',
    }),
    proofUrl: Type.String(),
    ...labels,
  },
  { title: 'StampDetails' },
)

/** A v1 list item (docs/interface.md §2.8). */
export const itemV1 = Type.Object(
  {
    ...shownSchema('v1'),
    blockchainId: Type.String({ description: 'CAIP-2 ID of the chain.' }),
    txId: Type.String(),
    updatedAt: iso,
    state,
    blockTime: ownBlockTime,
    ...labels,
  },
  { title: 'StampV1' },
)

/** A v2 list item (docs/interface.md §2.8). */
export const itemV2 = Type.Object(
  {
    ...shownSchema('v2'),
    userId: Type.String({ description: 'For whom it was made: the account, or one of your end users.' }),
    txId: Type.String(),
    state,
    blockTime: ownBlockTime,
    ...labels,
  },
  { title: 'StampV2' },
)

const coordinate = Type.Union([Type.String({ maxLength: 64 }), Type.Number()], {
  description: 'Answered as a string.',
})
const place = Type.Object(
  {
    latitude: Type.Optional(coordinate),
    longitude: Type.Optional(coordinate),
    description: Type.Optional(Type.String({ maxLength: 65_536 })),
  },
  { title: 'Place', additionalProperties: false },
)
/** One object, or an array of them; distinguished here so that messages name the invalid field. */
const places = Type.Union([place, Type.Array(place, { maxItems: 1000 })])

const publicDetails = Type.Optional(
  Type.Boolean({
    description: 'Shows metadata and owner to everyone who sees the stamp. By default only you see them.',
  }),
)

const forWhom = Type.String({ ...userId, description: 'Your user ID, or that of an end user that you enrolled.' })

const hash = Type.String({
  description: 'Hex of a SHA-256, SHA-384 or SHA-512 hash; 0x, sha256: and upper case are accepted.',
})
const filename = Type.String(filenameRule)

const copy = {
  isEsign: Type.Optional(
    Type.Boolean({ description: 'The hash is that of a copy, with a mark or signatures, of another document.' }),
  ),
  originalDocHash: Type.Optional(
    Type.String({
      maxLength: 137,
      description: 'The hash of the document that the copy was made from. It finds the stamp, too. Empty: none.',
    }),
  ),
}

const code = Type.Optional(
  Type.String({
    maxLength: 40,
    description: 'A code that you reserved with `POST /hash/codes`. By default one is drawn.',
  }),
)

/** Body of stamping v1. */
export const addV1 = Type.Object(
  {
    hash,
    filename: Type.Optional(filename),
    metadata: Type.Optional(places),
    metaData: Type.Optional(places),
    isPrivate: Type.Optional(Type.Boolean({ description: 'Only the owner sees it.' })),
    publicDetails,
    ...copy,
    code,
    type: Type.Optional(Type.String({ pattern: '^[0-9]{1,3}$', description: 'A digit string.' })),
    userId: Type.Optional(forWhom),
  },
  { title: 'StampRequest', additionalProperties: false },
)

/** Body of multi-stamp. */
export function multi(itemsMax: number) {
  const item = Type.Object(
    { hash, filename, isPrivate: Type.Optional(Type.Boolean()), code },
    { title: 'MultiStampItem', additionalProperties: false },
  )
  return Type.Array(item, { minItems: 1, maxItems: itemsMax })
}

/** Body of stamping v2; further keys are `metadata` and `metadata<N>` with free values. */
export const addV2 = Type.Object(
  {
    hash,
    userId: forWhom,
    isPrivate: Type.Optional(Type.Boolean()),
    publicDetails,
    ...copy,
    code,
  },
  {
    title: 'StampRequestV2',
    patternProperties: {
      '^metadata\\d*$': {
        description: 'A string, number, object, array of strings or array of objects, kept as sent.',
      },
    },
    additionalProperties: false,
  },
)

/** Body of the route that publishes a stamp. */
export const publish = Type.Object(
  {
    isPrivate: Type.Optional(
      Type.Boolean({ description: '`false` makes a private stamp public. There is no way back.' }),
    ),
    publicDetails: Type.Optional(
      Type.Boolean({ description: '`false` hides metadata and owner again from everyone who has not kept them.' }),
    ),
  },
  { title: 'StampPublication', additionalProperties: false, minProperties: 1 },
)

const lookups = {
  id: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 200,
      description:
        'A code, a hash, a transaction ID, or the `id` of one of your own stamps. A transaction ID of this service is never taken for a hash.',
    }),
  ),
  hash: Type.Optional(
    Type.String({
      maxLength: 137,
      description: 'A hash, and nothing else: of the stamp, or of the document that its copy was made from.',
    }),
  ),
  txid: Type.Optional(Type.String({ minLength: 1, maxLength: 200, description: 'Lists the stamps of a transaction.' })),
  originalDocHash: Type.Optional(
    Type.String({ maxLength: 137, description: 'Lists the stamps of copies made from the document with this hash.' }),
  ),
  ...pageFields,
}

/** The filters of a list. */
export const filters = {
  status: Type.Optional(Type.Boolean({ description: 'true: in a block; false: not yet.' })),
  search: Type.Optional(
    Type.String({
      maxLength: 255,
      pattern: '^[^\\u0000]*$',
      description: 'Matches code or name, and your own tags and notes.',
    }),
  ),
  isPrivate: Type.Optional(Type.Boolean({ description: 'true: only private stamps; false: only public ones.' })),
  isEsign: Type.Optional(
    Type.Boolean({ description: 'true: only stamps of copies (`isEsign`); false: only the others.' }),
  ),
  state: Type.Optional(
    Type.String({
      maxLength: 100,
      description:
        'Only stamps in one of these states, separated by commas: `submitted`, `confirmed`, `final`, `failed`.',
    }),
  ),
  from: Type.Optional(Type.String({ format: 'date-time', description: 'Only stamps made at this time or later.' })),
  to: Type.Optional(Type.String({ format: 'date-time', description: 'Only stamps made before this time.' })),
  tag: Type.Optional(Type.String({ maxLength: 64, description: 'Only your stamps with this tag.' })),
  run: Type.Optional(Type.String({ format: 'uuid', description: 'Only your stamps of the run with this ID.' })),
  userId: Type.Optional(
    Type.String({
      ...userId,
      description:
        'Your user ID: all your stamps. That of an end user: those made for them, even once they are erased.',
    }),
  ),
}

/** The order of a list. */
export const sorts = {
  sort: Type.Optional(
    Type.Enum(['received', 'name', 'code', 'blockTime'], {
      description:
        'Default: `received`. Names are in natural order, K2 before K10; those of a run by folder first. Up to 100,000 stamps can be sorted otherwise than by `received`.',
    }),
  ),
  order: Type.Optional(Type.Enum(['asc', 'desc'], { description: 'Default: `desc`, the newest first.' })),
}

/** Query of `GET /hash`. */
export const query = Type.Object({ ...lookups, ...filters, ...sorts }, { additionalProperties: false })
