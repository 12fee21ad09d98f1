import { type Finding, type FoundAnchor, judge, type OtsFinding, type Surroundings } from '@tallystick/proof'
import { type ChainNode, connect, findAnchor, type NodeAnswer, publicNodes, type RootedAnchor } from '@tallystick/sdk'
import { knownOutside, type OutsideFlags } from './outside.js'

/**
 * Judges an OpenTimestamps file. Alone it only names transaction and block and proves no time; nodes have them.
 * @throws RpcError when a node does not answer.
 */
export async function judgeOts(
  bytes: Uint8Array,
  digest: Uint8Array,
  around: Surroundings,
  flags: OutsideFlags,
): Promise<{ readonly finding: Finding; readonly answers: readonly NodeAnswer[] }> {
  const evidence = { form: 'ots', bytes } as const
  const alone = judge(evidence, digest, around)
  const isNodeNamed = flags.rpc !== undefined || flags.online === true
  if (alone.outcome === 'refused' || !isNodeNamed) return { finding: alone, answers: [] }
  const found = await findAll(alone, flags)
  const shown = found.length === 0 ? alone : judge(evidence, digest, { ...around, found })
  if (shown.outcome === 'refused') return { finding: shown, answers: [] }
  const { known, caveats, answers } = await knownOutside(rooted(shown, found), flags)
  return { finding: judge(evidence, digest, { ...around, found, known, answers: caveats }), answers }
}

async function findAll({ anchors }: OtsFinding, { rpc, online }: OutsideFlags): Promise<FoundAnchor[]> {
  const nodes: ChainNode[] = await Promise.all((rpc ?? []).map((url) => connect(url)))
  const found: FoundAnchor[] = []
  for (const named of anchors) {
    const own = nodes.find(({ chain }) => chain === named.chain)
    const node = own ?? (online === true ? (await publicNodes(named.chain))[0] : undefined)
    const result = node && (await findAnchor(node, named, { isOpen: own !== undefined }))
    if (result) found.push(result)
  }
  return found
}

/** The anchors to ask about, with what their nodes showed: only then can the contract be asked. */
function rooted({ anchors }: OtsFinding, found: readonly FoundAnchor[]): RootedAnchor[] {
  return anchors.map((named) => {
    const own = found.find(({ transactionId }) => transactionId === named.transactionId)
    return { root: named.root, anchor: own !== undefined && 'anchor' in own ? own.anchor : named }
  })
}
