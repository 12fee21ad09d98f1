import type { FastifyInstance, onRequestHookHandler } from 'fastify'
import { Type } from 'typebox'
import { exportAccount } from './accounts/export.js'
import { type ArchiveEntry, zipStream } from './base/archive.js'
import type { Database } from './base/db.js'
import { exportContents, exportFolders } from './browse/export.js'
import type { Vault } from './files/vault.js'
import { apiError } from './http/errors.js'
import { caip2, type NetworkInfo } from './ledger/proof.js'
import { exportStamps } from './stamps/export.js'
import { exportWebhooks } from './webhooks/export.js'

/** What an export is made from. */
export interface ExportContext {
  database: Database
  network: NetworkInfo
  vault: Vault
}

/** Proofs of stamps that lie in files of their own; those of older ones are in stamps.jsonl alone. */
const proofFilesMax = 20_000
/** Exports at the same time, of all accounts together. */
const atOnce = 4

const guide = `This is everything that this Tallystick keeps of your account, as of the time in account.json.

account.json     you, your API clients (without their secret keys), your logins
webhooks.json    your webhooks (without their secrets)
stamps.jsonl     your stamps, newest first: one JSON object in each line, with its proof
proofs/          the proofs of your newest stamps, one file each, named by their codes
folders.json     your folders
files.jsonl      your files and their versions: one JSON object in each line; "path" says where the content is
files/           the contents of your files, as your folders are, each with its proof beside it
versions/        contents that were replaced by newer ones
bin/             what was in the bin

A proof verifies without us, and without the internet:

npx tallystick verify FILE PROOF
`

/** `POST /account/export`: the account with all that belongs to it, as one archive. */
export async function exportRoutes(
  app: FastifyInstance,
  { context, onRequest }: { context: ExportContext; onRequest: onRequestHookHandler },
): Promise<void> {
  const running = new Set<string>()
  app.route({
    method: 'POST',
    url: '/account/export',
    onRequest,
    schema: {
      tags: ['Account'],
      operationId: 'exportAccount',
      summary: 'Download the account with all its data, files and proofs',
      description: 'One zip archive, made while it is sent; its README.txt says what is where. One at a time.',
      response: {
        200: {
          content: { 'application/zip': { schema: Type.Unsafe<unknown>({ type: 'string', format: 'binary' }) } },
        },
      },
    },
    handler: (request, reply) => {
      const { accountId } = request.session
      if (running.has(accountId) || running.size >= atOnce) throw apiError('rate_limited')
      running.add(accountId)
      const now = new Date()
      const archive = zipStream(entriesOf(context, accountId, now))
      archive.once('close', () => running.delete(accountId))
      archive.once('error', (error) => request.log.warn({ err: error, accountId }, 'an export was interrupted'))
      const name = `tallystick-export-${now.toISOString().slice(0, 10)}.zip`
      return reply
        .type('application/zip')
        .headers({ 'content-disposition': `attachment; filename="${name}"`, 'cache-control': 'no-store' })
        .send(archive)
    },
  })
}

async function* entriesOf(context: ExportContext, accountId: string, now: Date): AsyncGenerator<ArchiveEntry, void> {
  const { database, network, vault } = context
  const text = (path: string, parts: AsyncIterable<string> | readonly string[]): ArchiveEntry => ({
    path,
    modifiedAt: now,
    compress: true,
    content: () => (Array.isArray(parts) ? each(parts) : (parts as AsyncIterable<string>)),
    ...(Array.isArray(parts) && { size: Buffer.byteLength(parts.join('')) }),
  })
  const json = (path: string, value: unknown) => text(path, [`${JSON.stringify(value, null, 2)}\n`])

  const account = await exportAccount(database, accountId)
  const chain = { chain: caip2(network.chainId), name: network.name, private: network.isPrivate }
  yield text('README.txt', [guide])
  yield json('account.json', { exportedAt: now.toISOString(), network: chain, ...account })
  yield json('webhooks.json', await exportWebhooks(database, accountId))

  const stamps = () => exportStamps(database, network, accountId, account.emailVerified)
  yield text(
    'stamps.jsonl',
    lines(stamps(), ({ details, proof }) => ({ ...details, proof })),
  )
  let proofs = 0
  for await (const { code, proof } of stamps()) {
    if (++proofs > proofFilesMax) break
    yield json(`proofs/${code}.json`, proof)
  }

  const contents = () => exportContents(database, network, accountId)
  yield json('folders.json', await exportFolders(database, accountId))
  yield text(
    'files.jsonl',
    lines(contents(), ({ details }) => details),
  )
  for await (const { path, ref, createdAt, proof } of contents()) {
    yield { path, modifiedAt: createdAt, compress: false, size: ref.size, content: () => vault.open(ref) }
    const own = await proof()
    if (own) yield json(own.path, own.document)
  }
}

async function* lines<T>(items: AsyncIterable<T>, line: (item: T) => object): AsyncGenerator<string, void> {
  for await (const item of items) yield `${JSON.stringify(line(item))}\n`
}

async function* each(parts: readonly string[]): AsyncGenerator<string, void> {
  yield* parts
}
