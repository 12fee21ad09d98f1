import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import { isUuid } from '../../base/ids.js'
import { envelope } from '../../http/answers/envelope.js'
import { apiError } from '../../http/errors.js'
import { type AccountContext, requirePortal } from '../clients/routes.js'
import { requireSession } from '../tokens/token.js'
import { forgetBrowser, forgetBrowsers, knownBrowsers } from './browsers-sql.js'

const moment = Type.String({ format: 'date-time' })
const browser = Type.Object(
  {
    id: Type.String({ format: 'uuid' }),
    userAgent: Type.String({ description: 'Its user agent. May be empty.' }),
    firstLoginAt: moment,
    lastLoginAt: moment,
    skipsCode: Type.Boolean({ description: 'Whether it needs no code of the authenticator app at present.' }),
    current: Type.Boolean({ description: 'Whether it is the current one.' }),
  },
  { title: 'KnownBrowser' },
)
const tags = ['Account']

/** `GET|DELETE /account/browsers`, `DELETE /account/browsers/{browserId}`. */
export async function browserRoutes(app: FastifyInstance, { db, tokens }: AccountContext): Promise<void> {
  const onRequest = requireSession(tokens)

  app.route({
    method: 'GET',
    url: '/account/browsers',
    onRequest,
    schema: {
      tags,
      operationId: 'listBrowsers',
      errors: ['forbidden'],
      summary: 'List known browsers',
      description:
        'Browsers in which the account has logged in to the portal, last used first. Wrong passwords elsewhere do not lock them ' +
        'out. A new password or second factor forgets them all. Requires a portal session.',
      response: { 200: envelope(Type.Array(browser)) },
    },
    handler: async (request) => {
      requirePortal(request)
      const { accountId, family } = request.session
      const data = (await knownBrowsers(db, accountId)).map(({ sessionId, firstLoginAt, lastLoginAt, ...found }) => ({
        ...found,
        firstLoginAt: firstLoginAt.toISOString(),
        lastLoginAt: lastLoginAt.toISOString(),
        current: sessionId === family,
      }))
      return { status: 200, message: 'Browsers fetched successfully', data }
    },
  })

  app.route<{ Params: { browserId: string } }>({
    method: 'DELETE',
    url: '/account/browsers/:browserId',
    onRequest,
    schema: {
      tags,
      operationId: 'forgetBrowser',
      errors: ['forbidden', 'browser_not_found'],
      summary: 'Forget a browser',
      description:
        'The next login there counts as one in a new browser. Its session goes on. Requires a portal session.',
      params: Type.Object({ browserId: Type.String({ maxLength: 100 }) }),
      response: { 200: envelope() },
    },
    handler: async (request) => {
      requirePortal(request)
      const { browserId } = request.params
      const isFound = isUuid(browserId) && (await forgetBrowser(db, request.session.accountId, browserId))
      if (!isFound) throw apiError('browser_not_found')
      return { status: 200, message: 'Browser forgotten successfully' }
    },
  })

  app.route({
    method: 'DELETE',
    url: '/account/browsers',
    onRequest,
    schema: {
      tags,
      operationId: 'forgetBrowsers',
      errors: ['forbidden'],
      summary: 'Forget all browsers',
      description: 'Requires a portal session.',
      response: { 200: envelope() },
    },
    handler: async (request) => {
      requirePortal(request)
      await forgetBrowsers(db, request.session.accountId)
      return { status: 200, message: 'Browsers forgotten successfully' }
    },
  })
}
