import { Type } from 'typebox'
import { envelope, list } from '../../http/answers/envelope.js'
import { pageFields } from '../../http/paging/page-fields.js'
import type { PortalRoute } from '../../http/portal-route.js'
import { usage } from '../quotas/usage-routes.js'
import { accountSorts, accountStates } from './accounts-sql.js'
import { interventionKinds, reasonMax } from './interventions.js'

const moment = Type.String({ format: 'date-time' })
const momentOrNull = Type.Union([moment, Type.Null()])
const textOrNull = Type.Union([Type.String(), Type.Null()])

const account = {
  id: Type.String({ format: 'uuid' }),
  email: Type.String(),
  emailVerified: Type.Boolean(),
  name: Type.String(),
  state: Type.Enum(['open', 'disabled', 'erasing']),
  isOperator: Type.Boolean(),
  deletionAt: momentOrNull,
  createdAt: moment,
  lastActiveAt: Type.Union([moment, Type.Null()], { description: 'Last login of a client or use of the portal.' }),
  clients: Type.Integer({ description: 'API clients that are not revoked.' }),
  stamps: Type.Integer(),
  storedBytes: Type.Integer(),
}
const listed = Type.Object(account, { title: 'OperatorAccount' })

const intervention = Type.Object({
  id: Type.String({ format: 'uuid' }),
  kind: Type.Enum([...interventionKinds]),
  at: moment,
  person: Type.Union([Type.String(), Type.Null()], {
    description: 'The user of the operating system who ran the command; null when it was done in the portal.',
  }),
  operator: Type.Union([Type.String(), Type.Null()], {
    description: 'E-mail address of the operator in the portal; null once that account is erased.',
  }),
  reason: textOrNull,
})

const details = Type.Object(
  {
    ...account,
    usage,
    twoFactorEnabled: Type.Boolean(),
    passkeys: Type.Integer(),
    interventions: Type.Array(intervention, { description: 'The newest twenty, newest first.' }),
  },
  { title: 'OperatorAccountDetails' },
)

const mails = Type.Object(
  {
    delivery: Type.Enum(['server', 'mailbox', 'none'], {
      description: "By a mail server, into the portal's own mailbox, or not at all.",
    }),
    waiting: Type.Integer(),
    oldestAt: momentOrNull,
    retried: Type.Integer({ description: 'Mails that the mail server refused at least once.' }),
    failure: textOrNull,
  },
  { title: 'OperatorMails' },
)

const accountParams = Type.Object({ accountId: Type.String({ maxLength: 100 }) })
const reasonBody = Type.Object(
  { reason: Type.String({ minLength: 1, maxLength: reasonMax, pattern: '^[^\\u0000-\\u001f\\u007f]+$' }) },
  { additionalProperties: false },
)
const refusedChange = ['not_found', 'step_up_required', 'account_erasing'] as const

/** The part of the operator's page that is about accounts and mails. */
export const operatorAccountsApi = {
  accounts: {
    method: 'GET',
    url: '/portal/api/operator/accounts',
    schema: {
      hide: true,
      operationId: 'listAccountsForOperator',
      summary: 'List accounts, newest first unless sorted',
      errors: ['list_too_long'],
      querystring: Type.Object(
        {
          ...pageFields,
          search: Type.Optional(
            Type.String({ maxLength: 254, description: 'Part of a name or e-mail address, or a user ID.' }),
          ),
          state: Type.Optional(Type.Enum([...accountStates])),
          sort: Type.Optional(Type.Enum([...accountSorts])),
          order: Type.Optional(Type.Enum(['asc', 'desc'])),
        },
        { additionalProperties: false },
      ),
      response: { 200: envelope(list(listed)) },
    },
  },
  account: {
    method: 'GET',
    url: '/portal/api/operator/accounts/:accountId',
    schema: {
      hide: true,
      operationId: 'getAccountForOperator',
      summary: 'Get an account with its usage and what operators did to it',
      params: accountParams,
      response: { 200: envelope(details) },
    },
  },
  disable: {
    method: 'POST',
    url: '/portal/api/operator/accounts/:accountId/disable',
    schema: {
      hide: true,
      operationId: 'disableAccount',
      summary: 'Disable an account',
      errors: [...refusedChange, 'own_account'],
      params: accountParams,
      body: reasonBody,
      response: { 200: envelope() },
    },
  },
  enable: {
    method: 'POST',
    url: '/portal/api/operator/accounts/:accountId/enable',
    schema: {
      hide: true,
      operationId: 'enableAccount',
      summary: 'Enable a disabled account',
      errors: refusedChange,
      params: accountParams,
      body: reasonBody,
      response: { 200: envelope() },
    },
  },
  mails: {
    method: 'GET',
    url: '/portal/api/operator/mails',
    schema: {
      hide: true,
      operationId: 'getMailsForOperator',
      summary: 'Get how mails are delivered, and which wait',
      response: { 200: envelope(mails) },
    },
  },
} as const satisfies Record<string, PortalRoute>
