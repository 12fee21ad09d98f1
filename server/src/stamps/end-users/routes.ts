import type { FastifyInstance, onRequestHookHandler } from 'fastify'
import { Type } from 'typebox'
import { envelope } from '../../http/answers/envelope.js'
import { invalid } from '../../http/errors.js'
import { listRoute } from '../../http/paging/list-route.js'
import { pageFields } from '../../http/paging/page-fields.js'
import { idCursor, type PageQuery } from '../../http/paging/paging.js'
import type { StampsRoom } from '../room.js'
import { type EndUser, enrollEndUser, eraseEndUser, listEndUsers } from './end-users.js'
import type { EndUserRow } from './sql.js'

/** No control characters, and no halves of characters (lone surrogates). */
const plain = '^[^\\u0000-\\u001f\\u007f-\\u009f\\ud800-\\udfff]+$'
const userId = Type.String({
  minLength: 1,
  maxLength: 128,
  pattern: plain,
  description: 'Your own ID of the person: 1 to 128 characters without control characters.',
})
const publicAddress = Type.String({
  description: 'Address of a wallet of their own, with EIP-55 checksum. The key is never handed out.',
})
const publishName = Type.Boolean({
  description: 'Whether the public pages of their stamps say *Stamped by* with this name. Default: `false`.',
})
const username = { minLength: 1, maxLength: 200, pattern: plain }
const email = {
  minLength: 3,
  maxLength: 254,
  pattern:
    '^[^\\s@\\u0000-\\u001f\\u007f-\\u009f\\ud800-\\udfff]+@[^\\s@\\u0000-\\u001f\\u007f-\\u009f\\ud800-\\udfff]+$',
}

const enrollment = Type.Object(
  {
    userId,
    username: Type.String(username),
    email: Type.String({ ...email, description: 'Kept for you; nothing is sent to it.' }),
    publishName: Type.Optional(publishName),
  },
  { title: 'EndUserEnrollment', additionalProperties: false },
)
const enrolled = Type.Object({ userId: Type.String(), publicAddress }, { title: 'EnrolledEndUser' })
const moment = Type.String({ format: 'date-time' })
const endUser = Type.Object(
  {
    userId: Type.String(),
    username: Type.String(),
    email: Type.String(),
    publicAddress,
    publishName,
    stamps: Type.Integer({ description: 'Stamps made for them; stops at 10,000.' }),
    createdAt: moment,
    updatedAt: moment,
  },
  { title: 'EndUser' },
)

const tags = ['Stamping v2']
const url = '/enroll-user'

interface Context {
  room: StampsRoom
  onRequest: onRequestHookHandler
  /** Derives the address of a wallet from an ID. */
  addressOf(id: string): string
}

/** `POST|GET /enroll-user`, `DELETE /enroll-user/{userId}` below `/v2`. */
export async function endUserRoutes(app: FastifyInstance, { room, onRequest, addressOf }: Context): Promise<void> {
  app.route<{ Body: Omit<EndUser, 'publishName'> & Partial<EndUser> }>({
    method: 'POST',
    url,
    onRequest,
    schema: {
      tags,
      operationId: 'enrollUser',
      errors: ['storage_quota'],
      summary: 'Enrol an end user',
      description:
        'A person you stamp for: give their `userId` where stamps are made and listed. The same ID again changes the data of the ' +
        'same person. End users have no login, and no other account sees them.',
      body: enrollment,
      response: { 200: envelope(enrolled) },
    },
    handler: async (request) => {
      const { accountId } = request.session
      const { userId, publishName = false, ...person } = request.body
      if (userId.toLowerCase() === accountId) throw invalid('userId', 'this is the ID of your account: choose another')
      const address = await enrollEndUser(room, accountId, { userId, publishName, ...person }, addressOf)
      return { status: 200, message: 'User enrolled successfully', data: { userId, publicAddress: address } }
    },
  })

  listRoute<{ Querystring: PageQuery & { search?: string } }, EndUserRow, string>(app, {
    url,
    onRequest,
    schema: {
      tags,
      operationId: 'listUsers',
      summary: 'List end users',
      description: 'Newest first. `search` matches ID, name and e-mail address anywhere. The count stops at 10,000.',
      querystring: Type.Object(
        { ...pageFields, search: Type.Optional(Type.String({ maxLength: 255, pattern: '^[^\\u0000]*$' })) },
        { additionalProperties: false },
      ),
    },
    item: endUser,
    itemsName: 'users',
    message: 'Users fetched successfully',
    cursor: idCursor,
    read: (request, page) => listEndUsers(room.database, request.session.accountId, request.query.search, page),
    present: (rows) => rows.map(presentEndUser),
  })

  app.route<{ Params: { userId: string } }>({
    method: 'DELETE',
    url: `${url}/:userId`,
    onRequest,
    schema: {
      tags,
      operationId: 'eraseUser',
      errors: ['invalid', 'end_user_not_found'],
      summary: 'Erase an end user',
      description:
        'Erases name, e-mail address and wallet address. The stamps stay, with the ID that you gave the person, and so do their proofs.',
      params: Type.Object({ userId: Type.String({ maxLength: 128, pattern: '^[^\\u0000]*$' }) }),
      response: { 200: envelope() },
    },
    handler: async (request) => {
      await eraseEndUser(room.database, request.session.accountId, request.params.userId)
      return { status: 200, message: 'User erased successfully' }
    },
  })
}

/** Returns an end user as lists and exports show it. */
export function presentEndUser(row: EndUserRow) {
  return {
    userId: row.user_id,
    username: row.username,
    email: row.email,
    publicAddress: row.public_address,
    publishName: row.publishes_name,
    stamps: row.stamps,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  }
}
