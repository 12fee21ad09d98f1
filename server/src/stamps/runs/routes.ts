import type { FastifyInstance, onRequestHookHandler } from 'fastify'
import { envelope } from '../../http/answers/envelope.js'
import { fulfilClaims, idempotently } from '../../http/idempotency.js'
import { listRoute } from '../../http/paging/list-route.js'
import { idCursor, type PageQuery } from '../../http/paging/paging.js'
import type { StampsRoom } from '../room.js'
import { presentRun, presentWithFailures } from './present.js'
import {
  addToRun,
  type CountedRun,
  createRun,
  listRuns,
  type RunFailure,
  type RunItem,
  readRun,
  renameRun,
} from './run.js'
import * as schema from './schema.js'

const tags = ['Stamping v1']

interface OfRun {
  Params: { id: string }
}

/** `POST|GET /hash/runs`, `GET|PATCH /hash/runs/{id}`, `POST /hash/runs/{id}/stamps`. */
export async function runRoutes(
  app: FastifyInstance,
  { room, onRequest }: { room: StampsRoom; onRequest: onRequestHookHandler },
): Promise<void> {
  const { database } = room
  app.route<{ Body: { name?: string; isPrivate: boolean } }>({
    method: 'POST',
    url: '/hash/runs',
    onRequest,
    schema: {
      tags,
      operationId: 'createRun',
      errors: ['too_many_runs'],
      isIdempotent: true,
      summary: 'Create a run: documents stamped in one go',
      description: 'Stamps are added with `POST /hash/runs/{id}/stamps`. You alone see it; no proof names it.',
      body: schema.newRun,
      response: { 200: envelope(schema.run) },
    },
    handler: (request, reply) =>
      idempotently(database, request, reply, 'with-effect', async (claim) => {
        const { name = '', isPrivate } = request.body
        const answer = (run: CountedRun) => ({
          status: 200,
          message: 'Run created successfully',
          data: presentRun(run),
        })
        const keep = (run: CountedRun) =>
          claim && fulfilClaims([{ claim, status: 200, body: JSON.stringify(answer(run)) }])
        return answer(await createRun(room, request.session.accountId, { name, isPrivate }, keep))
      }),
  })

  listRoute<{ Querystring: PageQuery }, CountedRun, string>(app, {
    url: '/hash/runs',
    onRequest,
    schema: {
      tags,
      operationId: 'listRuns',
      summary: 'List your runs',
      description: 'Newest first. The stamps of a run: `GET /hash?run=…`.',
      querystring: schema.runList,
    },
    item: schema.run,
    itemsName: 'runs',
    message: 'Runs fetched successfully',
    cursor: idCursor,
    read: (request, page) => listRuns(database, request.session.accountId, page),
    present: (runs) => runs.map(presentRun),
  })

  app.route<OfRun>({
    method: 'GET',
    url: '/hash/runs/:id',
    onRequest,
    schema: {
      tags,
      operationId: 'getRun',
      errors: ['run_not_found'],
      summary: 'Get a run',
      description: 'With the documents that have no stamp, by folder and name in natural order.',
      params: schema.runParams,
      response: { 200: envelope(schema.runDetails) },
    },
    handler: async (request) => {
      const { accountId } = request.session
      const run = await readRun(database, accountId, request.params.id)
      return {
        status: 200,
        message: 'Run fetched successfully',
        data: await presentWithFailures(database, accountId, run),
      }
    },
  })

  app.route<OfRun & { Body: { name: string } }>({
    method: 'PATCH',
    url: '/hash/runs/:id',
    onRequest,
    schema: {
      tags,
      operationId: 'renameRun',
      errors: ['run_not_found'],
      summary: 'Rename a run',
      description: 'Its stamps stay as they are.',
      params: schema.runParams,
      body: schema.renamed,
      response: { 200: envelope(schema.run) },
    },
    handler: async (request) => {
      const run = await renameRun(database, request.session.accountId, request.params.id, request.body.name)
      return { status: 200, message: 'Run updated successfully', data: presentRun(run) }
    },
  })

  app.route<OfRun & { Body: { items: RunItem[]; failures?: RunFailure[] } }>({
    method: 'POST',
    url: '/hash/runs/:id/stamps',
    onRequest,
    schema: {
      tags,
      operationId: 'addToRun',
      errors: ['run_not_found', 'stamp_not_found', 'storage_quota'],
      takesSpace: true,
      summary: 'Add stamps to a run, and say which documents have none',
      description:
        'Stamps that are in the run already stay in it, so repeating is harmless. All of it is done, or nothing. `failures` replace those of the run.',
      params: schema.runParams,
      body: schema.additions,
      response: { 200: envelope(schema.run) },
    },
    handler: async (request) => {
      const run = await addToRun(room, request.session.accountId, request.params.id, request.body)
      return { status: 200, message: 'Stamps added successfully', data: presentRun(run) }
    },
  })
}
