import type { FastifyInstance, onRequestHookHandler } from 'fastify'
import { Type } from 'typebox'
import { envelope } from '../http/answers/envelope.js'
import { apiError } from '../http/errors.js'
import { languageSchema } from '../texts/language-schema.js'
import { type AccountContext, requirePassword, requirePortal } from './clients/routes.js'
import { type DeletionContext, restoreAccount, scheduleDeletion } from './deletion.js'
import { wantedEmail } from './email/sql.js'
import { endOtherSessions, endSession, portalSessions, securityOf } from './portal-sql.js'
import { accountById } from './sql.js'
import { requireSession } from './tokens/token.js'

const moment = Type.String({ format: 'date-time' })
const account = Type.Object(
  {
    _id: Type.String({ format: 'uuid' }),
    name: Type.String(),
    username: Type.String(),
    email: Type.String(),
    emailVerified: Type.Boolean(),
    newEmail: Type.Union([Type.String(), Type.Null()], { description: 'Address that waits for its confirmation.' }),
    language: languageSchema(),
    receipts: Type.Boolean({ description: 'Whether you get a mail when a run is final.' }),
    bio: Type.String({ description: 'May be empty.' }),
    walletAddress: Type.String(),
    twoFactorEnabled: Type.Boolean(),
    passkeys: Type.Integer({ description: 'Number of passkeys.' }),
    hasPassword: Type.Boolean(),
    createdAt: moment,
    deletionAt: Type.Union([moment, Type.Null()], { description: 'When it will be deleted, unless cancelled.' }),
  },
  { title: 'Account' },
)
const session = Type.Object(
  {
    id: Type.String(),
    createdAt: moment,
    lastActiveAt: moment,
    expiresAt: moment,
    address: Type.String({ description: 'Network address of the session; for IPv6, its /64. May be empty.' }),
    userAgent: Type.String({ description: 'User agent of the browser. May be empty.' }),
    current: Type.Boolean({ description: 'Whether it is the current session.' }),
  },
  { title: 'PortalSession' },
)
const passwordBody = Type.Object(
  { password: Type.String({ maxLength: 128 }) },
  { title: 'Password', additionalProperties: false },
)

type SelfContext = AccountContext & DeletionContext

const tags = ['Account']

/** `/account`: the account itself, its deletion, and its logins to the portal. */
export async function accountSelfRoutes(app: FastifyInstance, context: SelfContext): Promise<void> {
  const onRequest = requireSession(context.tokens)
  selfRoutes(app, context, onRequest)
  sessionRoutes(app, context, onRequest)
}

/** `GET|DELETE /account`, `POST /account/restore`. */
function selfRoutes(app: FastifyInstance, context: SelfContext, onRequest: onRequestHookHandler): void {
  const { db } = context

  app.route({
    method: 'GET',
    url: '/account',
    onRequest,
    schema: {
      tags,
      operationId: 'getAccount',
      summary: 'Get the account',
      description: 'Name, e-mail address, language, what protects the login, and when it will be deleted, if it will.',
      response: { 200: envelope(account) },
    },
    handler: async (request) => {
      const { accountId } = request.session
      const [found, security, newEmail] = await Promise.all([
        accountById(db, accountId),
        securityOf(db, accountId),
        wantedEmail(db, accountId),
      ])
      if (found === undefined || security === undefined) throw apiError('token_invalid')
      const { id, name, username, email, emailVerified, language, receipts, bio, walletAddress, createdAt } = found
      const data = {
        _id: id,
        name,
        username,
        email,
        emailVerified,
        newEmail,
        language,
        receipts,
        bio,
        walletAddress,
        ...security,
        createdAt: createdAt.toISOString(),
        deletionAt: security.deletionAt?.toISOString() ?? null,
      }
      return { status: 200, message: 'Account fetched successfully', data }
    },
  })

  app.route<{ Body: { password: string } }>({
    method: 'DELETE',
    url: '/account',
    onRequest,
    schema: {
      tags,
      operationId: 'deleteAccount',
      errors: ['forbidden', 'password_wrong'],
      summary: 'Delete the account in 14 days',
      description:
        'Until then, nothing changes and the deletion can be cancelled. Then all data of the account is ' +
        'erased; proofs saved elsewhere stay valid. Requires a portal session and the password.',
      body: passwordBody,
      response: { 200: envelope(Type.Object({ deletionAt: moment })) },
    },
    handler: async (request) => {
      await requirePassword(context, request, request.body.password)
      const deletionAt = await scheduleDeletion(context, request.session.accountId)
      const data = { deletionAt: deletionAt.toISOString() }
      return { status: 200, message: 'Account will be deleted', data }
    },
  })

  app.route({
    method: 'POST',
    url: '/account/restore',
    onRequest,
    schema: {
      tags,
      operationId: 'restoreAccount',
      errors: ['forbidden'],
      summary: 'Cancel the deletion of the account',
      description: 'Requires a portal session.',
      response: { 200: envelope() },
    },
    handler: async (request) => {
      requirePortal(request)
      await restoreAccount(db, request.session.accountId)
      return { status: 200, message: 'Account stays' }
    },
  })
}

/** `GET|DELETE /account/sessions`, `DELETE /account/sessions/{id}`. */
function sessionRoutes(app: FastifyInstance, { db, sessionMaxMs }: SelfContext, onRequest: onRequestHookHandler): void {
  app.route({
    method: 'GET',
    url: '/account/sessions',
    onRequest,
    schema: {
      tags,
      operationId: 'listSessions',
      errors: ['forbidden'],
      summary: 'List portal sessions',
      description: 'Most recently used first. Requires a portal session.',
      response: { 200: envelope(Type.Array(session)) },
    },
    handler: async (request) => {
      requirePortal(request)
      const { accountId, family } = request.session
      const data = (await portalSessions(db, accountId, sessionMaxMs)).map((found) => ({
        id: found.id,
        createdAt: found.createdAt.toISOString(),
        lastActiveAt: found.lastActiveAt.toISOString(),
        expiresAt: found.expiresAt.toISOString(),
        address: found.address ?? '',
        userAgent: found.userAgent ?? '',
        current: found.id === family,
      }))
      return { status: 200, message: 'Sessions fetched successfully', data }
    },
  })

  app.route<{ Params: { sessionId: string } }>({
    method: 'DELETE',
    url: '/account/sessions/:sessionId',
    onRequest,
    schema: {
      tags,
      operationId: 'endSession',
      errors: ['forbidden', 'session_not_found'],
      summary: 'End a portal session',
      description: 'Its tokens stop working everywhere within 5 seconds. Requires a portal session.',
      params: Type.Object({ sessionId: Type.String({ maxLength: 100 }) }),
      response: { 200: envelope() },
    },
    handler: async (request) => {
      requirePortal(request)
      const { sessionId } = request.params
      const isFound = !sessionId.includes('\u0000') && (await endSession(db, request.session.accountId, sessionId))
      if (!isFound) throw apiError('session_not_found')
      return { status: 200, message: 'Session ended successfully' }
    },
  })

  app.route({
    method: 'DELETE',
    url: '/account/sessions',
    onRequest,
    schema: {
      tags,
      operationId: 'endOtherSessions',
      errors: ['forbidden'],
      summary: 'End all other portal sessions',
      description: 'Requires a portal session.',
      response: { 200: envelope() },
    },
    handler: async (request) => {
      requirePortal(request)
      await endOtherSessions(db, request.session.accountId, request.session.family)
      return { status: 200, message: 'Other sessions ended successfully' }
    },
  })
}
