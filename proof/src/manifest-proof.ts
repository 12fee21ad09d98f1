import { commitment } from './commitment.js'
import { ProofError } from './errors.js'
import { furthestState, type ProofDocument, sealProof } from './format.js'
import { fromHex, type Sha256, sha256, toHex } from './hash.js'
import type { ManifestDocument, ManifestFile } from './manifest.js'
import { expandAnchor } from './manifest-blocks.js'
import { leafHash } from './merkle.js'
import { type Placed, pathAmong } from './multipath.js'

/** What binds a file's salt and details: as it is there, or as they give it. */
export function commitmentOf(file: ManifestFile, sha: Sha256 = sha256): Uint8Array {
  const { salt, details } = file
  if (salt === undefined || details === undefined) return fromHex(`${file.commitment}`)
  return commitment(fromHex(salt), details, sha)
}

/**
 * The leaves that a manifest gives of each batch, by index.
 * @throws {@link ProofError} `not-canonical-json` when details have no canonical form.
 */
export function leavesOf({ files, batches }: ManifestDocument, sha: Sha256 = sha256): Placed[][] {
  const leaves = batches.map((): Placed[] => [])
  for (const file of files) {
    const hash = leafHash(fromHex(file.hash), commitmentOf(file, sha), sha)
    leaves[file.batch]?.push({ index: file.leafIndex, hash })
  }
  for (const some of leaves) some.sort((a, b) => a.index - b.index)
  return leaves
}

/** The file of a content (SHA-256 in hex), if there is one; of several, best the one that is called so. */
export function fileOfContent({ files }: ManifestDocument, hash: string, name: string): ManifestFile | undefined {
  const same = files.filter((file) => file.hash === hash)
  return same.find(({ path }) => path.slice(path.lastIndexOf('/') + 1) === name) ?? same[0]
}

/**
 * A file's own proof, to keep without the manifest.
 * @throws {@link ProofError} `malformed` when there is no such file, `tree` when the manifest does not hold.
 */
export function proofFromManifest(manifest: ManifestDocument, file: ManifestFile): ProofDocument {
  const batch = manifest.batches[file.batch]
  if (batch === undefined) throw new ProofError('malformed', 'the file is not of this manifest', 'batch')
  const others = { ...manifest, files: manifest.files.filter((other) => other.batch === file.batch) }
  const path = pathAmong(leavesOf(others)[file.batch]!, batch.treeSize, batch.siblings.map(fromHex), file.leafIndex)
  const anchors = batch.anchors.map((anchor) => expandAnchor(anchor, manifest.blocks))
  return sealProof({
    format: 'tallystick-proof',
    version: 1,
    hash: file.hash,
    kind: 'file',
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
