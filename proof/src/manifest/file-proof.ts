import { commitment } from '../commitment.js'
import { fromHex, type Sha256, sha256 } from '../encoding/hash.js'
import { toHex } from '../encoding/to-hex.js'
import { ProofError } from '../errors.js'
import { furthestState, type ProofDocument, withChecksum } from '../format.js'
import { type IndexedHash, leafHash, pathAmong } from '../merkle.js'
import { originalOf } from '../original/original.js'
import { expandAnchor, type ManifestDocument, type ManifestFile } from './document.js'
import { nameOf } from './path.js'

/** Returns a file's commitment: the one in the manifest, or computed from salt and details. */
function commitmentOf(file: ManifestFile, sha: Sha256 = sha256): Uint8Array {
  const { salt, details } = file
  if (salt === undefined || details === undefined) return fromHex(`${file.commitment}`)
  return commitment(fromHex(salt), details, sha)
}

/**
 * Computes the leaves that a manifest holds of each batch, ascending by index.
 * @throws {@link ProofError} `not-canonical-json` when details have no canonical form.
 */
export function leavesOf({ files, batches }: ManifestDocument, sha: Sha256 = sha256): IndexedHash[][] {
  const leaves = batches.map((): IndexedHash[] => [])
  for (const file of files) {
    const hash = leafHash(fromHex(file.hash), commitmentOf(file, sha), sha)
    leaves[file.batch]?.push({ index: file.leafIndex, hash })
  }
  for (const some of leaves) some.sort((a, b) => a.index - b.index)
  return leaves
}

/**
 * Finds the file with a content (SHA-256 in hex) or, without one, a copy that names it as its original. Of several, prefers the one with
 * the given name.
 */
export function fileOfContent({ files }: ManifestDocument, hash: string, name: string): ManifestFile | undefined {
  const own = files.filter((file) => file.hash === hash)
  const same = own.length > 0 ? own : files.filter((file) => originalOf(file) === hash)
  return same.find(({ path }) => nameOf(path) === name) ?? same[0]
}

/**
 * Extracts a file's own proof, which works without the manifest.
 * @throws {@link ProofError} `malformed` when the manifest does not list the file, `tree` when its trees do not fit together.
 */
export function proofFromManifest(manifest: ManifestDocument, file: ManifestFile): ProofDocument {
  const batch = manifest.batches[file.batch]
  if (batch === undefined) throw new ProofError('malformed', 'the file is not in this manifest', 'batch')
  const others = { ...manifest, files: manifest.files.filter((other) => other.batch === file.batch) }
  const path = pathAmong(leavesOf(others)[file.batch]!, batch.treeSize, batch.siblings.map(fromHex), file.leafIndex)
  const anchors = batch.anchors.map((anchor) => expandAnchor(anchor, manifest.blocks))
  return withChecksum({
    format: 'tallystick-proof',
    version: 1,
    hash: file.hash,
    kind: file.kind ?? 'file',
    code: file.code,
    ...(file.salt === undefined || file.details === undefined ? {} : { salt: file.salt, details: file.details }),
    commitment: toHex(commitmentOf(file)),
    leafIndex: file.leafIndex,
    treeSize: batch.treeSize,
    path: path.map(toHex),
    root: batch.root,
    state: furthestState(anchors),
    anchors,
  })
}
