import type { ProofAnchor } from './format.js'
import { isPrivateChain, networkName, privateGrounds } from './grounds.js'
import type { ManifestDocument } from './manifest.js'

/** What has to be believed about a manifest that was verified from itself. */
export function manifestGrounds(
  { files }: ManifestDocument,
  anchors: readonly ProofAnchor[],
  waiting: number,
): string[] {
  if (files.length === 0) return ['The manifest names no file: nothing is proven.']
  const grounds: string[] = []
  for (const [name, own] of groupByNetwork(anchors)) {
    const blocks = new Set(own.map(({ blockHash }) => blockHash))
    const which = blocks.size === 1 ? `the block with the hash ${[...blocks][0]} is` : `the ${blocks.size} blocks are`
    grounds.push(`From the proofs alone: that ${which} part of ${name} has not been compared with any network.`)
    grounds.push(...privateGrounds(own.find(isPrivateChain) ?? own[0]!))
  }
  if (waiting > 0) {
    grounds.push(
      `The transactions of ${waiting} of ${files.length} files are signed but, as far as the manifest goes, in no block: no time is proven for them.`,
    )
  }
  return [...grounds, ...listGrounds()]
}

/** What no chain covers, whatever was compared with it. */
export function listGrounds(): string[] {
  return [
    'Each content is proven by itself. That these are all files of the folder, and their names and places in it, are the issuer’s words; so are states and the network’s name.',
  ]
}

/** Anchors that are in a block, by network. */
export function groupByNetwork(anchors: readonly ProofAnchor[]): Map<string, ProofAnchor[]> {
  const groups = new Map<string, ProofAnchor[]>()
  for (const anchor of anchors) {
    if (anchor.blockHash === undefined) continue
    const name = networkName(anchor)
    const group = groups.get(name)
    if (group === undefined) groups.set(name, [anchor])
    else group.push(anchor)
  }
  return groups
}
