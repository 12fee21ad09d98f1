import {
  blockCaveats,
  type CheckableAnchor,
  compareBlocks,
  groundOf,
  type OtsAnchor,
  type OtsVerdict,
  otsCaveats,
  type ProofCheck,
  ProofError,
  sourceNames,
  uniqueCaveats,
  verifyOts,
} from '@tallystick/proof'
import { type ChainNode, connect, findAnchor, type NodeAnswers, publicNodes } from '@tallystick/sdk'
import { fileDigest, SHA256_DIGITS } from '../input.js'
import { knownOutside, type OutsideFlags } from './outside.js'
import type { Report } from './report.js'

/**
 * Verifies an OpenTimestamps file. Alone it only names transaction and block and proves no time; nodes have them.
 * @throws Error for people when the file cannot be read, RpcError when a node does not answer.
 */
export async function verifyOtsFile(file: string, bytes: Uint8Array, flags: OutsideFlags): Promise<Report> {
  const { algorithm, digest } = await fileDigest(file, SHA256_DIGITS)
  const verdict = verifyOts(bytes, digest)
  const { headers: _, ...alone } = verdict
  const report = { file, algorithm, answers: [], verdict: { ...alone, sources: [] } }
  const isNodeNamed = flags.rpc !== undefined || flags.online === true
  if (verdict.outcome === 'refused' || !isNodeNamed) return report
  // The node has what the file only names, so those checks run instead of being skipped.
  const checks: ProofCheck[] = verdict.checks.filter(({ status }) => status !== 'skip')
  let current: ProofCheck['name'] = 'transaction'
  try {
    const found = await findAll(verdict, flags)
    checks.push(...found.flatMap(({ checks }) => checks))
    const rooted = found.map(({ anchor }, i) => ({ root: verdict.anchors[i]!.root, anchor }))
    const outside = await knownOutside(rooted, flags)
    current = 'chain'
    return { ...report, answers: outside.answers, verdict: { ...alone, ...judge(found, checks, outside) } }
  } catch (error) {
    if (!(error instanceof ProofError)) throw error
    const { code, message } = error
    checks.push({ name: current, status: 'fail', detail: message })
    const failure = { code, check: current, message }
    return { ...report, verdict: { ...report.verdict, outcome: 'refused', checks, caveats: [], failure } }
  }
}

/** An anchor of the file: complete once a node has shown its block, otherwise as the file names it. */
type FoundOrNamed = {
  readonly anchor: OtsAnchor & Partial<CheckableAnchor>
  readonly checks: readonly ProofCheck[]
}

async function findAll({ anchors, headers }: OtsVerdict, { rpc, online }: OutsideFlags): Promise<FoundOrNamed[]> {
  const nodes: ChainNode[] = await Promise.all((rpc ?? []).map((url) => connect(url)))
  const found: FoundOrNamed[] = []
  for (const named of anchors) {
    const own = nodes.find(({ chain }) => chain === named.chain)
    const node = own ?? (online === true ? (await publicNodes(named.chain))[0] : undefined)
    const result = node && (await findAnchor(node, named, { headers, isOpen: own !== undefined }))
    if (result !== undefined && 'anchor' in result) {
      found.push({ anchor: { root: named.root, ...result.anchor }, checks: result.checks })
    } else found.push({ anchor: named, checks: [] })
  }
  return found
}

/** The verdict on the anchors. One that no node has shown in full vouches for nothing, even if its block's hash is known. */
function judge(found: readonly FoundOrNamed[], passed: readonly ProofCheck[], { known, caveats }: NodeAnswers) {
  const anchors = found.map(({ anchor }) => anchor)
  const blocks = compareBlocks(anchors, known).filter(({ anchor }) => anchor.blockTime !== undefined)
  const best = groundOf(blocks)
  const isConfirmed = best !== undefined && best.sources.length > 0
  const chain: ProofCheck = isConfirmed
    ? {
        name: 'chain',
        status: 'ok',
        detail: `block ${best.anchor.blockHash} was compared with ${sourceNames(best.sources)}`,
      }
    : { name: 'chain', status: 'skip', detail: 'nothing to compare the block with' }
  const ground = isConfirmed ? [best.anchor] : anchors
  return {
    outcome: isConfirmed ? ('confirmed' as const) : ('consistent' as const),
    checks: [...passed, chain],
    sources: isConfirmed ? best.sources : [],
    caveats: uniqueCaveats([
      ...caveats,
      ...blockCaveats(blocks, isConfirmed),
      ...ground.flatMap((anchor) => otsCaveats(anchor, anchor.blockTime !== undefined)),
    ]),
    anchors: anchors.map(reportAnchor),
    ...(isConfirmed ? { anchor: reportAnchor(best.anchor) } : {}),
  }
}

const reportAnchor = ({ root, chain, transactionId, blockHash, blockNumber, blockTime }: FoundOrNamed['anchor']) => ({
  root,
  chain,
  transactionId,
  ...(blockHash === undefined || blockNumber === undefined ? {} : { blockHash, blockNumber }),
  ...(blockTime === undefined ? {} : { blockTime }),
})
