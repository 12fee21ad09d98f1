import { verifierCommand } from '@tallystick/proof'
import type { FastifyInstance, onRequestHookHandler } from 'fastify'
import { Type } from 'typebox'
import { exportAccount } from '../accounts/export.js'
import { requireRecentLogin } from '../accounts/proving/step-up.js'
import { type ArchiveEntry, bytesFile, jsonFile, textFile } from '../base/archives/archive.js'
import { zipStream } from '../base/archives/zip.js'
import type { Database } from '../base/database/db.js'
import type { Exporter } from '../base/room.js'
import { verifier } from '../certificates/verifier.js'
import { Slots } from '../http/limits/slots.js'
import { caip2, type NetworkInfo } from '../ledger/proofs/proof.js'

/** Dependencies of {@link exportRoutes}. */
export interface ExportContext {
  database: Database
  network: NetworkInfo
  exporters: readonly Exporter[]
}

/** Exports at the same time. An export with a slow reader costs little. */
const exportsMax = { account: 1, all: 16 }

/** `POST /account/export`: the account and everything it owns, as one archive. */
export async function exportRoutes(
  app: FastifyInstance,
  { context, onRequest }: { context: ExportContext; onRequest: onRequestHookHandler },
): Promise<void> {
  const slots = new Slots({ limits: exportsMax })
  app.route({
    method: 'POST',
    url: '/account/export',
    onRequest: [onRequest, requireRecentLogin(context.database)],
    schema: {
      tags: ['Account'],
      operationId: 'exportAccount',
      answerHeaders: ['Content-Disposition'],
      errors: ['session_old', 'step_up_required'],
      summary: 'Export the account with all data, files and proofs',
      description:
        'A zip archive, created while streaming; its README.txt describes the contents. One at a time. ' +
        'Requires a token given for the secret key in the last 10 minutes, or a step-up.',
      response: {
        200: {
          content: { 'application/zip': { schema: Type.Unsafe<unknown>({ type: 'string', format: 'binary' }) } },
        },
      },
    },
    handler: async (request, reply) => {
      const { accountId } = request.session
      await slots.take(accountId, reply.raw)
      const now = new Date()
      const archive = zipStream(entriesOf(context, accountId, now))
      archive.once('error', (error) => request.log.warn({ err: error, accountId }, 'an export was interrupted'))
      const name = `tallystick-export-${now.toISOString().slice(0, 10)}.zip`
      return reply.type('application/zip').header('content-disposition', `attachment; filename="${name}"`).send(archive)
    },
  })
}

async function* entriesOf(context: ExportContext, accountId: string, now: Date): AsyncGenerator<ArchiveEntry, void> {
  const { database, network, exporters } = context
  const account = await exportAccount(database, accountId)
  const chain = { chain: caip2(network.chainId), name: network.name, private: network.isPrivate }
  yield textFile('README.txt', guideOf(exporters), now)
  yield* verifierFiles(now)
  yield jsonFile('account.json', { exportedAt: now.toISOString(), network: chain, ...account }, now)
  for (const exporter of exporters) yield* exporter.entries(accountId, now)
}

/** The verifier and the specification: an archive may be opened when the service is long gone. */
function* verifierFiles(now: Date): Generator<ArchiveEntry, void> {
  const { page, program, format, schemas } = verifier()
  for (const { name, content } of [page, program, format, ...schemas]) {
    yield bytesFile(`verifier/${name}`, content, now)
  }
}

/** README.txt: a line for each file and folder of the archive. */
function guideOf(exporters: readonly Exporter[]): string {
  const account = {
    'account.json': 'your profile, API clients (without secret keys) and sessions',
    'verifier/': 'to verify your files with their proofs: a page, a program, and a description of the format',
  }
  const lines = [account, ...exporters.map(({ guide }) => guide)]
    .flatMap((guide) => Object.entries(guide))
    .map(([path, meaning]) => `${path.padEnd(16)} ${meaning}\n`)
  return `This is everything this service keeps about your account, as of the time in account.json.

${lines.join('')}
A proof verifies without this service and without the internet. Open verifier/tallystick.html in a browser and drop the file and
its proof there. Or, with Node 20.19 or newer, in the folder verifier:

${verifierCommand()} verify FILE PROOF

verifier/proof-format.html describes how to verify a proof without either of them.
`
}
