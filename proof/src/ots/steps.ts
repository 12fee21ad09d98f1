import { concat, fromHex } from '../encoding/hash.js'
import type { OtsOp, OtsTimestamp } from './codec.js'

export const prepend = (bytes: Uint8Array): OtsOp => ({ kind: 'prepend', bytes })
export const append = (bytes: Uint8Array): OtsOp => ({ kind: 'append', bytes })

/** A leaf's place in a tree. */
type Place = { readonly leafIndex: number; readonly treeSize: number; readonly path: readonly string[] }

/** Returns the steps from a leaf through its path to the root. */
export function pathSteps({ leafIndex, treeSize, path }: Place): OtsOp[] {
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

/** Returns a timestamp of these steps, one after the other. */
export function chainOf(steps: readonly OtsOp[], end: OtsTimestamp): OtsTimestamp {
  return steps.reduceRight<OtsTimestamp>((next, step) => ({ attestations: [], branches: [[step, next]] }), end)
}
