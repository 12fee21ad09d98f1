import { Type } from 'typebox'
import { envelope } from '../../http/answers/envelope.js'
import type { PortalRoute } from '../../http/portal-route.js'
import { authenticatedAccount } from '../routes.js'

const settings = Type.Object(
  {
    registration: Type.Enum(['open', 'closed']),
    secondFactor: Type.Enum(['optional', 'required'], {
      description: 'Whether an account without an authenticator app gets no token.',
    }),
    mailbox: Type.Boolean({
      description: "Mails stay in the portal's own mailbox instead of being sent, and this client can open it.",
    }),
    webhookLogDays: Type.Integer({ description: 'Days for which the log of webhooks keeps deliveries.' }),
    requestLogDays: Type.Integer({ description: 'Days for which the request log is kept; 0: it is off.' }),
    sealsCopies: Type.Boolean({ description: 'Whether the service seals stamped copies of PDFs.' }),
    passwordMin: Type.Integer(),
    passwordMax: Type.Integer(),
    passkeyHost: Type.String({ description: 'The only host on which passkeys work.' }),
  },
  { title: 'PortalSettings' },
)

const mail = Type.Object(
  {
    id: Type.String({ format: 'uuid' }),
    to: Type.String(),
    subject: Type.String(),
    text: Type.String(),
    html: Type.String(),
    link: Type.Union([Type.String(), Type.Null()], { description: 'The link of the mail.' }),
    createdAt: Type.String({ format: 'date-time' }),
  },
  { title: 'PortalMail' },
)

const session = Type.Object(
  {
    ...authenticatedAccount.properties,
    token: Type.String({ description: 'Bearer token, valid for ten minutes.' }),
    isOperator: Type.Boolean({ description: "Whether the account sees the operator's page." }),
  },
  { title: 'PortalLogin' },
)

const passkeyResponse = Type.Object(
  { response: Type.Object({ id: Type.String({ maxLength: 2000 }) }) },
  { additionalProperties: false },
)

/** The token of the link in a mail. */
const mailedToken = Type.Object({ token: Type.String({ maxLength: 100 }) }, { additionalProperties: false })

/** The address that an account has now. */
const accountEmail = Type.Object({ email: Type.String() }, { title: 'AccountEmail' })

/**
 * The portal's own API, for its pages alone: described in docs/portal-api.json, not in the public description. Requests passed on to
 * better-auth aren't here: they have its types.
 */
export const portalApi = {
  token: {
    method: 'POST',
    url: '/portal/api/token',
    schema: {
      hide: true,
      operationId: 'getPortalToken',
      summary: 'Get a token for the session of the cookie',
      errors: ['session_missing', 'forbidden', 'second_factor_required'],
      response: { 200: envelope(session) },
    },
  },
  stepUp: {
    method: 'POST',
    url: '/portal/api/step-up',
    schema: {
      hide: true,
      operationId: 'stepUpByPasskey',
      summary: 'Step up the session with a passkey',
      errors: ['session_missing', 'forbidden', 'passkey_refused', 'passkey_unverified', 'second_factor_required'],
      body: passkeyResponse,
      response: { 200: envelope(Type.Object({ until: Type.String({ format: 'date-time' }) })) },
    },
  },
  confirmEmail: {
    method: 'POST',
    url: '/portal/api/email/confirm',
    schema: {
      hide: true,
      operationId: 'confirmEmail',
      summary: 'Confirm the new e-mail address of an account, by the token that was mailed to it',
      errors: ['forbidden', 'link_invalid', 'email_taken'],
      body: mailedToken,
      response: { 200: envelope(accountEmail) },
    },
  },
  undoEmail: {
    method: 'POST',
    url: '/portal/api/email/undo',
    schema: {
      hide: true,
      operationId: 'undoEmail',
      summary: 'Give an account its former e-mail address back, by the token that was mailed to it',
      errors: ['forbidden', 'link_invalid'],
      body: mailedToken,
      response: { 200: envelope(accountEmail) },
    },
  },
  settings: {
    method: 'GET',
    url: '/portal/api/settings',
    schema: {
      hide: true,
      operationId: 'getPortalSettings',
      summary: "Get the portal's public settings",
      response: { 200: envelope(settings) },
    },
  },
  mailbox: {
    method: 'GET',
    url: '/portal/api/mailbox',
    schema: {
      hide: true,
      operationId: 'listPortalMails',
      summary: 'List the mails of a service without a mail server',
      errors: ['mailbox_locked'],
      response: { 200: envelope(Type.Array(mail)) },
    },
  },
} as const satisfies Record<string, PortalRoute>
