import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import { envelope } from '../../http/answers/envelope.js'
import { requireSession, type Tokens } from '../tokens/token.js'
import type { Quota, Quotas } from './quotas.js'

const dayMs = 86_400_000

const limit = Type.Union([Type.Integer(), Type.Null()], { description: 'null: no limit.' })
/** An account's usage with its limits. */
export const usage = Type.Object(
  {
    storage: Type.Object(
      { used: Type.Integer(), limit },
      {
        description:
          'Bytes of files (all versions, the bin included, and thumbnails) and of what is kept in the database: metadata of stamps and ' +
          'uploads, answers of multi-stamps, timestamp tokens, the log of deliveries.',
      },
    ),
    unfinishedUploads: Type.Object(
      { used: Type.Integer(), limit, count: Type.Integer() },
      {
        description:
          'Bytes of resumable uploads that have not become files, by their announced sizes, and their number.',
      },
    ),
    stampsToday: Type.Object(
      { used: Type.Integer(), limit, resetsAt: Type.String({ format: 'date-time' }) },
      { description: 'Stamps since midnight UTC.' },
    ),
    multiStampItems: Type.Object(
      { used: Type.Integer(), limit },
      { description: 'Items of multi-stamp requests that are running, in the process that answers.' },
    ),
  },
  { title: 'Usage' },
)

/** `GET /account/usage`: what the account uses of its quotas. */
export async function usageRoutes(
  app: FastifyInstance,
  { tokens, quotas }: { tokens: Tokens; quotas: Quotas },
): Promise<void> {
  app.route({
    method: 'GET',
    url: '/account/usage',
    onRequest: requireSession(tokens),
    schema: {
      tags: ['Account'],
      operationId: 'getUsage',
      summary: 'Get what the account uses, and its limits',
      description:
        'Stored bytes, unfinished uploads, stamps of today and multi-stamp items under way, each with its limit.',
      response: { 200: envelope(usage) },
    },
    handler: async (request) => {
      const { accountId } = request.session
      const data = presentUsage(await quotas.of(accountId), quotas.bulkItemsOf(accountId))
      return { status: 200, message: 'Usage fetched successfully', data }
    },
  })
}

/** Presents usage with its limits. @param bulkItems items of multi-stamps that this process is working on */
export function presentUsage({ usage, limits }: Quota, bulkItems: number) {
  const limited = (used: number, max: number) => ({ used, limit: max === 0 ? null : max })
  return {
    storage: limited(usage.storedBytes, limits.storageBytes),
    unfinishedUploads: {
      ...limited(usage.unfinishedBytes, limits.unfinishedBytes),
      count: usage.unfinishedUploads,
    },
    stampsToday: {
      ...limited(usage.stamps, limits.stampsPerDay),
      resetsAt: new Date((usage.day + 1) * dayMs).toISOString(),
    },
    multiStampItems: limited(bulkItems, limits.bulkItems),
  }
}
