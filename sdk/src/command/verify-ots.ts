import { otsChainGrounds, otsGrounds, type ProofCheck, ProofError, verifyOts } from '@tallystick/proof'
import { findAnchor } from '../chain/find-anchor.js'
import { fileDigest, SHA256_DIGITS } from './input.js'
import { confirmedGround, type Report, type ReportFinding, withFindings } from './report.js'

/**
 * Verifies an OpenTimestamps file. Alone it only names transaction and block and proves no time; with an RPC, a node has them.
 * @throws Error for people when the file cannot be read, RpcError when the node does not answer.
 */
export async function verifyOtsFile(file: string, bytes: Uint8Array, rpc: string | undefined): Promise<Report> {
  const { algorithm, digest } = await fileDigest(file, SHA256_DIGITS)
  const { headers, anchors, ...verdict } = verifyOts(bytes, digest)
  const report = { file, algorithm, findings: [] }
  if (rpc === undefined || verdict.outcome === 'refused') return { ...report, verdict: { ...verdict, anchors } }
  // The node has what the file only names, so those checks run instead of being skipped.
  const checks: ProofCheck[] = verdict.checks.filter(({ status }) => status !== 'skip')
  const findings: ReportFinding[] = []
  try {
    for (const named of anchors) {
      const { finding, anchor, checks: ofAnchor } = await findAnchor(rpc, named, headers)
      checks.push(...ofAnchor)
      const isConfirmed = anchor !== undefined && finding.status === 'confirmed'
      const restsOn = isConfirmed
        ? [confirmedGround(anchor, finding, rpc), ...otsChainGrounds(named)]
        : otsGrounds(named)
      findings.push({ anchor: anchor ?? named, finding, restsOn })
    }
  } catch (error) {
    if (!(error instanceof ProofError)) throw error
    const { code, message } = error
    checks.push({ name: 'transaction', status: 'fail', detail: message })
    const failure = { code, check: 'transaction', message } as const
    return { ...report, verdict: { ...verdict, outcome: 'refused', checks, restsOn: [], failure, anchors } }
  }
  const isWaiting = findings.every(({ finding }) => finding.status === 'pending')
  const outcome = isWaiting ? ('not-anchored' as const) : ('verified' as const)
  const found = findings.map(({ anchor }, i) => otsAnchorOf(anchor, anchors[i]!.root))
  return withFindings({ ...report, verdict: { ...verdict, outcome, checks, anchors: found } }, findings)
}

const otsAnchorOf = (
  { chain, transactionId, blockHash, blockNumber, blockTime }: ReportFinding['anchor'],
  root: string,
) => ({
  root,
  chain,
  transactionId,
  ...(blockHash === undefined ? {} : { blockHash, blockNumber }),
  ...(blockTime === undefined ? {} : { blockTime }),
})
