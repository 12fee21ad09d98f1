import { anchorGrounds, isPrivateChain, listGrounds, networkName, privateGrounds } from '@tallystick/proof'
import { type AskedAnchor, type FolderReport, outcomeOf } from './folder-outcome.js'
import { chainText, findingText, marks, printable, timeText } from './report.js'

/** Formats the report for people. */
export function folderText(report: FolderReport): string {
  const { verdict, comparison, network } = report
  const lines = [headline(report), '', 'Checks']
  const line = (status: keyof typeof marks, name: string, detail: string) => {
    lines.push(`  ${marks[status]}  ${name.padEnd(11)}  ${detail}`)
  }
  for (const { status, name, detail } of verdict.checks) line(status, name, detail)
  for (const [status, detail] of networkLines(network?.asked)) line(status, 'network', detail)
  if (comparison !== undefined) {
    const { equal, problems, respelled, leftBySystem } = comparison
    const files = verdict.manifest?.files.length ?? 0
    line(problems.length === 0 ? 'ok' : 'fail', 'files', `${number(equal)} of ${number(files)} files match`)
    for (const { path, as } of respelled) line('ok', 'spelled', `${path} is spelled ${as} here`)
    if (problems.length > 0) lines.push('', 'Problems')
    for (const { path, problem, detail } of problems) lines.push(`  ${problem.padEnd(10)}  ${path}: ${detail}`)
    if (leftBySystem.length > 0) lines.push('', 'Created by the operating system, not part of the folder')
    for (const path of leftBySystem) lines.push(`  ${path}`)
  }
  if (verdict.warnings.length > 0) lines.push('', 'Warnings', ...verdict.warnings.map((warning) => `  - ${warning}`))
  const restsOn = restsOnOf(report)
  if (restsOn.length > 0) lines.push('', 'This verdict rests on', ...restsOn.map((ground) => `  - ${ground}`))
  return `${lines.map(printable).join('\n')}\n`
}

/** Formats the report as JSON for programs. */
export function folderJson(report: FolderReport): object {
  const { folder, verdict, comparison, network } = report
  const { manifest, checks, warnings, earliest, latest, waiting } = verdict
  return {
    folder,
    ...outcomeOf(report),
    checks,
    ...(comparison === undefined ? {} : { files: { inManifest: manifest?.files.length, waiting, ...comparison } }),
    earliest,
    latest,
    warnings,
    restsOn: restsOnOf(report),
    ...(network === undefined ? {} : { network: network.asked.flat().map(findingJson) }),
    ...(manifest === undefined ? {} : { manifest: { folder: manifest.folder, issuedAt: manifest.issuedAt } }),
  }
}

const findingJson = ({ anchor, finding }: AskedAnchor) => ({ transactionId: anchor.transactionId, ...finding })

function headline(report: FolderReport): string {
  const { folder, verdict, comparison } = report
  const { manifest, earliest, latest, waiting } = verdict
  const { outcome, failure } = outcomeOf(report)
  const files = manifest?.files.length ?? 0
  const named = `the manifest of "${manifest?.folder.name}"`
  const left = comparison?.leftBySystem.length ?? 0
  const except = left === 0 ? '' : `, except ${number(left)} created by the operating system`
  if (outcome === 'refused') return `REFUSED: ${failure?.message}.`
  if (outcome === 'unreadable') return `INCOMPLETE: ${failure?.message}.`
  if (outcome === 'not-anchored') {
    if (files === 0) return `NOTHING PROVEN: ${named} lists no files, and ${folder} contains none${except}.`
    const which = waiting === files ? 'its files' : `${number(waiting)} of its ${number(files)} files`
    return `NOT YET ON THE CHAIN: ${folder} matches ${named}, but the transactions of ${which} are not in a block yet.`
  }
  const all = files === 1 ? 'the only file' : `all ${number(files)} files`
  const times = earliest === latest ? `at ${time(latest)}` : `at ${time(latest)}, the first at ${time(earliest)}`
  return `VERIFIED: ${folder} contains ${all} of ${named} and no others${except}. They existed ${times}, by the clock of ${chainOf(report)}.`
}

function chainOf({ verdict: { manifest } }: FolderReport): string {
  const anchors = manifest?.batches.flatMap(({ anchors }) => anchors) ?? []
  const chains = new Set(anchors.filter(({ block }) => block !== undefined).map((anchor) => chainText(anchor)))
  return [...chains].join(' and ')
}

/** One line per kind of answer, with an example unless it is a confirmation. */
function networkLines(batches: readonly (readonly AskedAnchor[])[] | undefined): [keyof typeof marks, string][] {
  const asked = batches?.flat() ?? []
  const lines: [keyof typeof marks, string][] = []
  const confirmed = asked.filter(({ finding }) => finding.status === 'confirmed')
  if (confirmed.length > 0) {
    lines.push([
      'ok',
      `the node confirms the blocks of ${number(confirmed.length)} anchors, and the contract their roots`,
    ])
  }
  for (const status of new Set(asked.map(({ finding }) => finding.status))) {
    if (status === 'confirmed') continue
    const same = asked.filter(({ finding }) => finding.status === status)
    const [{ anchor, finding }] = same as [AskedAnchor]
    const more = same.length === 1 ? '' : ` (and ${number(same.length - 1)} more)`
    lines.push([status === 'pending' ? 'skip' : 'fail', `${findingText(anchor, finding)}${more}`])
  }
  return lines
}

function restsOnOf(report: FolderReport): readonly string[] {
  const { verdict, network } = report
  const { outcome } = outcomeOf(report)
  if (outcome === 'refused') return []
  if (network === undefined) return verdict.restsOn
  const asked = network.asked.flat()
  const confirmed = asked.flatMap(({ anchor, finding }) =>
    finding.status === 'confirmed' ? [{ anchor, finding }] : [],
  )
  const grounds: string[] = []
  if (confirmed.length > 0) {
    const least = Math.min(...confirmed.map(({ finding }) => finding.confirmations))
    const final = confirmed.every(({ finding }) => finding.finalized) ? 'all finalized' : 'not all finalized'
    grounds.push(
      `The blocks were confirmed by the RPC you specified (${network.host}): at least ${least} confirmations, ${final}. The verdict rests on that node.`,
    )
  }
  const chains = new Map(confirmed.map(({ anchor }) => [networkName(anchor), anchor]))
  for (const anchor of chains.values()) if (isPrivateChain(anchor)) grounds.push(...privateGrounds(anchor))
  const open = asked.find(({ finding }) => finding.status === 'pending')
  if (open !== undefined) grounds.push(...anchorGrounds(open.anchor, undefined))
  return [...grounds, ...listGrounds()]
}

const time = (blockTime: string | undefined) => timeText(`${blockTime}`)
const number = (value: number) => value.toLocaleString('en')
