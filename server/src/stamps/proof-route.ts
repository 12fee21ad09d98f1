import type { FastifyInstance, onRequestHookHandler } from 'fastify'
import { Type } from 'typebox'
import { languageOf } from '../accounts/owners.js'
import { type ProofForm, proofContent, proofErrors, proofForm, sendProof } from '../certificates/proof-formats.js'
import { tagAnswers } from '../http/answers/entity-tags.js'
import { originOf } from '../http/host.js'
import { type StampsRoom, stampProof } from './room.js'

/** `GET /hash/{code}/proof`. */
export async function stampProofRoute(
  app: FastifyInstance,
  { room, onRequest }: { room: StampsRoom; onRequest: onRequestHookHandler },
): Promise<void> {
  await tagAnswers(app)
  app.route<{ Params: { code: string }; Querystring: ProofForm }>({
    method: 'GET',
    url: '/hash/:code/proof',
    onRequest,
    schema: {
      tags: ['Proofs'],
      operationId: 'getProof',
      caching: 'tag',
      errors: ['stamp_not_found', ...proofErrors],
      summary: 'Get the proof of a stamp',
      description:
        "Without salt and details if it is another account's and its owner has not published them. " +
        'Verifies offline with the programs at `/verifier`. It is completed as its anchor becomes final; its address stays the same. ' +
        '`format=ots`: an OpenTimestamps file, for SHA-256 digests. `tsr`: a ZIP with the ' +
        'timestamps of authorities (RFC 3161) and how to verify them with openssl; 404 `tsr_missing` while there is none. `pdf`, `html`: a certificate that ' +
        'contains the proof.',
      params: Type.Object({ code: Type.String() }),
      querystring: Type.Object(proofForm, { additionalProperties: false }),
      response: { 200: proofContent },
    },
    handler: async (request, reply) => {
      const { accountId } = request.session
      const { proof, isPublic } = await stampProof(room, accountId, request.params.code)
      const base = room.publicUrl ?? originOf(request)
      const language = () => languageOf(room.database, accountId)
      return sendProof(reply, proof, request.query, {
        base,
        isPublic,
        language,
        drawer: room.drawer,
        database: room.database,
      })
    },
  })
}
