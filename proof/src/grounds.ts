import type { ProofAnchor, ProofDocument } from './format.js'

/*
 * The sentences that say what a verdict rests on: what one has to believe, or check elsewhere, for it to mean something.
 */

/** Chain ids of development nodes. Such a chain counts as private, whatever a proof claims. */
const developmentChains = new Set(['eip155:1337', 'eip155:31337'])

/** The chain of an anchor. An .ots file gives neither its name nor whether it is private. */
export type AnchorChain = Pick<ProofAnchor, 'chain'> & Partial<Pick<ProofAnchor, 'network' | 'private'>>

/** Returns whether to treat an anchor's chain as private. */
export function isPrivateChain({ chain, private: isPrivate = false }: AnchorChain): boolean {
  return isPrivate || developmentChains.has(chain)
}

/** Returns the name of an anchor's network, with its CAIP-2 id. */
export function networkName({ chain, network }: AnchorChain): string {
  return network === undefined ? chain : `${network} (${chain})`
}

/** Returns the grounds of an anchor verified from the proof alone, or against a block the caller trusts. */
export function anchorGrounds(anchor: ProofAnchor, trustedBlockHash: string | undefined): string[] {
  const { blockHash, state } = anchor
  const name = networkName(anchor)
  if (blockHash === undefined) {
    return [`The transaction for ${name} is signed, but this proof has no block for it: no time is proven yet.`]
  }
  const alone = `From the proof alone: no network has confirmed that the block with hash ${blockHash} is part of ${name}.`
  const trusted = `You trust the block hash ${blockHash}: the verdict rests on where you got it from.`
  return [
    blockHash === trustedBlockHash?.toLowerCase() ? trusted : alone,
    ...privateGrounds(anchor),
    `"${state}" and the network's name are the issuer's claims; only the network can confirm them.`,
  ]
}

/** Returns what a private chain means for the verdict; nothing for a public one. */
export function privateGrounds(anchor: AnchorChain): string[] {
  if (!isPrivateChain(anchor)) return []
  return [`${networkName(anchor)} is a private chain: the time is only as trustworthy as its operator.`]
}

/** Returns what remains unproven about the entry itself. */
export function entryGrounds(proof: ProofDocument, fileCompared: boolean): string[] {
  const grounds: string[] = []
  if (!fileCompared) grounds.push(`No file was compared: the proof is about any content with the digest ${proof.hash}.`)
  if (proof.details === undefined) {
    grounds.push('Salt and details are absent: the digest is proven, the code and other details of the entry are not.')
  }
  return grounds
}

/** Returns the grounds of a manifest verified from itself alone. */
export function manifestGrounds(files: number, anchors: readonly ProofAnchor[], waiting: number): string[] {
  if (files === 0) return ['The manifest lists no files: nothing is proven.']
  const grounds: string[] = []
  for (const [name, own] of groupByNetwork(anchors)) {
    const blocks = new Set(own.map(({ blockHash }) => blockHash))
    const which = blocks.size === 1 ? `the block with hash ${[...blocks][0]} is` : `the ${blocks.size} blocks are`
    grounds.push(`From the proofs alone: no network has confirmed that ${which} part of ${name}.`)
    grounds.push(...privateGrounds(own.find(isPrivateChain) ?? own[0]!))
  }
  if (waiting > 0) {
    grounds.push(
      `The transactions of ${waiting} of ${files} files are signed, but the manifest has no block for them: no time is proven for these files yet.`,
    )
  }
  return [...grounds, ...listGrounds()]
}

/** Returns what no chain covers, whatever the manifest was compared with. */
export function listGrounds(): string[] {
  return [
    "Each content is proven separately. That the list is complete, and the files' names and paths, are the issuer's claims; so are the states and the network's name.",
  ]
}

/** Anchors that are in a block, by network. */
function groupByNetwork(anchors: readonly ProofAnchor[]): Map<string, ProofAnchor[]> {
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

/** Returns the grounds of an .ots file that was followed without a node. */
export function otsGrounds(anchor: AnchorChain & { readonly transactionId: string }): string[] {
  return [
    `The file only names transaction ${anchor.transactionId} on ${anchor.chain} and its block: no time is proven until they are found there.`,
    ...otsChainGrounds(anchor),
  ]
}

/** Returns what an .ots file leaves open, whatever was found on the chain. */
export function otsChainGrounds(anchor: AnchorChain): string[] {
  const { chain } = anchor
  const isKnown = isPrivateChain(anchor) || chain === 'eip155:1'
  const unknown = `An .ots file does not say who runs ${chain}: if it is a private chain, the time is only as trustworthy as its operator.`
  return [
    ...(isKnown ? privateGrounds(anchor) : [unknown]),
    'An .ots file covers the digest alone: the name, code and other details of the entry are not proven.',
  ]
}
