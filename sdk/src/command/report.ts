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

/** As much of an anchor as is said about it: an .ots file knows no network's name, and what is in no block has no time. */
type ReportAnchor = AnchorChain & NamedAnchor & Partial<Pick<ProofAnchor, 'contract' | 'blockTime'>>

/** What a node said about an anchor, and what the verdict then rests on. */
export type Found = {
  readonly anchor: ReportAnchor
  readonly finding: AnchorFinding
  readonly restsOn: readonly string[]
}

/** What the command found out. */
export type Report = {
  readonly file: string
  /** Absent when there was no reason to hash the file. */
  readonly algorithm?: string
  readonly verdict: ReportVerdict
  readonly findings: readonly Found[]
}

type ReportCheck = Omit<ProofCheck, 'name'> & { readonly name: CheckName | 'network' }
type ReportVerdict = {
  readonly outcome: Verdict['outcome'] | OtsVerdict['outcome']
  readonly checks: readonly ReportCheck[]
  readonly restsOn: readonly string[]
  readonly failure?: { readonly code: string; readonly check: CheckName | 'network'; readonly message: string }
  readonly proof?: ProofDocument
  /** What an .ots file is about, and where its root is; with a time once a node had the block. */
  readonly digest?: string
  readonly anchors?: readonly (OtsAnchor & Pick<ReportAnchor, 'blockTime'>)[]
}

/** The report with what a node said. One anchor that the node confirms is enough; one that it denies is too much. */
export function withFindings(report: Report, findings: readonly Found[]): Report {
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

/** That the verdict rests on the node that was named. */
export function confirmedGround(
  { blockHash }: Pick<ProofAnchor, 'blockHash'>,
  { confirmations, finalized }: Confirmed,
  rpc: string,
): string {
  const depth = `${confirmations} ${confirmations === 1 ? 'confirmation' : 'confirmations'}`
  const finality =
    finalized === undefined ? 'the node does not speak of finality' : finalized ? 'finalized' : 'not final yet'
  const { host } = new URL(rpc)
  return `The block hash ${blockHash} was confirmed by the RPC you named (${host}): ${depth}, ${finality}. The verdict rests on that node.`
}

/** What a node said about an anchor, in words. */
export function findingText(anchor: ReportAnchor, finding: AnchorFinding): string {
  const block = `block ${anchor.blockNumber}`
  switch (finding.status) {
    case 'confirmed': {
      const recorded = new Date(finding.recordedAt * 1000).toISOString()
      return `${block} with this hash is part of ${networkName(anchor)}; the contract recorded the root at ${recorded}`
    }
    case 'wrong-chain':
      return `the RPC is a node of ${finding.chain}, the proof is for ${anchor.chain}`
    case 'missing':
      return `the node knows no ${block} (its last one is ${finding.latest}): it is behind, has dropped it, or the block was undone`
    case 'reorged': {
      const where =
        finding.movedTo === undefined
          ? 'the transaction is in no block'
          : `the transaction is in block ${finding.movedTo} now: get the proof anew`
      return `${block} was undone: the chain has ${finding.canonicalHash} there; ${where}`
    }
    case 'not-recorded':
      return `the contract ${anchor.contract} ${finding.recordedAt ? 'recorded the root only later' : 'has not recorded the root'}`
    case 'pending': {
      if (finding.blockNumber !== undefined)
        return `the transaction is in block ${finding.blockNumber} by now: get the proof anew`
      return finding.known
        ? 'the node knows the transaction, it waits for a block'
        : 'the node does not know the transaction'
    }
  }
}

/** The report in plain words. */
export function reportText(report: Report): string {
  const { file, algorithm, verdict } = report
  const lines = [headline(report), '', 'What was checked']
  for (const { status, name, detail } of verdict.checks) lines.push(`  ${marks[status]}  ${name.padEnd(11)}  ${detail}`)
  if (algorithm !== undefined) lines.push('', `Digest: ${algorithm} of ${file}`)
  if (verdict.restsOn.length > 0) {
    lines.push('', 'What this rests on', ...verdict.restsOn.map((ground) => `  - ${ground}`))
  }
  return `${lines.map(printable).join('\n')}\n`
}

/** Without characters that could steer a terminal: the proof is somebody else's text. */
export function printable(line: string): string {
  return line.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '\ufffd')
}

/** How the outcome of a check is shown. */
export const marks = { ok: 'ok  ', skip: 'skip', fail: 'FAIL' } as const

function headline({ file, verdict, findings }: Report): string {
  const { outcome, failure, proof } = verdict
  if (outcome === 'refused') return `REFUSED: ${failure?.message}.`
  if (outcome === 'traced') {
    return `NO TIME PROVEN YET: the .ots file is about ${file}, but transaction and block are only named in it. Ask a node for them with --rpc, or take the proof in another form.`
  }
  if (outcome === 'not-anchored') {
    return `NOT YET ON THE CHAIN: the proof fits ${file}, but its transaction is in no block, so nothing is proven yet.`
  }
  const confirmed = findings.filter(({ finding }) => finding.status === 'confirmed').map(({ anchor }) => anchor)
  const anchors: readonly ReportAnchor[] = confirmed.length > 0 ? confirmed : (proof?.anchors ?? [])
  const [first] = anchors.filter(({ blockTime }) => blockTime !== undefined).sort(byTime)
  if (first === undefined) return `VERIFIED: ${file}.`
  return `VERIFIED: ${file} existed at ${timeText(`${first.blockTime}`)}, by the clock of ${chainText(first)}.`
}

/** A block's time for people. */
export function timeText(blockTime: string): string {
  return blockTime.replace('T', ' ').replace('.000Z', ' UTC')
}

/** An anchor's chain for people. */
export function chainText(anchor: AnchorChain): string {
  return isPrivateChain(anchor) ? `${networkName(anchor)}, a private chain` : networkName(anchor)
}

const byTime = (a: ReportAnchor, b: ReportAnchor) => `${a.blockTime}`.localeCompare(`${b.blockTime}`)
