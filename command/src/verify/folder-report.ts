import { englishWords, expandAnchor, type ProofAnchor, say, sayFolder } from '@tallystick/proof'
import type { NodeAnswer } from '@tallystick/sdk'
import { printable } from '../printable.js'
import { type FolderReport, outcomeOf } from './folder-outcome.js'
import { adviceOf, answerText } from './node-answers.js'
import { caveatLines, checkLine, compareLines, nodesJson, openJson, reasonOf, shouted } from './report.js'

/** Formats the report for people. */
export function folderText(report: FolderReport): string {
  const { finding, comparison, answers } = report
  const outcome = outcomeOf(report)
  const lines = [...headlines(report), ...adviceOf(answers), '', 'Checks']
  for (const { status, name, detail } of finding.checks) lines.push(checkLine(status, name, detail))
  lines.push(...answerLines(answers))
  if (comparison !== undefined) {
    const { equal, problems, respelled, leftBySystem } = comparison
    const files = finding.manifest?.files.length ?? 0
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
  const warnings = warningsOf(report)
  if (warnings.length > 0) lines.push('', 'Warnings', ...warnings.map((warning) => `  - ${warning}`))
  if (outcome !== 'refused') lines.push(...caveatLines(finding.caveats))
  return `${lines.map(printable).join('\n')}\n`
}

/** Formats the report as JSON for programs. */
export function folderJson(report: FolderReport): object {
  const { folder, finding, comparison, answers } = report
  const { manifest, checks, sources, caveats, time, waiting, failure } = finding
  const outcome = outcomeOf(report)
  const isRefused = outcome === 'refused'
  const [headline] = sentencesOf(report)
  const isAlone = outcome === finding.outcome
  return {
    folder,
    outcome,
    headline,
    checks,
    ...(comparison === undefined ? {} : { files: { inManifest: manifest?.files.length, waiting, ...comparison } }),
    time: isRefused ? undefined : time,
    warnings: warningsOf(report),
    sources: isRefused ? [] : sources,
    ...openJson(isRefused ? [] : caveats, failure),
    ...(isAlone ? {} : { failure: { code: isRefused ? 'folder' : 'unreadable', check: 'files', message: headline } }),
    ...nodesJson(answers),
    ...(manifest === undefined ? {} : { manifest: { folder: manifest.folder, issuedAt: manifest.issuedAt } }),
  }
}

/** The verdict, and how the folder compares if that is not the verdict. */
function headlines(report: FolderReport): string[] {
  const [headline = '', ...others] = sentencesOf(report)
  return [`${shouted(headline)}${reasonOf(report.finding.failure)}`, ...others]
}

function sentencesOf(report: FolderReport): string[] {
  const { folder, finding, comparison } = report
  const compared = comparison && sayFolder(comparison, finding.manifest?.files.length ?? 0, englishWords, folder)
  if (compared !== undefined && outcomeOf(report) !== finding.outcome) return [compared]
  return [say(finding, englishWords), ...(compared === undefined ? [] : [compared])]
}

function warningsOf({ finding: { lookalikes } }: FolderReport): string[] {
  return lookalikes.map((paths) => {
    const names = paths.map((path) => JSON.stringify(path)).join(', ')
    return `some file systems treat these as the same name: ${names}`
  })
}

/** Anchors in a block, one of each block. */
function blocksOf({ finding: { manifest } }: FolderReport): ProofAnchor[] {
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

const number = (value: number) => value.toLocaleString('en')
