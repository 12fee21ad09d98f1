import type { FastifyInstance, FastifyRequest, onRequestHookHandler } from 'fastify'
import { Type } from 'typebox'
import type { Queryable } from '../../base/database/db.js'
import { decryptAnswer, storeEncrypted } from '../../http/answers/encrypted-answers.js'
import { envelope } from '../../http/answers/envelope.js'
import { apiError } from '../../http/errors.js'
import { type IdempotencyClaim, idempotently } from '../../http/idempotency.js'
import { portalClientId } from '../portal-sql.js'
import type { Attempts } from '../proving/attempts.js'
import { checkPassword } from '../proving/passwords.js'
import { requireStepUp } from '../proving/step-up.js'
import { type Client, clientById, renameClient } from '../sql.js'
import type { LoginContext } from '../tokens/login.js'
import { requireSession } from '../tokens/token.js'
import {
  addClient,
  type CreatedClient,
  listClients,
  type NetworkKind,
  revealSecret,
  revokeClient,
  rotateClient,
} from './client.js'

/** Needed to manage an account. */
export interface AccountContext extends LoginContext {
  kind: NetworkKind
  attempts: Attempts
  /** Longest time that a login to the portal lasts. */
  sessionMaxMs: number
}

const moment = Type.String({ format: 'date-time' })
const clientId = Type.String({ description: '`cl_` and 24 hex digits.' })
const credentials = { clientId, secretKey: Type.String({ description: '`sk_live_…`, `sk_test_…` or `sk_local_…`.' }) }
const createdClient = Type.Object(
  { ...credentials, name: Type.String(), createdAt: moment },
  { title: 'CreatedClient' },
)
const shownSecret = Type.Object(credentials, { title: 'ClientCredentials' })
const client = Type.Object(
  {
    clientId,
    name: Type.String(),
    createdAt: moment,
    lastUsedAt: Type.Union([moment, Type.Null()], { description: 'To the minute; null if never.' }),
    revokedAt: Type.Union([moment, Type.Null()]),
  },
  { title: 'ApiClient' },
)
const nameBody = Type.Object(
  { name: Type.String({ minLength: 1, maxLength: 100, pattern: '^[^\\u0000-\\u001f\\u007f]+$' }) },
  { title: 'ClientName', additionalProperties: false },
)
const passwordBody = Type.Object(
  { password: Type.String({ maxLength: 128 }) },
  { title: 'Password', additionalProperties: false },
)
/** The path of a client. */
export const clientParams = Type.Object({ clientId: Type.String({ maxLength: 100 }) })

export interface OfClient {
  Params: { clientId: string }
}

/** `/account/clients`: the client IDs and secret keys that programs authenticate with. */
export async function clientRoutes(app: FastifyInstance, context: AccountContext): Promise<void> {
  const onRequest = requireSession(context.tokens)
  managementRoutes(app, context, onRequest)
  secretRoutes(app, context, onRequest)
}

const tags = ['Account']
const stepUpFirst = 'Requires a step-up (`POST /account/step-up`).'

/** List, create, rename and revoke. */
function managementRoutes(
  app: FastifyInstance,
  { db, keys, kind }: AccountContext,
  onRequest: onRequestHookHandler,
): void {
  app.route({
    method: 'GET',
    url: '/account/clients',
    onRequest,
    schema: {
      tags,
      operationId: 'listClients',
      summary: 'List API clients',
      description: 'Newest first, including revoked ones, without secret keys.',
      response: { 200: envelope(Type.Array(client)) },
    },
    handler: async (request) => {
      const clients = await listClients(db, request.session.accountId)
      return { status: 200, message: 'Clients fetched successfully', data: clients.reverse().map(presentClient) }
    },
  })

  app.route<{ Body: { name: string } }>({
    method: 'POST',
    url: '/account/clients',
    onRequest: [onRequest, requireStepUp(db)],
    schema: {
      tags,
      operationId: 'createClient',
      errors: ['step_up_required', 'too_many_clients'],
      isIdempotent: true,
      summary: 'Create an API client',
      description: stepUpFirst,
      body: nameBody,
      response: {
        201: envelope(createdClient),
      },
    },
    handler: (request, reply) => {
      const { name } = request.body
      const { accountId } = request.session
      // In the order of the schema, so that the kept answer is the first one byte by byte.
      const answerOf = ({ clientId, secretKey, createdAt }: CreatedClient) => ({
        status: 201,
        message: 'Client created successfully',
        data: { clientId, secretKey, name, createdAt: createdAt.toISOString() },
      })
      // The kept answer holds the secret key, so it is encrypted like the key itself.
      const run = async (claim: IdempotencyClaim | undefined) => {
        const keep = (made: CreatedClient) => storeEncrypted(keys.clientSecret, claim, undefined, answerOf(made))
        const answer = answerOf(await addClient(db, keys, kind, accountId, name, keep))
        request.actor = { clientId: answer.data.clientId }
        reply.code(201)
        return answer
      }
      return idempotently(db, request, reply, 'with-effect', run, {
        open: decryptAnswer(keys.clientSecret, accountId),
      })
    },
  })

  app.route<OfClient & { Body: { name: string } }>({
    method: 'PATCH',
    url: '/account/clients/:clientId',
    onRequest,
    schema: {
      tags,
      operationId: 'renameClient',
      errors: ['client_not_found'],
      summary: 'Rename an API client',
      description: 'The name is for people: ID and secret key stay.',
      params: clientParams,
      body: nameBody,
      response: { 200: envelope() },
    },
    handler: async (request) => {
      const { clientId } = request.params
      const isFound = clientId.includes('\u0000')
        ? false
        : await renameClient(db, request.session.accountId, clientId, request.body.name)
      if (!isFound) throw apiError('client_not_found')
      return { status: 200, message: 'Client updated successfully' }
    },
  })

  app.route<OfClient>({
    method: 'DELETE',
    url: '/account/clients/:clientId',
    onRequest: [onRequest, requireStepUp(db)],
    schema: {
      tags,
      operationId: 'revokeClient',
      errors: ['step_up_required', 'client_not_found'],
      summary: 'Revoke an API client',
      description: `Permanently, with all its tokens. Takes effect everywhere within 5 seconds. ${stepUpFirst}`,
      params: clientParams,
      response: { 200: envelope() },
    },
    handler: async (request) => {
      await revokeClient(db, await ownClient(db, request))
      return { status: 200, message: 'Client revoked successfully' }
    },
  })
}

/** Rotate and reveal. */
function secretRoutes(app: FastifyInstance, context: AccountContext, onRequest: onRequestHookHandler): void {
  const { db, keys, kind } = context

  app.route<OfClient>({
    method: 'POST',
    url: '/account/clients/:clientId/rotate',
    onRequest: [onRequest, requireStepUp(db)],
    schema: {
      tags,
      operationId: 'rotateClient',
      errors: ['step_up_required', 'client_not_found'],
      summary: 'Replace the secret key of an API client',
      description: `The old key and its tokens stop working at once. ${stepUpFirst}`,
      params: clientParams,
      response: { 200: envelope(shownSecret) },
    },
    handler: async (request) => {
      const data = await rotateClient(db, keys, kind, await ownClient(db, request))
      if (data === null) throw apiError('client_not_found')
      return { status: 200, message: 'Secret key changed successfully', data }
    },
  })

  app.route<OfClient & { Body: { password: string } }>({
    method: 'POST',
    url: '/account/clients/:clientId/reveal',
    onRequest,
    schema: {
      tags,
      operationId: 'revealClient',
      errors: ['forbidden', 'password_wrong', 'client_not_found'],
      summary: 'Get the secret key of an API client',
      description: 'Requires a portal session and the password.',
      params: clientParams,
      body: passwordBody,
      response: { 200: envelope(shownSecret) },
    },
    handler: async (request) => {
      await requirePassword(context, request, request.body.password)
      const clientId = await ownClient(db, request)
      const secretKey = await revealSecret(db, keys, clientId)
      if (secretKey === null) throw apiError('client_not_found')
      return { status: 200, message: 'Secret key fetched successfully', data: { clientId, secretKey } }
    },
  })
}

function presentClient({ id, name, createdAt, lastUsedAt, revokedAt }: Client) {
  return {
    clientId: id,
    name,
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
    revokedAt: revokedAt?.toISOString() ?? null,
  }
}

/** Returns the client ID of the path. @throws {ApiError} 404 unless the client is the caller's own */
export async function ownClient(db: Queryable, request: FastifyRequest<OfClient>): Promise<string> {
  const { clientId } = request.params
  const found = clientId.includes('\u0000') ? undefined : await clientById(db, clientId)
  if (found?.accountId !== request.session.accountId) throw apiError('client_not_found')
  return clientId
}

/** Requires a session of the portal. @throws {ApiError} 403 */
export function requirePortal(request: FastifyRequest): void {
  if (request.session.clientId !== portalClientId) throw apiError('forbidden')
}

/**
 * Requires a session of the portal, and the account's password again.
 *
 * @throws {ApiError} 403; 429 after too many wrong passwords
 */
export async function requirePassword(
  { db, attempts }: AccountContext,
  request: FastifyRequest,
  password: string,
): Promise<void> {
  requirePortal(request)
  const { accountId } = request.session
  const succeed = await attempts.begin(accountId)
  if (!(await checkPassword(db, accountId, password))) throw apiError('password_wrong')
  await succeed()
}
