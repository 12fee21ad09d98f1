import type { EmbeddedAddresses } from './admin.js'
import type { Database } from './database/db.js'
import { textOf } from './error-text.js'
import type { MasterKey } from './secrets.js'
import type { GroundConfig } from './settings/ground.js'

/** One line of what `tallystick serve --check` found. */
export interface Finding {
  /** Subject of the test, such as `database`. */
  about: string
  isGood: boolean
  /** Result; when it isn't good, also what to do. */
  text: string
}

/** Inputs of the rooms' checks. They must change nothing that a running service relies on. */
export interface CheckContext<Own = unknown> {
  config: GroundConfig & Own
  /** Undefined when it can't be read: it isn't reachable, has no tables yet, or starts with the service. */
  database: Database | undefined
  /** Undefined until the first start creates it. */
  masterKey: MasterKey | undefined
  /** Of a running service's embedded parts; undefined when none runs. */
  embedded: EmbeddedAddresses | undefined
}

/** Errors whose message says what to do. */
const forOperators = ['AdminError', 'ConfigError', 'StartError']

/**
 * Runs a test.
 *
 * @param work resolves with what it found, and throws when that isn't good
 * @param advice what to do when its error doesn't say so
 */
export async function finding(about: string, work: () => Promise<string>, advice = ''): Promise<Finding> {
  try {
    return { about, isGood: true, text: await work() }
  } catch (error) {
    const text = textOf(error).replaceAll('\n', ' ')
    const isAdvised = forOperators.includes((error as Error)?.name)
    return { about, isGood: false, text: isAdvised || advice === '' ? text : `${text.replace(/\.?$/, '.')} ${advice}` }
  }
}
