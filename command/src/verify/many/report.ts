import {
  caveatsOfRows,
  csvTable,
  englishManyWords,
  englishWords,
  fill,
  momentText,
  type Row,
  type Source,
  sayCaveat,
  sayReason,
  sayTotals,
  sourcesOfRow,
  timeOfRow,
  totalsOf,
  type Unread,
} from '@tallystick/proof'
import type { NodeAnswer } from '@tallystick/sdk'
import { printable } from '../../printable.js'
import { adviceOf } from '../node-answers.js'
import { caveatLines, exitCodeOf, nodesJson } from '../report.js'

/** Everything the command found out about many files. */
export type ManyReport = {
  readonly rows: readonly Row[]
  /** Nodes' answers about the anchors. */
  readonly answers: readonly NodeAnswer[]
  /** Why files could not be read. */
  readonly reasons: readonly Unread[]
}

/** `incomplete`: nothing is wrong with what could be read, but not everything could be. */
type Outcome = 'confirmed' | 'stated' | 'consistent' | 'refused' | 'incomplete'

/** Refusals outweigh what is missing, and what is missing outweighs what holds. */
function outcomeOf({ rows }: ManyReport): Outcome {
  const { byVerdict, problems, weakest } = totalsOf(rows)
  if (byVerdict.refused + byVerdict.other > 0) return 'refused'
  if (byVerdict.unread > 0) return 'incomplete'
  return problems > 0 || weakest === undefined ? 'consistent' : weakest
}

/** Returns the exit code, as for a single file: 3 also when a document has no proof, or a proof no document. */
export function manyExitCode(report: ManyReport): number {
  const outcome = outcomeOf(report)
  return outcome === 'incomplete' ? 2 : exitCodeOf({ outcome, sources: weakestSources(report) })
}

/** Those who vouch for the weakest rows: if one row is by an operator alone, all of them are taken so. */
function weakestSources({ rows }: ManyReport): readonly Source[] {
  const all = rows.filter(({ verdict }) => verdict === 'stated').map(({ brief }) => brief?.sources ?? [])
  return all.find((sources) => !sources.some(({ kind }) => kind === 'issuer-node')) ?? all[0] ?? []
}

const english = { words: englishWords, many: englishManyWords }

/** Formats the report for people: the total, then a line for each document. */
export function manyText(report: ManyReport): string {
  const { rows, answers } = report
  const lines = [`${outcomeOf(report).toUpperCase()}: ${sayTotals(rows, english)}`, ...adviceOf(answers), '']
  const { verdicts } = englishManyWords
  const width = Math.max(...Object.values(verdicts).map(({ length }) => length))
  for (const row of rows) {
    const label = verdicts[row.verdict]
    const time = timeOfRow(row)
    const moment = time === undefined ? '' : `  ${momentText(time, englishWords)}`
    const from = row.document !== null && row.proof !== null ? `  (${row.proof})` : ''
    lines.push(`  ${label.padEnd(width)}  ${row.document ?? row.proof}${moment}${from}`)
    const reason = reasonOf(row, report)
    if (reason !== '') lines.push(`  ${' '.repeat(width)}  ${reason}`)
  }
  lines.push(...caveatLines(caveatsOfRows(rows)))
  return `${lines.map(printable).join('\n')}\n`
}

/** Formats the report as JSON for programs. */
export function manyJson(report: ManyReport): object {
  const { rows, answers } = report
  return {
    outcome: outcomeOf(report),
    headline: sayTotals(rows, english),
    totals: totalsOf(rows),
    rows: rows.map((row) => ({
      verdict: row.verdict,
      reason: reasonOf(row, report) || undefined,
      document: row.document,
      proof: row.proof,
      hash: row.brief?.hash,
      name: row.brief?.name,
      original: row.original,
      time: timeOfRow(row),
      block: row.brief?.block,
      sources: sourcesOfRow(row),
    })),
    caveats: caveatsOfRows(rows).map((caveat) => ({ ...caveat, message: sayCaveat(caveat, englishWords) })),
    ...nodesJson(answers),
  }
}

/** Formats the table as CSV, which no spreadsheet runs. */
export function manyCsv(report: ManyReport): string {
  const head = ['verdict', 'reason', 'document', 'time', 'by', 'proof', 'hash']
  const lines = report.rows.map((row) => {
    const by = sourcesOfRow(row)
    const named = by.length === 0 ? '' : fill('{by}', { by }, englishWords)
    const { document, proof, brief } = row
    const text = [row.verdict, reasonOf(row, report), document, timeOfRow(row), named, proof, brief?.hash]
    return text.map((cell) => cell ?? '')
  })
  return csvTable([head, ...lines])
}

function reasonOf(row: Row, { reasons }: ManyReport): string {
  if (row.verdict === 'unread') return reasons.find(({ path }) => path === row.document)?.reason ?? ''
  const reason = sayReason(row, english, 'none')
  const { name } = row.brief ?? {}
  return row.verdict === 'no-document' && name !== undefined ? `${reason}: ${name}` : reason
}
