import type { FastifyInstance, onRequestAsyncHookHandler, onRequestHookHandler } from 'fastify'
import { Type } from 'typebox'
import { envelope } from '../http/answers/envelope.js'
import type { PortalRoute } from '../http/portal-route.js'
import type { DiskSpace } from './stores/disk-space.js'

const state = Type.Object(
  {
    store: Type.Enum(['disk', 's3'], { description: 'Where the content of files is.' }),
    disks: Type.Array(
      Type.Object({
        holds: Type.Enum(['files', 'database']),
        folder: Type.String(),
        freeBytes: Type.Integer(),
        reserveBytes: Type.Integer({ description: 'Bytes kept free of uploads.' }),
      }),
      { description: 'File systems that the service writes to; empty with S3 and a database elsewhere.' },
    ),
    heldBytes: Type.Integer({ description: 'Bytes held for uploads that are running in this process.' }),
  },
  { title: 'OperatorStorage' },
)

/** The part of the operator's page that is about storage. */
export const operatorStorageApi = {
  storage: {
    method: 'GET',
    url: '/portal/api/operator/storage',
    schema: {
      hide: true,
      operationId: 'getStorageForOperator',
      summary: 'Get the free space of the disks',
      response: { 200: envelope(state) },
    },
  },
} as const satisfies Record<string, PortalRoute>

interface OperatorStorageContext {
  space: DiskSpace
  store: 'disk' | 's3'
  onRequest: onRequestHookHandler
  onOperator: onRequestAsyncHookHandler
}

/** `/portal/api/operator/storage`. */
export async function operatorStorageRoute(app: FastifyInstance, context: OperatorStorageContext): Promise<void> {
  const { space, store, onRequest, onOperator } = context
  app.route({
    ...operatorStorageApi.storage,
    onRequest: [onRequest, onOperator],
    handler: async () => {
      const disks = (await space.disks()).map(({ holds, folder, free, reserve }) => ({
        holds,
        folder,
        freeBytes: free,
        reserveBytes: reserve,
      }))
      return {
        status: 200,
        message: 'Storage fetched successfully',
        data: { store, disks, heldBytes: space.heldBytes },
      }
    },
  })
}
