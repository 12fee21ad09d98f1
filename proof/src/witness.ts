import { anchorChecks } from './anchor.js'
import { equalBytes, fromHex } from './encoding/hash.js'
import { toHex } from './encoding/to-hex.js'
import { ProofError } from './errors.js'
import type { ProofDocument, ProofWitness } from './format.js'
import { rootFromPath } from './merkle.js'
import { otsHead } from './ots/codec.js'
import { checkRecord } from './record.js'
import { witnessLeaf } from './witness-leaf.js'

/**
 * Checks that the document's root is in the witnessed tree and, as far as it takes neither network nor keys, that the witness is
 * about this tree.
 * @returns what was found, as text.
 * @throws {@link ProofError} `tree` or `root` when the path does not lead there, `digest` when the witness is about something else,
 * or those of an anchor.
 */
export function checkWitness(proof: ProofDocument, witness: ProofWitness, now: number | undefined): string[] {
  const { leafIndex, treeSize, path, root } = witness
  const found = rootFromPath(witnessLeaf(fromHex(proof.root)), leafIndex, treeSize, path.map(fromHex))
  if (toHex(found) !== root) {
    throw new ProofError('root', "the path of a witness does not lead to its tree's root", 'witnesses')
  }
  switch (witness.kind) {
    case 'rfc3161':
      return [
        `the root is in the tree ${root}, about which "${witness.authority}" made a timestamp`,
        ...checkRecord(witness, now),
      ]
    case 'opentimestamps':
      checkOts(witness.ots, root)
      return [
        `the root is in the tree ${root}, about which Bitcoin has a block by the word of the calendar "${witness.calendar}"`,
      ]
    case 'chain': {
      const { transaction, block } = anchorChecks(root, witness.anchor, now)
      return [`the root is in the tree ${root}`, transaction(), ...[block() ?? []].flat()]
    }
  }
}

/** The rest of the file is for OpenTimestamps clients, which know Bitcoin. */
function checkOts(ots: string, root: string): void {
  const head = otsHead(fromHex(root))
  if (equalBytes(fromHex(ots).subarray(0, head.length), head)) return
  throw new ProofError('digest', "the calendar's file is not an OpenTimestamps file of the tree's root", 'witnesses')
}
