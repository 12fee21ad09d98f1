import {
  type AnchorChain,
  type CheckName,
  entryGrounds,
  isPrivateChain,
  networkName,
  type OtsAnchor,
  type OtsVerdict,
  type ProofAnchor,
  type ProofCheck,
  type ProofDocument,
  type Verdict,
} from '@tallystick/proof'
import type { AnchorFinding, NamedAnchor } from '../chain/check-anchor.js'

/** An anchor as far as it is known: an .ots file lacks the network's name, a pending transaction the block time. */
type ReportAnchor = AnchorChain & NamedAnchor & Partial<Pick<ProofAnchor, 'contract' | 'blockTime'>>

/** A node's answer about an anchor, and what the verdict then rests on. */
export type ReportFinding = {
  readonly anchor: ReportAnchor
  readonly finding: AnchorFinding
  readonly restsOn: readonly string[]
}

/** Everything the command found out about a file. */
export type Report = {
  readonly file: string
  /** Absent when the file was not hashed. */
  readonly algorithm?: string
  readonly verdict: ReportVerdict
  readonly findings: readonly ReportFinding[]
}

type ReportCheck = Omit<ProofCheck, 'name'> & { readonly name: CheckName | 'network' }
type ReportVerdict = {
  readonly outcome: Verdict['outcome'] | OtsVerdict['outcome']
  readonly checks: readonly ReportCheck[]
  readonly restsOn: readonly string[]
  readonly failure?: { readonly code: string; readonly check: CheckName | 'network'; readonly message: string }
  readonly proof?: ProofDocument
  /** The digest in an .ots file, and its anchors; with a time if a node had the block. */
  readonly digest?: string
  readonly anchors?: readonly (OtsAnchor & Pick<ReportAnchor, 'blockTime'>)[]
}

/** Adds a node's answers to the report. One anchor that the node confirms is enough; one that it denies is one too many. */
export function withFindings(report: Report, findings: readonly ReportFinding[]): Report {
  const { verdict } = report
  const network = findings.map(({ anchor, finding }): ReportCheck => {
    const status = finding.status === 'confirmed' ? 'ok' : 'fail'
    const skipped = finding.status === 'pending' || (finding.status === 'wrong-chain' && findings.length > 1)
    return { name: 'network', status: skipped ? 'skip' : status, detail: findingText(anchor, finding) }
  })
  const checks = [...verdict.checks, ...network]
  const denied = network.find(({ status }) => status === 'fail')
  const confirmed = network.some(({ status }) => status === 'ok')
  if (denied !== undefined || (verdict.outcome === 'verified' && !confirmed)) {
    const code = findings[denied === undefined ? 0 : network.indexOf(denied)]!.finding.status
    const failure = { code, check: 'network' as const, message: (denied ?? network[0]!).detail }
    return { ...report, findings, verdict: { ...verdict, outcome: 'refused', checks, restsOn: [], failure } }
  }
  const entry = verdict.proof === undefined ? [] : entryGrounds(verdict.proof, true)
  const restsOn = [...new Set([...findings.flatMap(({ restsOn }) => restsOn), ...entry])]
  return { ...report, findings, verdict: { ...verdict, checks, restsOn } }
}

type Confirmed = Extract<AnchorFinding, { status: 'confirmed' }>

/** Says that the verdict rests on the given node. */
export function confirmedGround(
  { blockHash }: Pick<ProofAnchor, 'blockHash'>,
  { confirmations, finalized }: Confirmed,
  rpc: string,
): string {
  const depth = `${confirmations} ${confirmations === 1 ? 'confirmation' : 'confirmations'}`
  const finality =
    finalized === undefined ? 'the node does not report finality' : finalized ? 'finalized' : 'not final yet'
  const { host } = new URL(rpc)
  return `The block hash ${blockHash} was confirmed by the RPC you specified (${host}): ${depth}, ${finality}. The verdict rests on that node.`
}

/** Describes a node's answer about an anchor. */
export function findingText(anchor: ReportAnchor, finding: AnchorFinding): string {
  const block = `block ${anchor.blockNumber}`
  switch (finding.status) {
    case 'confirmed': {
      const recorded = new Date(finding.recordedAt * 1000).toISOString()
      return `${block} with this hash is part of ${networkName(anchor)}; the contract recorded the root at ${recorded}`
    }
    case 'wrong-chain':
      return `the RPC is a node of ${finding.chain}, but the proof is for ${anchor.chain}`
    case 'missing':
      return `the node does not know ${block} (its latest is ${finding.latest}): it is behind, has pruned the block, or the block was lost in a reorg`
    case 'reorged': {
      const where =
        finding.movedTo === undefined
          ? 'the transaction is not in a block'
          : `the transaction is now in block ${finding.movedTo}: download the proof again`
      return `${block} was replaced in a reorg by ${finding.canonicalHash}; ${where}`
    }
    case 'not-recorded':
      return `the contract ${anchor.contract} ${finding.recordedAt ? 'recorded the root only later' : 'has not recorded the root'}`
    case 'pending': {
      if (finding.blockNumber !== undefined)
        return `the transaction is now in block ${finding.blockNumber}: download the proof again`
      return finding.known
        ? 'the node knows the transaction, but it is still pending'
        : 'the node does not know the transaction'
    }
  }
}

/** Formats the report for people. */
export function reportText(report: Report): string {
  const { file, algorithm, verdict } = report
  const lines = [headline(report), '', 'Checks']
  for (const { status, name, detail } of verdict.checks) lines.push(`  ${marks[status]}  ${name.padEnd(11)}  ${detail}`)
  if (algorithm !== undefined) lines.push('', `Digest: ${algorithm} of ${file}`)
  if (verdict.restsOn.length > 0) {
    lines.push('', 'This verdict rests on', ...verdict.restsOn.map((ground) => `  - ${ground}`))
  }
  return `${lines.map(printable).join('\n')}\n`
}

/** Replaces characters that could steer a terminal, because the proof is someone else's text. */
export function printable(line: string): string {
  return line.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '\ufffd')
}

/** Labels of a check's result. */
export const marks = { ok: 'ok  ', skip: 'skip', fail: 'FAIL' } as const

function headline({ file, verdict, findings }: Report): string {
  const { outcome, failure, proof } = verdict
  if (outcome === 'refused') return `REFUSED: ${failure?.message}.`
  if (outcome === 'traced') {
    return `NO TIME PROVEN YET: the .ots file is for ${file}, but only names its transaction and block. Look them up with --rpc, or use the proof in another format.`
  }
  if (outcome === 'not-anchored') {
    return `NOT YET ON THE CHAIN: the proof matches ${file}, but its transaction is not in a block yet, so no time is proven.`
  }
  const confirmed = findings.filter(({ finding }) => finding.status === 'confirmed').map(({ anchor }) => anchor)
  const anchors: readonly ReportAnchor[] = confirmed.length > 0 ? confirmed : (proof?.anchors ?? [])
  const [first] = anchors.filter(({ blockTime }) => blockTime !== undefined).sort(byTime)
  if (first === undefined) return `VERIFIED: ${file}.`
  return `VERIFIED: ${file} existed at ${timeText(`${first.blockTime}`)}, by the clock of ${chainText(first)}.`
}

/** Formats a block's time for people. */
export function timeText(blockTime: string): string {
  return blockTime.replace('T', ' ').replace('.000Z', ' UTC')
}

/** Formats an anchor's chain for people. */
export function chainText(anchor: AnchorChain): string {
  return isPrivateChain(anchor) ? `${networkName(anchor)}, a private chain` : networkName(anchor)
}

const byTime = (a: ReportAnchor, b: ReportAnchor) => `${a.blockTime}`.localeCompare(`${b.blockTime}`)
