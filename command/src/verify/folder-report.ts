import { expandAnchor, type ProofAnchor, sourceNames } from '@tallystick/proof'
import type { NodeAnswer } from '@tallystick/sdk'
import { printable } from '../printable.js'
import { type FolderReport, outcomeOf } from './folder-outcome.js'
import { wordOf } from './issuer.js'
import { adviceOf, answerText } from './node-answers.js'
import { caveatLines, checkLine, clockText, compareLines, nodesJson, timeText } from './report.js'

/** Formats the report for people. */
export function folderText(report: FolderReport): string {
  const { verdict, comparison, answers } = report
  const { outcome } = outcomeOf(report)
  const lines = [headline(report), ...adviceOf(answers), '', 'Checks']
  for (const { status, name, detail } of verdict.checks) lines.push(checkLine(status, name, detail))
  lines.push(...answerLines(answers))
  if (comparison !== undefined) {
    const { equal, problems, respelled, leftBySystem } = comparison
    const files = verdict.manifest?.files.length ?? 0
    const matches = `${number(equal)} of ${number(files)} files match`
    lines.push(checkLine(problems.length === 0 ? 'ok' : 'fail', 'files', matches))
    for (const { path, as } of respelled) lines.push(checkLine('ok', 'spelled', `${path} is spelled ${as} here`))
    if (problems.length > 0) lines.push('', 'Problems')
    for (const { path, problem, detail } of problems) lines.push(`  ${problem.padEnd(10)}  ${path}: ${detail}`)
    if (leftBySystem.length > 0) lines.push('', 'Created by the operating system, not part of the folder')
    for (const path of leftBySystem) lines.push(`  ${path}`)
  }
  const blocks = blocksOf(report)
  if (outcome === 'consistent' && blocks.length === 1) lines.push('', ...compareLines(blocks[0]!))
  if (verdict.warnings.length > 0) lines.push('', 'Warnings', ...verdict.warnings.map((warning) => `  - ${warning}`))
  if (outcome !== 'refused') lines.push(...caveatLines(verdict.caveats))
  return `${lines.map(printable).join('\n')}\n`
}

/** Formats the report as JSON for programs. */
export function folderJson(report: FolderReport): object {
  const { folder, verdict, comparison, answers } = report
  const { manifest, checks, sources, caveats, warnings, earliest, latest, waiting } = verdict
  const result = outcomeOf(report)
  const isRefused = result.outcome === 'refused'
  const isStated = result.outcome === 'confirmed' && wordOf(sources) !== null
  return {
    folder,
    ...result,
    ...(isStated && { outcome: 'stated' }),
    checks,
    ...(comparison === undefined ? {} : { files: { inManifest: manifest?.files.length, waiting, ...comparison } }),
    earliest,
    latest,
    warnings,
    sources: isRefused ? [] : sources,
    caveats: isRefused ? [] : caveats,
    ...nodesJson(answers),
    ...(manifest === undefined ? {} : { manifest: { folder: manifest.folder, issuedAt: manifest.issuedAt } }),
  }
}

function headline(report: FolderReport): string {
  const { folder, verdict, comparison } = report
  const { manifest, sources, earliest, latest, waiting } = verdict
  const { outcome, failure } = outcomeOf(report)
  const files = manifest?.files.length ?? 0
  const named = `the manifest of "${manifest?.folder.name}"`
  const left = comparison?.leftBySystem.length ?? 0
  const except = left === 0 ? '' : `, except ${number(left)} created by the operating system`
  if (outcome === 'refused') return `REFUSED: ${failure?.message}.`
  if (outcome === 'unreadable') return `INCOMPLETE: ${failure?.message}.`
  if (files === 0)
    return `CONSISTENT: ${named} lists no files, and ${folder} contains none${except}: nothing is proven.`
  const all = files === 1 ? 'the only file' : `all ${number(files)} files`
  const contains = `${folder} contains ${all} of ${named} and no others${except}`
  if (outcome === 'confirmed') {
    const times = earliest === latest ? `at ${time(latest)}` : `at ${time(latest)}, the first at ${time(earliest)}`
    const issuer = wordOf(sources)
    if (issuer !== null)
      return `STATED: ${contains}. They existed ${times}, by the word of ${issuer}, which issued the manifest.`
    return `CONFIRMED by ${sourceNames(sources)}: ${contains}. They existed ${times}, ${clockText(verdict.anchors.flatMap((anchor) => anchor ?? []))}.`
  }
  if (waiting > 0) {
    const which = waiting === files ? 'its files' : `${number(waiting)} of its ${number(files)} files`
    return `CONSISTENT: ${contains}. The transactions of ${which} are not in a block yet: no time is proven for them.`
  }
  const blocks = new Set(blocksOf(report).map(({ blockHash }) => blockHash)).size
  const which = blocks === 1 ? 'Their block has' : `Their ${number(blocks)} blocks have`
  return `CONSISTENT: ${contains}. ${which} not been compared with the network yet.`
}

/** Anchors in a block, one of each block. */
function blocksOf({ verdict: { manifest } }: FolderReport): ProofAnchor[] {
  if (manifest === undefined) return []
  const anchors = manifest.batches
    .flatMap(({ anchors }) => anchors)
    .map((anchor) => expandAnchor(anchor, manifest.blocks))
  const inBlock = anchors.filter(({ blockHash }) => blockHash !== undefined)
  return [...new Map(inBlock.map((anchor) => [anchor.blockHash, anchor])).values()]
}

/** One line per kind of answer and node, with the first as an example. */
function answerLines(answers: readonly NodeAnswer[]): string[] {
  const kinds = new Map<string, NodeAnswer[]>()
  for (const answer of answers) {
    const kind = `${answer.host} ${answer.finding.status}`
    kinds.set(kind, [...(kinds.get(kind) ?? []), answer])
  }
  return [...kinds.values()].map((same) => {
    const [status, name, detail] = answerText(same[0]!)
    return checkLine(status, name, same.length === 1 ? detail : `${detail} (and ${number(same.length - 1)} more)`)
  })
}

const time = (blockTime: string | undefined) => timeText(`${blockTime}`)
const number = (value: number) => value.toLocaleString('en')
