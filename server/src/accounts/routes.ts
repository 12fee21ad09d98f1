import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import { envelope } from '../http/answers/envelope.js'
import { apiError } from '../http/errors.js'
import { languageSchema } from '../texts/language-schema.js'
import { changeProfile, type ProfileChange, profileChange, readProfile } from './profile.js'
import { GuessLimit, guarded, refuseGuesses } from './proving/guess-limit.js'
import { type LoginContext, login, logout, refreshLogin } from './tokens/login.js'
import { requireSession } from './tokens/token.js'

/** Schema of an account with its tokens. */
export const authenticatedAccount = Type.Object(
  {
    token: Type.String({ description: 'Bearer token, valid for 7 days.' }),
    refreshToken: Type.String({ description: 'Valid for one refresh within 30 days.' }),
    _id: Type.String({ format: 'uuid', description: 'User ID, which is also the organization ID.' }),
    name: Type.String(),
    username: Type.String(),
    email: Type.String(),
    status: Type.Integer({ description: '1 active' }),
    profilePicture: Type.String({ description: 'May be empty.' }),
    loginType: Type.String(),
    isAccess: Type.Integer({ description: '1 may use the API' }),
    walletAddress: Type.String(),
  },
  { title: 'AuthenticatedAccount' },
)

const profile = Type.Object(
  {
    _id: Type.String({ format: 'uuid' }),
    name: Type.String(),
    username: Type.String(),
    email: Type.String(),
    emailVerified: Type.Boolean(),
    profilePicture: Type.String({ description: 'May be empty.' }),
    bio: Type.String({ description: 'May be empty.' }),
    walletAddress: Type.String(),
    language: languageSchema(),
    receipts: Type.Boolean({ description: 'Whether you get a mail when a run is final.' }),
  },
  { title: 'Profile' },
)

const refreshBody = Type.Object(
  { refreshToken: Type.String({ minLength: 1, maxLength: 200 }) },
  { title: 'RefreshRequest', additionalProperties: false },
)

/** Dependencies of these routes. */
export interface AccountsContext extends LoginContext {
  guesses?: GuessLimit
}

/** Login and profile: `GET|PUT /profile`, and what {@link authenticationRoutes} adds, also below `/v2`. */
export async function accountRoutes(app: FastifyInstance, context: AccountsContext): Promise<void> {
  await app.register(authenticationRoutes, { ...context, version: 1 })
  await app.register(authenticationRoutes, { ...context, version: 2, prefix: '/v2' })
  profileRoutes(app, context)
}

/** `POST|DELETE /authenticate`, `POST /authenticate/refresh`: the same for both versions of stamping, whose base addresses differ. */
async function authenticationRoutes(
  app: FastifyInstance,
  context: AccountsContext & { version: 1 | 2 },
): Promise<void> {
  const named = (operationId: string) => (context.version === 1 ? operationId : `${operationId}V2`)
  const guesses = context.guesses ?? new GuessLimit()
  const onRequest = requireSession(context.tokens)

  await app.register(async (bodiless) => {
    // These take no body: a body that is sent is dropped, whatever its type.
    bodiless.addHook('onRequest', (request, _reply, done) => {
      delete request.headers['content-type']
      done()
    })
    bodiless.removeAllContentTypeParsers()
    bodiless.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, _body, done) => done(null))

    bodiless.route({
      method: 'POST',
      url: '/authenticate',
      schema: {
        tags: ['Authentication'],
        operationId: named('authenticate'),
        errors: ['invalid', 'user_not_found'],
        summary: 'Log in with client ID and secret key',
        description: 'No body. Too many failed attempts per minute from an address are 429 with Retry-After.',
        security: [],
        requiredHeaders: ['client-id', 'secret-key'],
        headers: Type.Object({
          'client-id': Type.Optional(Type.String({ description: 'Issued at registration.' })),
          'secret-key': Type.Optional(Type.String({ description: 'Issued at registration.' })),
        }),
        response: { 200: envelope(authenticatedAccount) },
      },
      handler: async (request) => {
        const clientId = header(request.headers, 'client-id')
        const secretKey = header(request.headers, 'secret-key')
        request.actor = { clientId }
        const data = await guarded(
          guesses,
          request.ip,
          () => login(context, clientId, secretKey),
          () => apiError('user_not_found'),
        )
        // A right guess among concurrent ones doesn't bypass the limit either.
        refuseGuesses(guesses, request.ip)
        request.actor = { clientId, accountId: data._id }
        return { status: 200, message: 'User logged in successfully', data }
      },
    })

    bodiless.route({
      method: 'DELETE',
      url: '/authenticate',
      onRequest,
      schema: {
        tags: ['Authentication'],
        operationId: named('logout'),
        summary: 'Log out',
        description: 'Revokes the token and its login. Takes effect everywhere within 5 seconds.',
        response: { 200: envelope() },
      },
      handler: async (request) => {
        await logout(context, request.session)
        return { status: 200, message: 'User logged out successfully' }
      },
    })
  })

  app.route<{ Body: { refreshToken: string } }>({
    method: 'POST',
    url: '/authenticate/refresh',
    schema: {
      tags: ['Authentication'],
      operationId: named('refresh'),
      errors: ['token_invalid'],
      summary: 'Refresh a token',
      description: 'A refresh token works once. Reusing it revokes its whole family, including access tokens.',
      security: [],
      body: refreshBody,
      response: { 200: envelope(authenticatedAccount) },
    },
    handler: async (request) => {
      const data = await guarded(
        guesses,
        request.ip,
        () => refreshLogin(context, request.body.refreshToken),
        () => apiError('token_invalid'),
      )
      request.actor = { accountId: data._id }
      return { status: 200, message: 'Token renewed successfully', data }
    },
  })
}

/** `GET|PUT /profile`. */
function profileRoutes(app: FastifyInstance, { db, tokens }: AccountsContext): void {
  const onRequest = requireSession(tokens)

  app.route({
    method: 'GET',
    url: '/profile',
    onRequest,
    schema: {
      tags: ['Profile'],
      operationId: 'getProfile',
      summary: 'Get the profile',
      description: 'The fields of `PUT /profile`, and who you are.',
      response: { 200: envelope(profile) },
    },
    handler: async (request) => {
      const data = await readProfile(db, request.session.accountId)
      return { status: 200, message: 'Profile fetched successfully', data }
    },
  })

  app.route<{ Body: ProfileChange }>({
    method: 'PUT',
    url: '/profile',
    onRequest,
    schema: {
      tags: ['Profile'],
      operationId: 'updateProfile',
      summary: 'Update the profile',
      description: 'All fields are optional; at least one is required.',
      body: profileChange,
      response: { 200: envelope() },
    },
    handler: async (request) => {
      await changeProfile(db, request.session.accountId, request.body)
      return { status: 200, message: 'Profile updated successfully' }
    },
  })
}

function header(headers: Record<string, string | string[] | undefined>, name: string): string {
  const value = headers[name]
  if (typeof value !== 'string' || value === '')
    throw apiError('invalid', { field: name, problem: 'this header is required' })
  return value
}
