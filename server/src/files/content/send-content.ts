import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { apiError } from '../../http/errors.js'
import { iconFor } from '../../media/icons.js'
import type { BlobRef, Vault } from '../blobs/vault.js'
import { attachmentOf, extensionOf } from '../download-name.js'
import type { FileRow } from '../sql.js'
import { allowsRange, matchesTag, rangeOf } from './byte-range.js'

/** A browser that shows the answer runs and loads nothing, and gives it no origin. */
const sandbox = "default-src 'none'; style-src 'unsafe-inline'; sandbox"

/**
 * Sends the content of a file, whole or one range of it, decrypted if necessary (RFC 9110 §13, §14).
 *
 * @throws {ApiError} 416
 */
export async function sendContent(vault: Vault, row: FileRow, request: FastifyRequest, reply: FastifyReply) {
  const tag = `"${row.digest.toString('hex')}"`
  reply.headers({
    etag: tag,
    'accept-ranges': 'bytes',
    'cache-control': 'private, no-cache',
    'content-security-policy': sandbox,
    'last-modified': lastModified(row),
  })
  if (matchesTag(request.headers['if-none-match'], tag)) return reply.code(304).send()
  const { range: wanted, 'if-range': condition } = request.headers
  const isRanged = request.method === 'GET' && allowsRange(condition as string | undefined, tag)
  const range = isRanged ? rangeOf(wanted, row.size) : null
  if (range === 'unsatisfiable') {
    throw apiError('range_unsatisfiable', {}, { headers: { 'content-range': `bytes */${row.size}` } })
  }
  const { start, end } = range ?? { start: 0, end: row.size - 1 }
  reply.headers({
    'content-type': row.mimetype,
    'content-length': String(end - start + 1),
    'content-disposition': attachmentOf(row.name, extensionOf(row.filename, row.name)),
    ...(range && { 'content-range': `bytes ${start}-${end}/${row.size}` }),
  })
  reply.code(range ? 206 : 200)
  if (request.method === 'HEAD') return reply.send()
  return reply.send(await readable(vault, row, range ?? undefined))
}

/** Sends the thumbnail of a file, or an icon of its type. */
export async function sendThumbnail(vault: Vault, row: FileRow, request: FastifyRequest, reply: FastifyReply) {
  const { thumbnail, thumbnail_size: size } = row
  const tag = thumbnail === null || size === null ? `"icon-${row.mimetype}"` : `"thumbnail-${row.shown_version}"`
  reply.headers({
    etag: tag,
    'cache-control': row.look_at === null ? 'private, max-age=300' : 'private, no-cache',
    'content-security-policy': sandbox,
    // Pages of other origins that have the link may show it.
    'cross-origin-resource-policy': 'cross-origin',
  })
  if (matchesTag(request.headers['if-none-match'], tag)) return reply.code(304).send()
  reply.type('image/webp')
  if (thumbnail === null || size === null) return reply.send(iconFor(row.mimetype))
  reply.header('content-length', String(size))
  if (request.method === 'HEAD') return reply.send()
  return reply.send(await readable(vault, { blob: thumbnail, is_encrypted: row.is_encrypted, size }))
}

async function readable(vault: Vault, ref: BlobRef, range?: { start: number; end: number }): Promise<Readable> {
  const content = await vault.open(ref, range)
  return content instanceof Readable ? content : Readable.from(content, { objectMode: false })
}

/** The content of a version never changes, so its ID holds the time. */
function lastModified(row: FileRow): string {
  return new Date(Number.parseInt(row.shown_version.replaceAll('-', '').slice(0, 12), 16)).toUTCString()
}
