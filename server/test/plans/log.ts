import { createReadStream, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Database } from '../../src/base/database/db.js'

/** Settings of a PostgreSQL server that can log the plan of every statement, also of those in functions and triggers. */
export const loggingPlans = [
  'logging_collector=on',
  'log_destination=jsonlog',
  'log_rotation_size=0',
  'shared_preload_libraries=auto_explain',
  'auto_explain.log_analyze=on',
  'auto_explain.log_buffers=on',
  'auto_explain.log_timing=off',
  'auto_explain.log_nested_statements=on',
  'auto_explain.log_format=json',
  'auto_explain.log_parameter_max_length=0',
]

/** From now on, logs the plans of all statements, or of none. `kind` is how prepared statements are planned. */
export async function logPlans(db: Database, on: boolean, kind: 'custom' | 'generic' = 'custom'): Promise<void> {
  const session = await db.session()
  try {
    await session.script(`ALTER SYSTEM SET auto_explain.log_min_duration = ${on ? 0 : -1}`)
    await session.script(`ALTER SYSTEM SET plan_cache_mode = force_${kind}_plan`)
    await session.script('SELECT pg_reload_conf()')
  } finally {
    session.release()
  }
}

/** A step of a plan, as EXPLAIN gives it. */
export interface Step {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  'Index Cond'?: string
  'Actual Rows'?: number
  'Actual Loops'?: number
  'Rows Removed by Filter'?: number
  'Rows Removed by Index Recheck'?: number
  'Shared Hit Blocks'?: number
  'Shared Read Blocks'?: number
  Plans?: Step[]
}

/** How a statement was once executed. */
export interface Executed {
  /** On one line. */
  text: string
  plan: Step
}

/** Returns a text on one line. */
export function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}

/** Reads what a server has logged, a line at a time: it is more than fits into a string. */
export async function* readPlans(socketDir: string): AsyncGenerator<Executed> {
  const folder = join(socketDir, 'data', 'log')
  for (const name of readdirSync(folder).filter((one) => one.endsWith('.json'))) {
    for await (const line of createInterface(createReadStream(join(folder, name)))) {
      if (!line.includes('"duration: ')) continue
      const { message } = JSON.parse(line) as { message: string }
      const { 'Query Text': text, Plan: plan } = JSON.parse(message.slice(message.indexOf('{'))) as {
        'Query Text': string
        Plan: Step
      }
      yield { text: oneLine(text), plan }
    }
  }
}

/** Returns all steps of a plan. */
export function stepsOf(plan: Step): Step[] {
  return [plan, ...(plan.Plans ?? []).flatMap(stepsOf)]
}

/** Pages of tables and indexes that the statement looked at. */
export function buffersOf({ plan }: Executed): number {
  return (plan['Shared Hit Blocks'] ?? 0) + (plan['Shared Read Blocks'] ?? 0)
}

/** Rows that a step returned, or looked at in vain. */
export function rowsRead(step: Step): number {
  const each = (step['Actual Rows'] ?? 0) + (step['Rows Removed by Filter'] ?? 0)
  return (each + (step['Rows Removed by Index Recheck'] ?? 0)) * (step['Actual Loops'] ?? 1)
}

/** Rows that the statement returned or wrote. */
export function rowsOf({ plan }: Executed): number {
  const written = stepsOf(plan).filter((step) => step['Node Type'] === 'ModifyTable')
  const rows = [plan, ...written.flatMap(({ Plans = [] }) => Plans)].map((step) => step['Actual Rows'] ?? 0)
  return Math.max(...rows)
}
