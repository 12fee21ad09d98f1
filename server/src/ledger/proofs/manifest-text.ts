import { createHash } from 'node:crypto'
import { canonicalize, type JsonValue, type ManifestDocument } from '@tallystick/proof'
import { inPieces } from '../../base/archives/pieces.js'

/** The parts of a manifest. Large parts are read item by item; blocks only after all batches were written. */
export interface ManifestParts extends Pick<ManifestDocument, 'folder' | 'issuedAt'> {
  batches: AsyncIterable<ManifestDocument['batches'][number]>
  blocks: Iterable<ManifestDocument['blocks'][number]>
  files: AsyncIterable<ManifestDocument['files'][number]>
}

/**
 * Yields the text of a manifest in pieces: its canonical JSON (RFC 8785), with members in the order of their names. Only `checksum`
 * comes last, because it is the SHA-256 of the rest.
 */
export async function* manifestText(parts: ManifestParts): AsyncGenerator<string, void> {
  const digest = createHash('sha256')
  for await (const piece of inPieces(canonicalParts(parts))) {
    digest.update(piece)
    yield piece
  }
  const checksum = digest.update('}').digest('hex')
  yield `,"checksum":"${checksum}"}`
}

/** Yields everything but the last brace. */
async function* canonicalParts({ folder, issuedAt, batches, blocks, files }: ManifestParts) {
  yield '{"batches":['
  let separator = ''
  for await (const batch of batches) {
    yield separator + canonicalize(batch as JsonValue)
    separator = ','
  }
  yield '],"blocks":['
  separator = ''
  for (const block of blocks) {
    yield separator + canonicalize(block as JsonValue)
    separator = ','
  }
  yield '],"files":['
  separator = ''
  for await (const file of files) {
    yield separator + canonicalize(file as JsonValue)
    separator = ','
  }
  const head = { folder, format: 'tallystick-manifest', issuedAt, version: 1 } as JsonValue
  yield `],${canonicalize(head).slice(1, -1)}`
}
