import { createHash, type Hash } from 'node:crypto'
import { canonicalize, type JsonValue, type ProofAnchor, type ProofWitness } from '@tallystick/proof'

/**
 * Makes the checksums of proofs that share anchors and witnesses, as `withChecksum` of package `proof` does. In canonical form, the anchors
 * are a proof's first member and the witnesses its last: so the anchors, most of its bytes, are hashed once for all of them.
 */
export class SharedChecksum {
  private readonly begun: Hash
  private readonly end: string

  /** @param witnesses a proof without any has no such member */
  constructor(anchors: readonly ProofAnchor[], witnesses: readonly ProofWitness[]) {
    this.begun = createHash('sha256').update(`{"anchors":${canonical(anchors)},`)
    this.end = witnesses.length > 0 ? `,"witnesses":${canonical(witnesses)}}` : '}'
  }

  /** Returns the checksum of a proof. @param own all its other members */
  of(own: JsonValue): string {
    return this.begun
      .copy()
      .update(canonicalize(own).slice(1, -1) + this.end)
      .digest('hex')
  }
}

const canonical = (members: readonly object[]) => canonicalize(members as unknown as JsonValue)
