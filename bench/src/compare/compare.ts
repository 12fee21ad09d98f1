import { existsSync } from 'node:fs'
import type pg from 'pg'
import { median } from '../load.js'
import { repository, type Service, startService } from '../processes.js'
import { decimals, table } from '../table.js'
import { type Build, buildCommit, buildIn } from './build-commit.js'
import { countStatements } from './statements.js'
import { type Turn, takeTurn } from './turn.js'

/** Which builds, and how long. */
export interface CompareOptions {
  /** The commit to compare this checkout with, or the folder of a built one. */
  commit: string
  connections: readonly number[]
  rounds: number
  warmupMs: number
  measureMs: number
}

/** One of the two builds, as it runs. */
interface Contender {
  name: string
  service: Service
  client: pg.Client
  /** Its turns, by number of connections. */
  turns: Map<number, Turn[]>
  /** Statements a batch, by number of connections. */
  statements: Map<number, number>
}

/** A quota that no load reaches, so that stamps are counted against it as they are in use. */
const settings = { QUOTA_STAMPS: '1000000000' }

/**
 * Builds another commit, and lets it and this checkout stamp in turns (ABBA): the machine's other work falls on both alike, and
 * processor time is counted for each process. Returns Markdown tables.
 *
 * @throws {Error} when the commit can't be built, or without `/proc`
 */
export async function benchCompare(options: CompareOptions): Promise<string> {
  if (!existsSync('/proc/self/stat')) throw new Error('compare reads processor time from /proc: run it on Linux')
  const build = buildCommit(repository, options.commit)
  const contenders: Contender[] = []
  try {
    for (const one of [build, buildIn(repository)]) {
      const contender = await start(one)
      contenders.push(contender)
      // Code is compiled and statements are planned before the first turn.
      await takeTurn(contender.service, contender.client, { ...options, connections: 64 })
    }
    const [before, after] = contenders as [Contender, Contender]
    for (const connections of options.connections) {
      for (let round = 0; round < options.rounds; round++) {
        for (const one of round % 2 === 0 ? [before, after] : [after, before]) {
          const turn = await takeTurn(one.service, one.client, { ...options, connections })
          one.turns.set(connections, [...(one.turns.get(connections) ?? []), turn])
        }
      }
    }
    for (const one of contenders) {
      await one.client.end()
      one.statements = await countStatements(one.service, options.connections, options.measureMs)
    }
    return report(before, after, options.connections)
  } finally {
    for (const { service } of contenders) await service.stop()
    build.remove()
  }
}

async function start({ root, name }: Build): Promise<Contender> {
  const service = await startService([], settings, root)
  return { name, service, client: await service.connect(), turns: new Map(), statements: new Map() }
}

const head = [
  ...['connections', 'build', 'stamps/s', 'p50 ms', 'p99 ms', 'µs a stamp', 'service', 'PostgreSQL', 'node'],
  ...['stamps a batch', 'page faults a batch', 'statements a batch'],
]

function report(before: Contender, after: Contender, connections: readonly number[]): string {
  const compared = connections.map((count) => ({ count, ...comparedAt(before, after, count) }))
  const rows = compared.flatMap(({ count, earlier, later, times }) => [
    [String(count), before.name, ...earlier.map(shown)],
    [String(count), after.name, ...later.map(shown)],
    [String(count), '÷', ...times.map(decimals)],
  ])
  const costHead = ['commit', 'compared with', ...connections.map((count) => `µs a stamp, ${count}`)]
  const costs = compared.map(
    ({ later, times }) => `${later[costColumn]?.toFixed(0)} (× ${decimals(times[costColumn] as number)})`,
  )
  return `${table(head, rows)}\n\n${table(costHead, [[after.name, before.name, ...costs]])}`
}

const costColumn = head.indexOf('µs a stamp') - 2

/** Medians of the turns of both builds, and of the quotients of neighbours: a machine that gets slower or faster does so for both. */
function comparedAt(before: Contender, after: Contender, connections: number) {
  const [earlier, later] = [before, after].map(({ turns }) => (turns.get(connections) ?? []).map(figuresOf)) as [
    number[][],
    number[][],
  ]
  const quotients = later.map((figures, round) => figures.map((value, at) => value / (earlier[round]?.[at] as number)))
  const [statements, laterStatements] = [before, after].map((one) => one.statements.get(connections) as number) as [
    number,
    number,
  ]
  return {
    earlier: [...mediansOf(earlier), statements],
    later: [...mediansOf(later), laterStatements],
    times: [...mediansOf(quotients), laterStatements / statements],
  }
}

function mediansOf(rows: readonly number[][]): number[] {
  return (rows[0] ?? []).map((_, column) => median(rows.map((row) => row[column] as number)))
}

const shown = (value: number) => (value < 100 ? decimals(value) : value.toFixed(0))

/** The figures of one turn, in the order of the table's columns; costs are for a stamp or a batch. */
function figuresOf({ perSecond, p50Ms, p99Ms, seconds, stamps, batches, faults }: Turn): number[] {
  const { service, postgres, chain } = seconds
  const costs = [service + postgres + chain, service, postgres, chain].map((used) => (used * 1e6) / stamps)
  return [perSecond, p50Ms, p99Ms, ...costs, stamps / batches, faults / batches]
}
