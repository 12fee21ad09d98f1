import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { apiError } from '../../http/errors.js'
import { iconFor } from '../../media/icons.js'
import type { BlobRef, Range, Vault } from '../blobs/vault.js'
import { attachmentOf, extensionOf } from '../download-name.js'
import type { FileRow } from '../sql.js'
import { allowsRange, matchesTag, rangeOf } from './byte-range.js'
import { headersOfContent } from './headers.js'

/** One read of the disk. */
const wholeBytesMax = 256 << 10

/**
 * Sends the content of a file, whole or one range of it, decrypted if necessary (RFC 9110 §13, §14). The connection is cut before the
 * last bytes when they turn out not to be those that were recorded.
 *
 * @throws {ApiError} 416; 500 when the content is known to be damaged, or found to be before its first byte
 */
export async function sendContent(vault: Vault, row: FileRow, request: FastifyRequest, reply: FastifyReply) {
  const tag = `"${row.digest.toString('hex')}"`
  const always = {
    etag: tag,
    'accept-ranges': 'bytes',
    ...headersOfContent(row),
    'last-modified': lastModified(row),
  }
  if (matchesTag(request.headers['if-none-match'], tag)) return reply.code(304).headers(always).send()
  const { range: wanted, 'if-range': condition } = request.headers
  const isRanged = request.method === 'GET' && allowsRange(condition as string | undefined, tag)
  const range = isRanged ? rangeOf(wanted, row.size) : null
  if (range === 'unsatisfiable') {
    throw apiError('range_unsatisfiable', {}, { headers: { 'content-range': `bytes */${row.size}` } })
  }
  // No digest tells whether a part of a plain content is right.
  if (row.damage === 'changed') throw apiError('content_damaged')
  const { start, end } = range ?? { start: 0, end: row.size - 1 }
  const isWhole = end - start + 1 === row.size
  const content = request.method === 'HEAD' ? null : await readable(vault, row, isWhole ? undefined : { start, end })
  reply.headers(always).headers({
    'content-type': row.mimetype,
    'content-length': String(end - start + 1),
    'content-disposition': attachmentOf(row.name, extensionOf(row.filename, row.name)),
    ...(range && { 'content-range': `bytes ${start}-${end}/${row.size}` }),
  })
  return reply.code(range ? 206 : 200).send(content ?? undefined)
}

/** Sends the thumbnail of a file, or an icon of its type. @throws {ApiError} 500 when it is damaged; another one is made then */
export async function sendThumbnail(vault: Vault, row: FileRow, request: FastifyRequest, reply: FastifyReply) {
  const ref = thumbnailOf(row)
  const tag = ref ? `"thumbnail-${row.shown_version}"` : `"icon-${row.mimetype}"`
  const isKnown = matchesTag(request.headers['if-none-match'], tag)
  const picture = ref && !isKnown && request.method !== 'HEAD' ? await readable(vault, ref) : null
  reply.headers({
    etag: tag,
    ...headersOfContent(row),
    ...(row.look_at === null && !row.folder_private && { 'cache-control': 'private, max-age=300' }),
    // Pages of other origins that have the link may show it.
    'cross-origin-resource-policy': 'cross-origin',
  })
  if (isKnown) return reply.code(304).send()
  reply.type('image/webp')
  if (!ref) return reply.send(iconFor(row.mimetype))
  return reply.header('content-length', String(ref.size)).send(picture ?? undefined)
}

function thumbnailOf({ thumbnail, thumbnail_size, thumbnail_digest, is_encrypted }: FileRow): BlobRef | null {
  if (thumbnail === null || thumbnail_size === null) return null
  return { blob: thumbnail, is_encrypted, size: thumbnail_size, digest: thumbnail_digest }
}

/** Returns a small content whole, so that all of it is checked before the answer begins, and a larger one as a stream. */
async function readable(vault: Vault, ref: BlobRef, range?: Range): Promise<Buffer | Readable> {
  const content = await vault.open(ref, range)
  const length = range ? range.end - range.start + 1 : ref.size
  return length <= wholeBytesMax ? buffer(content) : Readable.from(content, { objectMode: false })
}

/** The content of a version never changes, so its ID holds the time. */
function lastModified(row: FileRow): string {
  return new Date(Number.parseInt(row.shown_version.replaceAll('-', '').slice(0, 12), 16)).toUTCString()
}
