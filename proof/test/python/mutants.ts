import { commitment } from '../../src/commitment.js'
import { fromHex, utf8 } from '../../src/encoding/hash.js'
import type { JsonValue } from '../../src/encoding/jcs.js'
import { toHex } from '../../src/encoding/to-hex.js'
import { jsonIn } from '../../src/evidence.js'
import { type ProofAnchor, type ProofDocument, withChecksum } from '../../src/format.js'
import type { ManifestDocument } from '../../src/manifest/document.js'
import { changeBytes, everyText } from './changed-texts.js'
import { changeValue, type Json } from './changed-values.js'
import type { Dice } from './dice.js'
import { forgeHeader, forgeTransaction, forgeTrie } from './forged-anchors.js'

/** A question for both verifiers. */
export type Mutant = {
  readonly evidence: Uint8Array
  /** Digest of the file and hash of the block, if they are compared. */
  readonly digest?: string
  readonly blockHash?: string
  /** The document that the file begins with. */
  readonly start?: { readonly length: number; readonly digest: string }
  /** The reader's clock in seconds since 1970, if another than that of the others. */
  readonly now?: number
}

type Document = ProofDocument | ManifestDocument

/** Yields documents that were changed in one place, most of them so that they are refused as late as possible. */
export function* mutants(
  count: number,
  proofs: readonly ProofDocument[],
  manifests: readonly ManifestDocument[],
  dice: Dice,
): Generator<Mutant> {
  for (const evidence of everyText(proofs[0]!)) yield { evidence }
  for (let i = 0; i < count; i++) {
    const proof = dice.pick(proofs)
    const document = dice.chance(0.3) ? dice.pick(manifests) : proof
    const share = dice.below(10)
    if (share < 3) yield asked(document, finish(changeValue(clone(document), dice), dice), dice)
    else if (share < 5) yield { evidence: changeBytes(textOf(document, dice), dice) }
    else if (share < 6) yield { evidence: withDetails(proof, dice) }
    else yield asked(proof, forge(proof, dice), dice)
  }
}

const clone = (value: unknown) => JSON.parse(JSON.stringify(value)) as Json
const textOf = (value: unknown, dice: Dice) => JSON.stringify(value, null, dice.pick([0, 0, 1, '\t']))

function asked(original: Document, evidence: Uint8Array, dice: Dice): Mutant {
  const hash = 'hash' in original ? original.hash : undefined
  const { blockHash, blockNumber = 0 } = ('hash' in original ? original.anchors[0] : original.blocks[0]) ?? {}
  const number = blockNumber + (dice.chance(0.2) ? 1 : 0)
  return {
    evidence,
    ...(hash !== undefined && dice.chance(0.5) ? { digest: hash } : {}),
    ...(blockHash !== undefined && dice.chance(0.3)
      ? { blockHash: dice.chance(0.5) ? blockHash : `${number}:${blockHash}` }
      : {}),
  }
}

/** Writes a changed document, mostly with the checksum it then needs. */
function finish(changed: Json, dice: Dice): Uint8Array {
  if (typeof changed !== 'object' || changed === null || Array.isArray(changed) || dice.chance(0.1)) {
    return utf8(JSON.stringify(changed))
  }
  if (changed.format === 'tallystick-proof' && dice.chance(0.3)) delete changed.checksum
  else if (changed.checksum !== undefined) {
    try {
      Object.assign(changed, withChecksum(changed as unknown as ProofDocument))
    } catch {
      // A lone surrogate: there is no checksum.
    }
  }
  return utf8(JSON.stringify(changed))
}

function forge(proof: ProofDocument, dice: Dice): Uint8Array {
  const at = dice.below(proof.anchors.length)
  const anchor = proof.anchors[at]!
  const forged = forgeAnchor(proof, anchor, dice)
  const anchors = proof.anchors.map((each, i) => (i === at ? forged : each))
  if (dice.chance(0.1)) anchors.push(anchor)
  return utf8(JSON.stringify(withChecksum({ ...proof, anchors, state: stateOf(anchors) })))
}

function forgeAnchor(proof: ProofDocument, anchor: ProofAnchor, dice: Dice): ProofAnchor {
  if (anchor.header === undefined || dice.chance(0.5)) return forgeTransaction(proof, anchor, dice)
  return dice.chance(0.5) ? forgeHeader(anchor, dice) : forgeTrie(anchor, dice)
}

const stateOf = (anchors: readonly ProofAnchor[]) =>
  (['final', 'confirmed'] as const).find((state) => anchors.some((anchor) => anchor.state === state)) ?? 'submitted'

/**
 * Gives a proof other details and the commitment to them: it is refused for its root by a verifier that writes the same canonical
 * JSON, for its commitment by another.
 */
function withDetails({ checksum: _, ...proof }: ProofDocument, dice: Dice): Uint8Array {
  const text = `{"a":${detailsText(dice, 0)},"b":${number(dice)}}`
  const details = jsonIn(utf8(text)) as { readonly [name: string]: JsonValue } | undefined
  const salt = proof.salt ?? toHex(dice.bytes(16))
  let commits = proof.commitment
  try {
    if (details !== undefined) commits = toHex(commitment(fromHex(salt), details))
  } catch {
    // Details without a canonical form.
  }
  const document = JSON.stringify({ ...proof, salt, details: 0, commitment: commits })
  return utf8(document.replace('"details":0', () => `"details":${text}`))
}

function detailsText(dice: Dice, depth: number): string {
  if (depth > 3 || dice.chance(0.5)) return dice.chance(0.6) ? number(dice) : string(dice)
  const values = Array.from({ length: dice.below(5) }, () => detailsText(dice, depth + 1))
  return dice.chance(0.5) ? `[${values.join()}]` : `{${values.map((value) => `${string(dice)}:${value}`).join()}}`
}

function number(dice: Dice): string {
  const view = new DataView(dice.bytes(8).buffer as ArrayBuffer)
  const digits = () => String(dice.below(10 ** (1 + dice.below(9))))
  const written = [String(view.getFloat64(0)), `${digits()}.${digits()}`, `-${digits()}e${dice.below(30)}`]
  const text = dice.pick([...written, `${digits()}${digits()}${digits()}`, `0.000${digits()}e-${digits().slice(0, 3)}`])
  return /^(-?(0|[1-9]\d*))(\.\d+)?(e[+-]?\d+)?$/.test(text) ? text : '0'
}

function string(dice: Dice): string {
  const units = [0x22, 0x5c, 0x0a, 0x1f, 0x7f, 0x2028, 0xe9, 0xd83d, 0xde00, 0xffff, 0x0130]
  const text = String.fromCharCode(...Array.from({ length: dice.below(5) }, () => dice.pick(units) + dice.below(2)))
  return JSON.stringify(text)
}
