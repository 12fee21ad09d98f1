import { concat, fromHex } from '../encoding/hash.js'
import type { ProofDocument } from '../format.js'
import type { OtsOp, OtsTimestamp } from './codec.js'

export const prepend = (bytes: Uint8Array): OtsOp => ({ kind: 'prepend', bytes })
export const append = (bytes: Uint8Array): OtsOp => ({ kind: 'append', bytes })

/** A leaf's place in a tree. */
type Place = { readonly leafIndex: number; readonly treeSize: number; readonly path: readonly string[] }

/** Returns the steps from a leaf through its path to the root. */
function pathSteps({ leafIndex, treeSize, path }: Place): OtsOp[] {
  const steps: OtsOp[] = []
  let at = leafIndex
  let last = treeSize - 1
  let used = 0
  for (; last > 0; at = Math.floor(at / 2), last = Math.floor(last / 2)) {
    if (at % 2 === 0 && at === last) continue
    const sibling = fromHex(path[used++]!)
    if (at % 2 === 1) steps.push(prepend(concat(Uint8Array.of(1), sibling)))
    else steps.push(prepend(Uint8Array.of(1)), append(sibling))
    steps.push({ kind: 'sha256' })
  }
  return steps
}

/** Returns the steps from a proof's digest through the tree: the leaf, then each node of the path. */
export function stepsToRoot(proof: ProofDocument): OtsOp[] {
  return [prepend(Uint8Array.of(0)), append(fromHex(proof.commitment)), { kind: 'sha256' }, ...pathSteps(proof)]
}

/** Returns the steps from a proof's root to the root of a witnessed tree. */
export function stepsToWitness(witness: Place): OtsOp[] {
  return [prepend(Uint8Array.of(0)), { kind: 'sha256' }, ...pathSteps(witness)]
}

/** Returns a timestamp of these steps, one after the other. */
export function chainOf(steps: readonly OtsOp[], end: OtsTimestamp): OtsTimestamp {
  return steps.reduceRight<OtsTimestamp>((next, step) => ({ attestations: [], branches: [[step, next]] }), end)
}
