import { fromHex, isPrivateChain, type OtsAnchor, verifyOts } from '@tallystick/proof'
import { groundsOf, nameOf, refused } from './judge-proof.js'
import type { AnchorFacts, Ground, Judgement, Refusal, Surroundings } from './judgement.js'

/** Judges an OpenTimestamps file from the document to the root. It only names transaction and block, so it proves no time. */
export function judgeOts(bytes: Uint8Array, digest: string | null, { home }: Surroundings): Judgement {
  const {
    outcome,
    caveats,
    failure,
    anchors,
    digest: hash,
  } = verifyOts(bytes, digest === null ? {} : { digest: fromHex(digest) })
  const anchor = anchors.find(({ blockHash }) => blockHash !== undefined) ?? anchors[0]
  const known = { hash: hash ?? null, digest }
  if (failure || !anchor) {
    const refusals: Partial<Record<string, Refusal>> = { digest: 'document', unsupported: 'foreign' }
    return refused(refusals[failure?.code ?? ''] ?? 'notProof', failure?.detail ?? null, known)
  }
  const facts = otsAnchorFacts(anchor)
  const noFile: Ground[] = digest === null ? ['no-file'] : []
  return {
    ...known,
    proof: null,
    outcome,
    sources: [],
    refusal: null,
    reason: null,
    stations: {
      document: digest === null ? 'open' : 'ok',
      path: 'ok',
      root: 'ok',
      transaction: 'named',
      block: facts.blockHash === undefined ? 'open' : 'named',
    },
    grounds: [...noFile, ...groundsOf({ outcome, caveats }, [facts], home)],
    root: anchor.root,
    anchor: facts,
    blocks: [],
  }
}

function otsAnchorFacts({ chain, transactionId, blockHash, blockNumber }: OtsAnchor): AnchorFacts {
  const isPrivate = isPrivateChain({ chain })
  const facts = { chain, name: nameOf(chain), network: null, isPrivate, transactionId, hasStateProof: false }
  return blockHash === undefined || blockNumber === undefined ? facts : { ...facts, blockHash, blockNumber }
}
