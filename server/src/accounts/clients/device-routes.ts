import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { envelope } from '../../http/answers/envelope.js'
import { apiError, invalid } from '../../http/errors.js'
import { originOf } from '../../http/host.js'
import { networkOf } from '../../http/limits/address-network.js'
import { RateLimit } from '../../http/limits/rate-limit.js'
import { type GuessLimit, guarded } from '../proving/guess-limit.js'
import { requireStepUp } from '../proving/step-up.js'
import { accountNamed } from '../sql.js'
import { requireSession } from '../tokens/token.js'
import {
  decideDevice,
  deviceName,
  deviceRequestS,
  pollIntervalS,
  requestDevice,
  takeDevice,
  userCodeOf,
  waitingDevice,
} from './devices.js'
import { type AccountContext, requirePortal } from './routes.js'

/** Dependencies of these routes. */
export interface DeviceContext extends AccountContext {
  guesses: GuessLimit
  /** Requests that an address may make in a minute; 0: any number. */
  startsMax: number
  /** Public address set by the operator, without a trailing slash. */
  publicUrl: string | undefined
}

const moment = Type.String({ format: 'date-time' })
const userCode = Type.String({ description: 'Eight letters, shown as `XXXX-XXXX`.' })
const deviceCode = Type.String({ description: '`dc_…`, for the device alone.' })
const seconds = (description: string) => Type.Integer({ description })

const startBody = Type.Object(
  {
    name: Type.String({
      minLength: 1,
      maxLength: 255,
      description: 'What the device is called, such as its host name.',
    }),
  },
  { title: 'DeviceName', additionalProperties: false },
)
const codes = Type.Object(
  {
    deviceCode,
    userCode,
    verificationUri: Type.String({ description: 'Where to type the user code.' }),
    verificationUriComplete: Type.String({ description: 'The same with the code filled in.' }),
    expiresIn: seconds('Seconds until the request expires.'),
    interval: seconds('Seconds to wait between polls.'),
  },
  { title: 'DeviceCodes' },
)
const pollBody = Type.Object(
  { deviceCode: Type.String({ minLength: 1, maxLength: 200 }) },
  { title: 'DevicePoll', additionalProperties: false },
)
const connected = Type.Object(
  {
    clientId: Type.String({ description: '`cl_` and 24 hex digits.' }),
    secretKey: Type.String({ description: '`sk_live_…`, `sk_test_…` or `sk_local_…`.' }),
    name: Type.String({ description: 'Name of the account.' }),
    email: Type.String(),
  },
  { title: 'ConnectedDevice' },
)
const waiting = Type.Object(
  {
    userCode,
    name: Type.String({ description: 'What the device calls itself.' }),
    requestedAt: moment,
    expiresAt: moment,
  },
  { title: 'DeviceRequest' },
)
const params = Type.Object({
  userCode: Type.String({ maxLength: 100, description: 'In upper or lower case, with or without the dash.' }),
})

interface OfRequest {
  Params: { userCode: string }
}

const tags = ['Account']

/** `/account/devices`: a program gets an API client of its own because a person approves it in the portal. */
export async function deviceRoutes(app: FastifyInstance, context: DeviceContext): Promise<void> {
  ofDevice(app, context)
  ofPerson(app, context)
}

/** Asking for codes and for the client, without credentials. */
function ofDevice(app: FastifyInstance, context: DeviceContext): void {
  const { db, keys, kind, guesses, startsMax, publicUrl } = context
  const starts = startsMax > 0 ? new RateLimit(startsMax) : undefined

  app.route<{ Body: { name: string } }>({
    method: 'POST',
    url: '/account/devices',
    schema: {
      tags,
      operationId: 'requestDevice',
      errors: ['too_many_devices'],
      summary: 'Start a device login',
      description:
        'For programs without a browser (RFC 8628). Show the person `userCode` and `verificationUri`, and poll ' +
        '`POST /account/devices/token` meanwhile. Up to 30 a minute per address; then 429 with Retry-After.',
      security: [],
      body: startBody,
      response: { 200: envelope(codes) },
    },
    handler: async (request) => {
      starts?.require(networkOf(request.ip))
      const name = deviceName(request.body.name)
      if (name === '') throw invalid('name', 'expected at least one visible character')
      const { deviceCode, userCode } = await requestDevice(db, name)
      const verificationUri = `${publicUrl ?? originOf(request)}/portal/connect`
      const data = {
        deviceCode,
        userCode,
        verificationUri,
        verificationUriComplete: `${verificationUri}?code=${userCode}`,
        expiresIn: deviceRequestS,
        interval: pollIntervalS,
      }
      return { status: 200, message: 'Device login started successfully', data }
    },
  })

  app.route<{ Body: { deviceCode: string } }>({
    method: 'POST',
    url: '/account/devices/token',
    schema: {
      tags,
      operationId: 'takeDevice',
      errors: ['authorization_pending', 'slow_down', 'access_denied', 'expired_token', 'too_many_clients'],
      summary: 'Get the API client of a device login',
      description:
        'Poll with `interval` seconds in between, while the answer is `authorization_pending`; after `slow_down`, with 5 seconds ' +
        'more. Once approved, the answer has the client, exactly once: if it is lost, start again. The client is named after ' +
        'the device.',
      security: [],
      body: pollBody,
      response: { 200: envelope(connected) },
    },
    handler: async (request) => {
      const data = await guarded(
        guesses,
        request.ip,
        () => takeDevice(db, keys, kind, request.body.deviceCode),
        () => apiError('expired_token'),
      )
      request.actor = { clientId: data.clientId, accountId: (await accountNamed(db, data.email))?.id }
      return { status: 200, message: 'Device connected successfully', data }
    },
  })
}

/** Looking at a request and deciding, in the portal. */
function ofPerson(app: FastifyInstance, context: DeviceContext): void {
  const { db, tokens } = context
  const onRequest = requireSession(tokens)

  app.route<OfRequest>({
    method: 'GET',
    url: '/account/devices/:userCode',
    onRequest,
    schema: {
      tags,
      operationId: 'getDevice',
      errors: ['forbidden', 'device_not_found'],
      summary: 'Get a device waiting to be connected',
      description: 'Requires a portal session.',
      params,
      response: { 200: envelope(waiting) },
    },
    handler: async (request) => {
      const found = await byUserCode(context, request, (code) => waitingDevice(db, code))
      const { userCode, name, requestedAt, expiresAt } = found
      const data = { userCode, name, requestedAt: requestedAt.toISOString(), expiresAt: expiresAt.toISOString() }
      return { status: 200, message: 'Device fetched successfully', data }
    },
  })

  app.route<OfRequest>({
    method: 'POST',
    url: '/account/devices/:userCode/approve',
    onRequest: [onRequest, requireStepUp(db)],
    schema: {
      tags,
      operationId: 'approveDevice',
      errors: ['step_up_required', 'forbidden', 'device_not_found', 'too_many_clients'],
      summary: 'Connect a device',
      description:
        'It gets an API client of the account, which stays until it is revoked. Requires a portal session and a step-up ' +
        '(`POST /account/step-up`).',
      params,
      response: { 200: envelope() },
    },
    handler: async (request) => {
      await decide(context, request, true)
      return { status: 200, message: 'Device approved successfully' }
    },
  })

  app.route<OfRequest>({
    method: 'POST',
    url: '/account/devices/:userCode/deny',
    onRequest,
    schema: {
      tags,
      operationId: 'denyDevice',
      errors: ['forbidden', 'device_not_found'],
      summary: 'Refuse a device',
      description: 'Its request ends. Requires a portal session.',
      params,
      response: { 200: envelope() },
    },
    handler: async (request) => {
      await decide(context, request, false)
      return { status: 200, message: 'Device refused successfully' }
    },
  })
}

async function decide(context: DeviceContext, request: FastifyRequest<OfRequest>, isApproved: boolean): Promise<void> {
  const { accountId } = request.session
  await byUserCode(context, request, async (code) => {
    return (await decideDevice(context.db, accountId, code, isApproved)) || undefined
  })
}

/**
 * Uses the user code of the path, in a session of the portal. A wrong one counts as a guess.
 *
 * @throws {ApiError} 403 outside of the portal; 404 when no device waits with the code; 429 after too many wrong ones
 */
async function byUserCode<T>(
  { attempts }: DeviceContext,
  request: FastifyRequest<OfRequest>,
  use: (code: string) => Promise<T | undefined>,
): Promise<T> {
  requirePortal(request)
  const takeBack = await attempts.beginUserCode(request.session.accountId)
  const code = userCodeOf(request.params.userCode)
  const found = code === undefined ? undefined : await use(code)
  if (found === undefined) throw apiError('device_not_found')
  await takeBack()
  return found
}
