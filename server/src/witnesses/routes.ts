import type { FastifyInstance, onRequestHookHandler } from 'fastify'
import { Type } from 'typebox'
import type { Queryable } from '../base/database/db.js'
import { createdAt } from '../base/ids.js'
import { envelope } from '../http/answers/envelope.js'
import * as sql from './sql.js'
import type { NamedWitness } from './witness.js'

const iso = Type.String({ format: 'date-time' })
const isoOrNull = Type.Union([iso, Type.Null()])

const states = Type.Object(
  {
    intervalSeconds: Type.Integer({ description: 'How often the roots of new batches go to the witnesses.' }),
    witnesses: Type.Array(
      Type.Object({
        kind: Type.Enum(['rfc3161', 'opentimestamps', 'chain']),
        name: Type.String({ description: 'Host of the witness, as proofs name it.' }),
        answered: Type.Integer({ description: 'Trees it has witnessed.' }),
        lastAnsweredAt: isoOrNull,
        waiting: Type.Integer({ description: 'Trees that still wait for it.' }),
        waitingSince: isoOrNull,
        failure: Type.Union([Type.String(), Type.Null()], { description: 'Why it has not answered.' }),
      }),
      { description: 'Witnesses in use; empty if none is set.' },
    ),
  },
  { title: 'Witnesses' },
)

/** Dependencies of the routes. */
export interface WitnessRoutesContext {
  database: Queryable
  witnesses: readonly NamedWitness[]
  intervalMs: number
  onRequest: onRequestHookHandler
}

/** `GET /network/witnesses`: how the witnesses outside of the chain stand. */
export async function witnessRoutes(app: FastifyInstance, context: WitnessRoutesContext): Promise<void> {
  app.route({
    method: 'GET',
    url: '/network/witnesses',
    onRequest: context.onRequest,
    schema: {
      tags: ['Network'],
      operationId: 'getWitnesses',
      summary: 'Get the state of the witnesses outside the chain',
      description:
        'Timestamping authorities, calendars and a second chain that the operator has set. Each gets the roots of new ' +
        'batches.',
      response: { 200: envelope(states) },
    },
    handler: async () => ({ status: 200, message: 'Witnesses fetched successfully', data: await statesOf(context) }),
  })
}

async function statesOf({ database, witnesses, intervalMs }: WitnessRoutesContext) {
  const rows = await database.query<sql.WitnessState>(sql.witnessStates)
  return {
    intervalSeconds: intervalMs / 1000,
    witnesses: witnesses.map(({ kind, address, name }) => {
      const row = rows.find((one) => one.kind === kind && one.witness === address)
      return {
        kind,
        name,
        answered: row?.answered ?? 0,
        lastAnsweredAt: row?.last_answered_at?.toISOString() ?? null,
        waiting: row?.waiting ?? 0,
        waitingSince: row?.waiting_since ? createdAt(row.waiting_since) : null,
        failure: row?.failure ?? null,
      }
    }),
  }
}
