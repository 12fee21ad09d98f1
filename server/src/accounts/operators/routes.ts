import type { FastifyInstance, FastifyRequest, onRequestAsyncHookHandler, onRequestHookHandler } from 'fastify'
import type { Database } from '../../base/database/db.js'
import { isUuid } from '../../base/ids.js'
import { apiError } from '../../http/errors.js'
import { answerPage } from '../../http/paging/list-route.js'
import { idCursor, type PageQuery, pageRequest } from '../../http/paging/paging.js'
import type { Mailer } from '../mail/mail.js'
import { securityOf } from '../portal-sql.js'
import { requireStepUp } from '../proving/step-up.js'
import type { Quotas } from '../quotas/quotas.js'
import { presentUsage } from '../quotas/usage-routes.js'
import {
  type AccountListRequest,
  accountWithUsage,
  listAccountsWithUsage,
  type OperatorAccountRow,
} from './accounts-sql.js'
import { operatorAccountsApi as api } from './api.js'
import { type Changed, disableAccount, enableAccount } from './disabling.js'
import { type Intervention, interventionsOn } from './interventions.js'

/** Dependencies of the routes. */
interface OperatorContext {
  db: Database
  quotas: Quotas
  mailer: Mailer
  onRequest: onRequestHookHandler
  /** Lets operators pass; to everyone else the routes don't exist. */
  onOperator: onRequestAsyncHookHandler
}

interface OfAccount {
  Params: { accountId: string }
}

type Change = OfAccount & { Body: { reason: string } }

const interventionsShown = 20

/** `/portal/api/operator/accounts` and `/portal/api/operator/mails`. */
export async function operatorAccountRoutes(app: FastifyInstance, context: OperatorContext): Promise<void> {
  const { db, quotas, mailer, onOperator } = context
  const onRequest = [context.onRequest, onOperator]

  app.route<{ Querystring: PageQuery & Pick<AccountListRequest, 'search' | 'state' | 'sort' | 'order'> }>({
    ...api.accounts,
    onRequest,
    handler: async (request, reply) => {
      const { search, state, sort, order } = request.query
      const asked = { ...pageRequest(request.query, idCursor), search, state, sort, order }
      const page = await listAccountsWithUsage(db, asked)
      const message = 'Accounts fetched successfully'
      return answerPage(reply, page, page.rows.map(present), { message, cursor: idCursor })
    },
  })

  app.route<OfAccount>({
    ...api.account,
    onRequest,
    handler: async (request) => {
      const { accountId } = request.params
      const account = await accountWithUsage(db, accountId)
      const security = account && (await securityOf(db, accountId))
      if (account === undefined || security === undefined) throw apiError('not_found')
      const data = {
        ...present(account),
        usage: presentUsage(await quotas.of(accountId), quotas.bulkItemsOf(accountId)),
        twoFactorEnabled: security.twoFactorEnabled,
        passkeys: security.passkeys,
        interventions: (await interventionsOn(db, accountId, interventionsShown)).map(presentIntervention),
      }
      return { status: 200, message: 'Account fetched successfully', data }
    },
  })

  // Both outlive the session: one keeps a person out, the other lets a person in.
  const onChange = [context.onRequest, onOperator, requireStepUp(db)]
  const change = async (request: FastifyRequest<Change>, run: typeof disableAccount) => {
    const { accountId } = request.params
    const by = { operatorId: request.session.accountId }
    if (!isUuid(accountId)) throw apiError('not_found')
    // The security log names whom it concerns.
    request.actor = { subjectId: accountId }
    requireChange(await run(db, accountId, by, request.body.reason.trim()))
  }

  app.route<Change>({
    ...api.disable,
    onRequest: onChange,
    handler: async (request) => {
      if (request.params.accountId.toLowerCase() === request.session.accountId) throw apiError('own_account')
      await change(request, disableAccount)
      return { status: 200, message: 'Account disabled successfully' }
    },
  })

  app.route<Change>({
    ...api.enable,
    onRequest: onChange,
    handler: async (request) => {
      await change(request, enableAccount)
      return { status: 200, message: 'Account enabled successfully' }
    },
  })

  app.route({
    ...api.mails,
    onRequest,
    handler: async () => {
      const { oldestAt, ...state } = await mailer.state()
      const data = { ...state, oldestAt: oldestAt?.toISOString() ?? null }
      return { status: 200, message: 'Mails fetched successfully', data }
    },
  })
}

/** @throws {ApiError} 409 when the account is being erased */
function requireChange(changed: Changed): void {
  if (changed === 'closed') throw apiError('account_erasing')
}

function present({ deletionAt, createdAt, lastActiveAt, ...account }: OperatorAccountRow) {
  return {
    ...account,
    deletionAt: deletionAt?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
    lastActiveAt: lastActiveAt?.toISOString() ?? null,
  }
}

function presentIntervention({ at, ...intervention }: Intervention) {
  return { ...intervention, at: at.toISOString() }
}
