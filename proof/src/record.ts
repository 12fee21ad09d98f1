import { anchorChecks } from './anchor.js'
import { fromHex, sha256 } from './encoding/hash.js'
import { toHex } from './encoding/to-hex.js'
import { ProofError } from './errors.js'
import type { ProofAnchor, ProofDocument } from './format.js'
import { rootFromPath } from './merkle.js'
import { outcomeOf } from './trust/ground.js'
import type { ComparedBlock } from './trust/known-blocks.js'
import type { AuthorityWitness } from './trust/known-times.js'
import { witnessLeaf } from './witness-leaf.js'

/*
 * A token is as good as the key behind it, and keys are lost: who has one later can date a token back. A block that the reader knows,
 * and that holds the token's digest, shows that the token was there by then. So it doesn't age.
 */

/**
 * Checks that the digest of a witness's token is in the batch that recorded it.
 * @returns findings as text; none without a record.
 * @throws {@link ProofError} `tree` or `root` when the path does not lead there, or those of an anchor.
 */
export function checkRecord({ token, recorded }: AuthorityWitness, now: number | undefined): string[] {
  if (recorded === undefined) return []
  const { leafIndex, treeSize, path, root, anchors } = recorded
  const found = rootFromPath(witnessLeaf(sha256(fromHex(token))), leafIndex, treeSize, path.map(fromHex))
  if (toHex(found) !== root) {
    throw new ProofError('root', 'the path of a recorded token does not lead to its root', 'witnesses')
  }
  const blocks = anchors.map((anchor) => {
    const { transaction, block } = anchorChecks(root, anchor, now)
    transaction()
    return block() === undefined ? [] : [`the token is recorded in block ${anchor.blockHash}`]
  })
  return blocks.flat()
}

/** Returns the anchors of the batches that recorded a proof's tokens. */
export function recordAnchors({ witnesses = [] }: Pick<ProofDocument, 'witnesses'>): ProofAnchor[] {
  return witnesses.flatMap((witness) => (witness.kind === 'rfc3161' ? (witness.recorded?.anchors ?? []) : []))
}

/**
 * Returns the earliest block with a token's digest that someone other than the issuer vouches for; undefined without one. Those of
 * private chains don't count: their operators can choose the time.
 */
export function recordOf(
  token: string,
  { witnesses = [] }: Pick<ProofDocument, 'witnesses'>,
  blocks: readonly ComparedBlock<ProofAnchor>[],
): ComparedBlock<ProofAnchor> | undefined {
  const own = recordAnchors({
    witnesses: witnesses.filter((witness) => witness.kind === 'rfc3161' && witness.token === token),
  })
  return blocks
    .filter((block) => own.includes(block.anchor) && outcomeOf(block) === 'confirmed')
    .sort((a, b) => `${a.anchor.blockTime}`.localeCompare(`${b.anchor.blockTime}`))[0]
}

/** Returns every anchor of a proof with the root that it carries: its own, and those of witnesses and of recorded tokens. */
export function rootedAnchors(proof: ProofDocument): { root: string; anchor: ProofAnchor }[] {
  const { root, anchors, witnesses = [] } = proof
  return [
    ...anchors.map((anchor) => ({ root, anchor })),
    ...witnesses.flatMap((witness) => {
      if (witness.kind === 'chain') return [{ root: witness.root, anchor: witness.anchor }]
      if (witness.kind !== 'rfc3161' || witness.recorded === undefined) return []
      const { recorded } = witness
      return recorded.anchors.map((anchor) => ({ root: recorded.root, anchor }))
    }),
  ]
}
