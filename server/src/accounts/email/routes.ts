import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { envelope } from '../../http/answers/envelope.js'
import { requirePortal } from '../clients/routes.js'
import { portalApi } from '../portal/api.js'
import { requireOwnOrigin } from '../portal/forwarding.js'
import type { EvenTiming } from '../proving/even-timing.js'
import { requireStepUp } from '../proving/step-up.js'
import type { LoginContext } from '../tokens/login.js'
import { requireSession } from '../tokens/token.js'
import { confirmChange, type EmailChangeContext, requestChange, undoChange } from './change.js'
import { dropWanted } from './sql.js'

const body = Type.Object(
  { email: Type.String({ maxLength: 254, description: 'The new address.' }) },
  { title: 'EmailChange', additionalProperties: false },
)

type EmailContext = LoginContext & EmailChangeContext & { timing: EvenTiming; publicUrl: string | undefined }

interface Mailed {
  Body: { token: string }
}

/** `POST|DELETE /account/email`, and what the links in its mails do. */
export async function emailRoutes(app: FastifyInstance, context: EmailContext): Promise<void> {
  const { db, tokens, timing, publicUrl } = context
  const onRequest = requireSession(tokens)

  app.route<{ Body: { email: string } }>({
    method: 'POST',
    url: '/account/email',
    onRequest: [onRequest, requireStepUp(db)],
    schema: {
      tags: ['Account'],
      operationId: 'changeEmail',
      errors: ['step_up_required', 'mail_missing'],
      summary: 'Change the e-mail address',
      description:
        'Sends a link to the new address, valid for one hour. Nothing changes until it is confirmed; then the old address gets a link ' +
        'that undoes the change, for seven days. The answer is the same for an address that has an account: only its owner learns ' +
        'that, by mail. A further request replaces the one before. Requires a step-up (`POST /account/step-up`).',
      body,
      response: { 200: envelope() },
    },
    handler: (request) =>
      timing.hide(async () => {
        await requestChange(context, request.session.accountId, request.body.email)
        return { status: 200, message: 'Mail sent successfully' }
      }),
  })

  app.route({
    method: 'DELETE',
    url: '/account/email',
    onRequest,
    schema: {
      tags: ['Account'],
      operationId: 'cancelEmailChange',
      errors: ['forbidden'],
      summary: 'Cancel a change of the e-mail address',
      description: 'The link that was sent to the new address no longer works. Requires a portal session.',
      response: { 200: envelope() },
    },
    handler: async (request) => {
      requirePortal(request)
      await dropWanted(db, request.session.accountId)
      return { status: 200, message: 'Address stays' }
    },
  })

  const acting = (act: typeof confirmChange, message: string) => async (request: FastifyRequest<Mailed>) => {
    requireOwnOrigin(request, publicUrl)
    const { accountId, email } = await act(context, request.body.token)
    request.actor = { accountId }
    return { status: 200, message, data: { email } }
  }
  app.route<Mailed>({
    ...portalApi.confirmEmail,
    handler: acting(confirmChange, 'E-mail address changed successfully'),
  })
  app.route<Mailed>({ ...portalApi.undoEmail, handler: acting(undoChange, 'E-mail address restored successfully') })
}
