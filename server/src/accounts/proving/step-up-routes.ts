import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import { envelope } from '../../http/answers/envelope.js'
import { apiError, invalid } from '../../http/errors.js'
import type { PortalLogin } from '../portal/auth.js'
import { useCode } from '../portal-sql.js'
import type { LoginContext } from '../tokens/login.js'
import { requireSession } from '../tokens/token.js'
import type { Attempts } from './attempts.js'
import { checkPassword } from './passwords.js'
import { stepUp } from './step-up.js'

/** Dependencies of this route. */
export interface StepUpContext extends LoginContext {
  attempts: Attempts
  login(): Promise<PortalLogin> | undefined
}

interface Proof {
  password?: string
  code?: string
}

const body = Type.Object(
  { password: Type.Optional(Type.String({ maxLength: 128 })), code: Type.Optional(Type.String({ maxLength: 10 })) },
  { title: 'StepUpRequest', additionalProperties: false },
)

/** `POST /account/step-up`: proves with password or code who is behind a token. */
export async function stepUpRoutes(app: FastifyInstance, context: StepUpContext): Promise<void> {
  const { db, attempts, tokens } = context
  app.route<{ Body: Proof }>({
    method: 'POST',
    url: '/account/step-up',
    onRequest: requireSession(tokens),
    schema: {
      tags: ['Account'],
      operationId: 'stepUp',
      errors: ['password_wrong', 'step_up_refused'],
      summary: 'Step up: prove with the password or a code that a token is yours',
      description:
        "Give the account's password, or a 6-digit code of its authenticator app. For ten minutes, this token may then do what " +
        'outlives it, such as creating an API client. Ten wrong attempts in 15 minutes lock it for the account.',
      body,
      response: { 200: envelope(Type.Object({ until: Type.String({ format: 'date-time' }) })) },
    },
    handler: async (request) => {
      const { password, code } = request.body
      if ((password === undefined) === (code === undefined)) throw invalid('body', 'expected either password or code')
      const { accountId } = request.session
      const succeed = await attempts.begin(accountId)
      if (password !== undefined) {
        if (!(await checkPassword(db, accountId, password))) throw apiError('password_wrong')
      } else {
        await requireCode(context, accountId, code?.replaceAll(' ', '') ?? '')
      }
      await succeed()
      const until = await stepUp(db, request.session)
      return { status: 200, message: 'Stepped up successfully', data: { until: until.toISOString() } }
    },
  })
}

/** Requires a code that is right and unused; marks it as used first, so that of two concurrent requests one succeeds. */
async function requireCode({ db, login }: StepUpContext, accountId: string, code: string): Promise<void> {
  const portal = await login()
  if (portal === undefined) throw apiError('unavailable')
  const isRight = /^\d{6}$/.test(code) && (await useCode(db, accountId, code)) && (await portal.isCode(accountId, code))
  if (!isRight) throw apiError('step_up_refused')
}
