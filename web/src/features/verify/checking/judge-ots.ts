import { fromHex, isPrivateChain, type OtsAnchor, verifyOts } from '@tallystick/proof'
import { isElsewhere, refused } from './judge-proof.js'
import type { AnchorFacts, Ground, HomeChain, Judgement, Refusal } from './judgement.js'

/** Judges an OpenTimestamps file from the document to the root. It only names transaction and block, so it proves no time. */
export function judgeOts(bytes: Uint8Array, digest: string | null, home: HomeChain): Judgement {
  const { failure, anchors, digest: hash } = verifyOts(bytes, digest === null ? undefined : fromHex(digest))
  const anchor = anchors.find(({ blockHash }) => blockHash !== undefined) ?? anchors[0]
  const known = { hash: hash ?? null, digest }
  if (failure || !anchor) {
    const refusals: Partial<Record<string, Refusal>> = { digest: 'document', unsupported: 'foreign' }
    return refused(refusals[failure?.code ?? ''] ?? 'notProof', failure?.message ?? null, known)
  }
  const facts = otsAnchorFacts(anchor)
  const grounds: [Ground, boolean][] = [
    ['noFile', digest === null],
    ['namedOnly', true],
    ['otherNetwork', isElsewhere(facts, home)],
    ['privateChain', facts.isPrivate],
  ]
  return {
    ...known,
    proof: null,
    outcome: 'traced',
    refusal: null,
    reason: null,
    stations: {
      document: digest === null ? 'open' : 'ok',
      path: 'ok',
      root: 'ok',
      transaction: 'named',
      block: facts.blockHash === undefined ? 'open' : 'named',
    },
    grounds: grounds.filter(([, holds]) => holds).map(([ground]) => ground),
    root: anchor.root,
    anchor: facts,
  }
}

function otsAnchorFacts({ chain, transactionId, blockHash, blockNumber }: OtsAnchor): AnchorFacts {
  const isPrivate = isPrivateChain({ chain })
  const facts = { chain, network: null, isPrivate, transactionId }
  return blockHash === undefined || blockNumber === undefined ? facts : { ...facts, blockHash, blockNumber }
}
