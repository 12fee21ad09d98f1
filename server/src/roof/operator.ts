import type { FastifyInstance, onRequestAsyncHookHandler, onRequestHookHandler } from 'fastify'
import { Type } from 'typebox'
import type { GivenSetting } from '../base/settings/config.js'
import { version } from '../base/version.js'
import { envelope } from '../http/answers/envelope.js'
import type { PortalRoute } from '../http/portal-route.js'
import { settings } from '../settings.js'

const state = Type.Object(
  {
    version: Type.String(),
    problems: Type.Array(Type.String(), { description: 'Why stamps or files would be refused now; empty when ready.' }),
    warnings: Type.Array(Type.String(), { description: 'Further problems, though stamps and files are accepted.' }),
  },
  { title: 'OperatorState' },
)

const setting = Type.Object(
  {
    name: Type.String(),
    source: Type.Enum(['default', 'environment', 'file']),
    value: Type.Union([Type.String(), Type.Null()], {
      description: 'As written, without users and passwords of addresses; null for a secret, and where nothing is set.',
    }),
    isSecret: Type.Boolean(),
    meaning: Type.String(),
  },
  { title: 'OperatorSetting' },
)

/** The part of the operator's page that is about the service as a whole. */
export const operatorServiceApi = {
  state: {
    method: 'GET',
    url: '/portal/api/operator/state',
    schema: {
      hide: true,
      operationId: 'getStateForOperator',
      summary: 'Get whether the service is ready, or why not',
      response: { 200: envelope(state) },
    },
  },
  settings: {
    method: 'GET',
    url: '/portal/api/operator/settings',
    schema: {
      hide: true,
      operationId: 'getSettingsForOperator',
      summary: 'Get the settings in force, and where each comes from',
      response: { 200: envelope(Type.Array(setting)) },
    },
  },
} as const satisfies Record<string, PortalRoute>

interface OperatorServiceContext {
  readinessProblems(): Promise<string[]>
  warnings(): Promise<string[]>
  given: readonly GivenSetting[]
  onRequest: onRequestHookHandler
  /** Lets operators pass; to everyone else the routes don't exist. */
  onOperator: onRequestAsyncHookHandler
}

/** `/portal/api/operator/state` and `/portal/api/operator/settings`. */
export async function operatorServiceRoutes(app: FastifyInstance, context: OperatorServiceContext): Promise<void> {
  const onRequest = [context.onRequest, context.onOperator]

  app.route({
    ...operatorServiceApi.state,
    onRequest,
    handler: async () => {
      const [problems, warnings] = await Promise.all([context.readinessProblems(), context.warnings()])
      return { status: 200, message: 'State fetched successfully', data: { version, problems, warnings } }
    },
  })

  const data = presentSettings(context.given)
  app.route({
    ...operatorServiceApi.settings,
    onRequest,
    handler: async () => ({ status: 200, message: 'Settings fetched successfully', data }),
  })
}

function presentSettings(given: readonly GivenSetting[]) {
  return given.map(({ name, source, value }) => {
    const setting = settings.find((one) => one.name === name)
    return { name, source, value, isSecret: setting?.secret === true, meaning: setting?.meaning ?? '' }
  })
}
