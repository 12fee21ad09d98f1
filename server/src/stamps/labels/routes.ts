import type { FastifyInstance, onRequestHookHandler } from 'fastify'
import { Type } from 'typebox'
import { envelope } from '../../http/answers/envelope.js'
import { type Selection, selectedIds, selection } from '../lookup/selection.js'
import type { StampsRoom } from '../room.js'
import { type LabelChange, labelStamps, tagsMax } from './label.js'
import { tagsOfAccount } from './sql.js'

const noteMax = 4000
const tagList = (description: string) =>
  Type.Optional(Type.Array(Type.String({ maxLength: 255 }), { maxItems: tagsMax.stamp, description }))

const tags = ['Stamping v1']

/** `POST /hash/labels`, `GET /hash/tags`. */
export async function labelRoutes(
  app: FastifyInstance,
  { room, onRequest }: { room: StampsRoom; onRequest: onRequestHookHandler },
): Promise<void> {
  const { database } = room
  app.route<{ Body: LabelChange & { select: Selection } }>({
    method: 'POST',
    url: '/hash/labels',
    onRequest,
    schema: {
      tags,
      operationId: 'labelStamps',
      errors: ['stamp_not_found', 'selection_too_large', 'too_many_tags', 'too_many_tags_of_stamp', 'storage_quota'],
      takesSpace: true,
      summary: 'Tag stamps, or write a note about one',
      description:
        'For your own stamps, and seen by you alone: no proof and no page has tags or notes. All of it is done, or nothing. ' +
        'Repeating it changes nothing.',
      body: Type.Object(
        {
          select: selection,
          addTags: tagList('1 to 64 characters each, without commas.'),
          removeTags: tagList('Tags that a stamp lacks are passed over.'),
          note: Type.Optional(
            Type.String({
              maxLength: noteMax,
              pattern: '^[^\\u0000]*$',
              description: 'Of a single stamp; replaces its note. Empty: none.',
            }),
          ),
        },
        { title: 'StampLabels', additionalProperties: false },
      ),
      response: { 200: envelope(Type.Object({ changed: Type.Integer({ description: 'Stamps that changed.' }) })) },
    },
    handler: async (request) => {
      const { accountId } = request.session
      const { select, ...change } = request.body
      const ids = await selectedIds(database, accountId, select)
      const changed = await labelStamps(room, accountId, ids, change)
      return { status: 200, message: 'Stamps labelled successfully', data: { changed } }
    },
  })

  app.route({
    method: 'GET',
    url: '/hash/tags',
    onRequest,
    schema: {
      tags,
      operationId: 'listTags',
      summary: 'List your tags',
      description: `Each with the number of stamps that have it. At most ${tagsMax.account.toLocaleString('en')}.`,
      response: {
        200: envelope(Type.Array(Type.Object({ tag: Type.String(), count: Type.Integer() }, { title: 'Tag' }))),
      },
    },
    handler: async (request) => {
      const data = await database.query<{ tag: string; count: number }>(tagsOfAccount, [request.session.accountId])
      return { status: 200, message: 'Tags fetched successfully', data }
    },
  })
}
