import type { ProofAnchor, ProofDocument } from './format.js'
import type { VerifyOptions } from './verify.js'

/** Chain ids that development nodes take: whatever a proof says, such a chain is somebody's own. */
const developmentChains = new Set(['eip155:1337', 'eip155:31337'])

/** Whether an anchor's chain is to be treated as private. */
export function isPrivateChain(anchor: ProofAnchor): boolean {
  return anchor.private || developmentChains.has(anchor.chain)
}

/** What has to be believed for a verified proof to mean something, in plain words. */
export function groundsOf(proof: ProofDocument, options: VerifyOptions): string[] {
  const grounds = proof.anchors.flatMap((anchor) => anchorGrounds(anchor, options.trustedBlockHash))
  if (options.digest === undefined) {
    grounds.push(`No file was compared: the proof is about whatever has the digest ${proof.hash}.`)
  }
  if (proof.details === undefined) {
    grounds.push(
      'Salt and details are absent: the code and other particulars of the entry are not proven, its digest is.',
    )
  }
  return grounds
}

function anchorGrounds(anchor: ProofAnchor, trusted: string | undefined): string[] {
  const name = `${anchor.network} (${anchor.chain})`
  if (anchor.blockHash === undefined) {
    return [`The transaction for ${name} is signed but, as far as this proof goes, in no block: no time is proven yet.`]
  }
  const grounds =
    anchor.blockHash === trusted?.toLowerCase()
      ? [`You named the block hash ${anchor.blockHash} as trusted: the verdict rests on your source of it.`]
      : [
          `From the proof alone: that the block with the hash ${anchor.blockHash} is part of ${name} has not been compared with any network.`,
        ]
  if (isPrivateChain(anchor)) {
    grounds.push(`${name} is a private chain: the time is as good as the word of whoever runs it.`)
  }
  grounds.push(`"${anchor.state}" and the network's name are the issuer's words; only the network can confirm them.`)
  return grounds
}
