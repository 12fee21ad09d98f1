import { fromHex, isPrivateChain, type OtsAnchor, verifyOts } from '@tallystick/proof'
import { isElsewhere, refused } from './judge-proof.js'
import type { Ground, HomeChain, Judgement, Place, Refusal } from './judgement.js'

/** Judges an OpenTimestamps file from the document to the root. It only names transaction and block, so it proves no time. */
export function judgeOts(bytes: Uint8Array, digest: string | null, home: HomeChain): Judgement {
  const { failure, anchors, digest: hash } = verifyOts(bytes, digest === null ? undefined : fromHex(digest))
  const anchor = anchors.find(({ blockHash }) => blockHash !== undefined) ?? anchors[0]
  const known = { hash: hash ?? null, digest }
  if (failure || !anchor) {
    const refusals: Partial<Record<string, Refusal>> = { digest: 'document', unsupported: 'foreign' }
    return refused(refusals[failure?.code ?? ''] ?? 'notProof', failure?.message ?? null, known)
  }
  const place = placeOf(anchor)
  const grounds: [Ground, boolean][] = [
    ['noFile', digest === null],
    ['namedOnly', true],
    ['otherNetwork', isElsewhere(place, home)],
    ['privateChain', place.isPrivate],
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
      block: place.blockHash === undefined ? 'open' : 'named',
    },
    grounds: grounds.filter(([, holds]) => holds).map(([ground]) => ground),
    root: anchor.root,
    place,
  }
}

function placeOf({ chain, transactionId, blockHash, blockNumber }: OtsAnchor): Place {
  const isPrivate = isPrivateChain({ chain })
  const place = { chain, network: null, isPrivate, transactionId }
  return blockHash === undefined || blockNumber === undefined ? place : { ...place, blockHash, blockNumber }
}
