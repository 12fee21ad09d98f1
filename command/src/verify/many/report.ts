import {
  type Caveat,
  csvTable,
  englishWords,
  fill,
  momentText,
  type Row,
  type RowVerdict,
  type Source,
  sayCaveat,
  sayRefusal,
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

const words: { readonly [Verdict in RowVerdict]: string } = {
  refused: 'not valid',
  other: "doesn't match",
  unread: 'not read',
  waiting: 'no block yet',
  'no-proof': 'no proof',
  'no-document': 'no document',
  consistent: 'not compared',
  stated: 'stated',
  confirmed: 'confirmed',
}

function headlineOf(report: ManyReport): string {
  const { documents, fitting, problems, weakest } = totalsOf(report.rows)
  const some = `${number(fitting)} of ${number(documents)} documents`
  const holding = report.rows.filter(({ verdict }) => verdict === weakest)
  const by = holding.flatMap(({ brief }) => brief?.sources ?? [])
  const named = by.length === 0 ? '' : fill('{by}', { by }, englishWords)
  const sentences = {
    confirmed: `${some} are as stamped, confirmed by ${named}.`,
    stated: `${some} are as stamped, by the word of ${named}.`,
    consistent: `${some} fit their proofs. Their blocks have not all been compared yet: no time is proven.`,
  }
  const open = problems === 0 ? '' : ` ${number(problems)} ${problems === 1 ? 'needs' : 'need'} a look.`
  return `${weakest === undefined ? 'No document fits a proof.' : sentences[weakest]}${open}`
}

/** Formats the report for people: the total, then a line for each document. */
export function manyText(report: ManyReport): string {
  const { rows, answers } = report
  const lines = [`${outcomeOf(report).toUpperCase()}: ${headlineOf(report)}`, ...adviceOf(answers), '']
  for (const row of rows) {
    const time = timeOf(row)
    const moment = time === undefined ? '' : `  ${momentText(time, englishWords)}`
    const from = row.document !== null && row.proof !== null ? `  (${row.proof})` : ''
    lines.push(`  ${words[row.verdict].padEnd(13)}  ${row.document ?? row.proof}${moment}${from}`)
    const reason = reasonOf(row, report)
    if (reason !== '') lines.push(`  ${' '.repeat(13)}  ${reason}`)
  }
  lines.push(...caveatLines(caveatsOf(rows)))
  return `${lines.map(printable).join('\n')}\n`
}

/** Formats the report as JSON for programs. */
export function manyJson(report: ManyReport): object {
  const { rows, answers } = report
  return {
    outcome: outcomeOf(report),
    headline: headlineOf(report),
    totals: totalsOf(rows),
    rows: rows.map((row) => ({
      verdict: row.verdict,
      reason: reasonOf(row, report) || undefined,
      document: row.document,
      proof: row.proof,
      hash: row.brief?.hash,
      name: row.brief?.name,
      time: timeOf(row),
      block: row.brief?.block,
      sources: row.brief?.sources,
    })),
    caveats: caveatsOf(rows).map((caveat) => ({ ...caveat, message: sayCaveat(caveat, englishWords) })),
    ...nodesJson(answers),
  }
}

/** Formats the table as CSV, which no spreadsheet runs. */
export function manyCsv(report: ManyReport): string {
  const head = ['verdict', 'reason', 'document', 'time', 'by', 'proof', 'hash']
  const lines = report.rows.map((row) => {
    const by = row.brief?.sources ?? []
    const named = by.length === 0 ? '' : fill('{by}', { by }, englishWords)
    const { document, proof, brief } = row
    const text = [row.verdict, reasonOf(row, report), document, timeOf(row), named, proof, brief?.hash]
    return text.map((cell) => cell ?? '')
  })
  return csvTable([head, ...lines])
}

function reasonOf({ verdict, brief, document }: Row, { reasons }: ManyReport): string {
  switch (verdict) {
    case 'refused':
      return brief?.failure === undefined ? '' : sayRefusal(brief.failure, englishWords)
    case 'other':
      return 'changed after it was stamped, or another document'
    case 'unread':
      return reasons.find(({ path }) => path === document)?.reason ?? ''
    case 'waiting':
      return 'no time is proven yet: download this proof again'
    case 'no-proof':
      return 'no proof here is about this content'
    case 'no-document':
      return `no document here has this content${brief?.name === undefined ? '' : `: ${brief.name}`}`
    default:
      return ''
  }
}

function timeOf({ verdict, brief }: Row): string | undefined {
  if (verdict === 'other' || verdict === 'refused') return undefined
  return brief?.block?.blockTime ?? brief?.time?.latest
}

/** Says each caveat once; which blocks are not compared, the headline says. */
function caveatsOf(rows: readonly Row[]): Caveat[] {
  const all = rows.flatMap(({ brief }) => brief?.caveats ?? [])
  const others = all.filter(({ code }) => !['not-compared', 'others-not-compared', 'not-in-block'].includes(code))
  return [...new Map(others.map((caveat) => [JSON.stringify(caveat), caveat])).values()]
}

const number = (value: number) => value.toLocaleString('en')
