import { concat, fromHex, sha256 } from '../encoding/hash.js'
import type { ProofDocument, ProofWitness } from '../format.js'
import { stepsToRoot, stepsToWitness } from './steps.js'

/**
 * Returns what SHA-256 is applied to on the way from a proof's digest to the root that a witness saw. The first contains the digest,
 * every other one the hash of the one before, and the hash of the last is the root.
 * @param proof a proof that verifies.
 * @param witness one of its witnesses.
 * @example
 * const inputs = hashInputs(proof, witness)
 * toHex(sha256(inputs.at(-1)!)) === witness.root
 */
export function hashInputs(proof: ProofDocument, witness: ProofWitness): Uint8Array[] {
  const inputs: Uint8Array[] = []
  let message = fromHex(proof.hash)
  for (const step of [...stepsToRoot(proof), ...stepsToWitness(witness)]) {
    if (step.kind === 'prepend') message = concat(step.bytes, message)
    else if (step.kind === 'append') message = concat(message, step.bytes)
    else {
      inputs.push(message)
      message = sha256(message)
    }
  }
  return inputs
}
