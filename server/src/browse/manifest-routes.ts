import { Readable } from 'node:stream'
import type { FastifyInstance, onRequestHookHandler } from 'fastify'
import { Type } from 'typebox'
import { requireOwnAccount } from '../accounts/tokens/session.js'
import type { Database } from '../base/database/db.js'
import type { NetworkInfo } from '../ledger/proofs/proof.js'
import { folderManifest, manifestFilesMax } from './manifest.js'

/** `GET /api/folders/{folderId}/manifest`. */
export async function manifestRoutes(
  app: FastifyInstance,
  { room, onRequest }: { room: { database: Database; network: NetworkInfo }; onRequest: onRequestHookHandler },
): Promise<void> {
  app.route<{ Params: { folderId: string }; Querystring: { organizationId?: string } }>({
    method: 'GET',
    url: '/folders/:folderId/manifest',
    onRequest,
    schema: {
      tags: ['Proofs'],
      operationId: 'getManifest',
      errors: ['forbidden', 'folder_not_found', 'folder_too_large'],
      summary: 'Get the proofs of all files in a folder',
      description:
        'One document with the current versions of all files in the folder and its subfolders, without the bin. Verifies ' +
        `offline: \`tallystick verify DIR MANIFEST\`, see \`/verifier\`. At most ${manifestFilesMax.toLocaleString('en')} files.`,
      params: Type.Object({ folderId: Type.String() }),
      querystring: Type.Object({ organizationId: Type.Optional(Type.String()) }, { additionalProperties: false }),
      response: { 200: Type.Unsafe<unknown>({ type: 'object', additionalProperties: true }) },
    },
    handler: async (request, reply) => {
      const { accountId } = request.session
      requireOwnAccount(accountId, request.query.organizationId)
      const text = await folderManifest(room, accountId, request.params.folderId)
      // Without an envelope, because the answer is saved as the manifest.
      reply.type('application/json; charset=utf-8')
      return reply.send(Readable.from(text, { objectMode: false }))
    },
  })
}
