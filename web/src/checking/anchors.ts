import { type Finding, isPrivateChain, type OtsFinding, type ProofAnchor, type ProofFinding } from '@tallystick/proof'

/** The finding on a document and its proof, or on either of them alone. */
export type DocumentFinding = ProofFinding | OtsFinding

/** Where a root is recorded on a chain, as far as the evidence says. */
export type Anchor = Pick<ProofAnchor, 'chain' | 'transactionId'> & Partial<ProofAnchor>

/** An anchor in a block. */
export type BlockAnchor = Anchor & Pick<ProofAnchor, 'blockHash' | 'blockNumber'>

/** Returns the anchors of evidence that holds, the one that the finding rests on first. */
export function anchorsOf(finding: Finding): Anchor[] {
  if (finding.outcome === 'refused') return []
  if (finding.about === 'manifest') return manifestAnchors(finding)
  const all: readonly Anchor[] = finding.about === 'ots' ? finding.anchors : (finding.proof?.anchors ?? [])
  const first = finding.anchor ?? all.find(({ blockHash }) => blockHash !== undefined) ?? all[0]
  if (first === undefined) return []
  return [first, ...all.filter(({ transactionId }) => transactionId !== first.transactionId)]
}

function manifestAnchors({ manifest }: Extract<Finding, { about: 'manifest' }>): Anchor[] {
  const { batches = [], blocks = [] } = manifest ?? {}
  return batches.flatMap(({ anchors }) =>
    anchors.map(({ chain, network, private: isPrivate, contract, notary, transactionId, block = -1 }): Anchor => {
      const { blockHash, blockNumber, blockTime } = blocks[block] ?? {}
      const own = { chain, network, private: isPrivate, contract, notary, transactionId }
      return blockHash === undefined || blockNumber === undefined || blockTime === undefined
        ? own
        : { ...own, blockHash, blockNumber, blockTime }
    }),
  )
}

/** Returns the blocks that a reader can compare, each once: those that the evidence contains. An .ots file only names some. */
export function blocksOf(finding: Finding): BlockAnchor[] {
  if (finding.about === 'ots') return []
  const inBlock = anchorsOf(finding).filter((anchor): anchor is BlockAnchor => anchor.blockHash !== undefined)
  return [...new Map(inBlock.map((anchor) => [anchor.blockHash, anchor])).values()]
}

/** Returns whether comparing blocks can still say more: no one but the issuer vouches for them. */
export function isComparable(finding: Finding): boolean {
  const { outcome, sources } = finding
  const isOpen = outcome === 'consistent' || (outcome === 'stated' && sources.every(isIssuer))
  return isOpen && blocksOf(finding).length > 0
}

const isIssuer = ({ kind }: Finding['sources'][number]) => kind === 'issuer-node'

/** Returns whether an anchor is on another network than a service's. Private chains may share an ID, but not a contract. */
export function isElsewhere(anchor: Anchor, home: { chain: string; contract: string }): boolean {
  if (home.chain === '') return false
  const { chain, contract } = anchor
  return chain !== home.chain || (isPrivateChain(anchor) && contract !== undefined && contract !== home.contract)
}

/** Whether a document begins with the original that its proof names. */
export function startFits({ caveats, failure }: DocumentFinding): boolean {
  if (failure !== undefined) return failure.code === 'digest' && failure.facts.case === 'copy'
  return caveats.some(({ code, facts }) => code === 'original' && facts.case === 'inside')
}
