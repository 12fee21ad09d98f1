import { hideCredentials } from '../credentials.js'
import type { Rule, Setting, Settings, Together } from './define.js'
import { secretsFromFiles } from './secret-files.js'

/** Everything wrong with the settings, in words for the operator. */
export class ConfigError extends Error {
  override name = 'ConfigError'
  readonly problems: readonly string[]

  constructor(problems: readonly string[]) {
    super(problems.join('\n'))
    this.problems = problems
  }
}

/** Settings by their names. */
export type Environment = Readonly<Record<string, string | undefined>>

interface LoadOptions {
  /** The contract is about to be deployed: don't require its address. */
  contractMissing?: boolean
}

interface ReadOptions extends LoadOptions {
  /** Settings of earlier versions, with what holds now: an operator who set one counts on another value. */
  gone?: Readonly<Record<string, string>>
}

/** A setting as an operator gave it. */
export interface GivenSetting {
  name: string
  source: 'default' | 'environment' | 'file'
  /** As written, without users and passwords of addresses; null for a secret, and where nothing is set. */
  value: string | null
}

/** Member of each config: all settings as they were given, in the order of their list. */
export interface WithGiven {
  given: readonly GivenSetting[]
}

/** Reads the settings, from the environment of this process unless given. */
export type LoadConfig<Config> = (env?: Environment, options?: LoadOptions) => Config

/**
 * Reads the settings of all parts. Nothing else in the service reads the environment.
 *
 * @throws {ConfigError} when anything is wrong; it lists all problems
 */
export function readSettings<const Parts extends readonly Settings<unknown>[]>(
  parts: Parts,
  env: Environment = process.env,
  { contractMissing = false, gone = {} }: ReadOptions = {},
): Together<Parts> & WithGiven {
  const settings = parts.flatMap(({ rows }) => Object.values(rows))
  const problems: string[] = []
  const files = secretsFromFiles(settings, env, problems)
  for (const [name, words] of Object.entries(gone)) {
    if (env[name]?.trim()) problems.push(`${name} is no longer a setting. ${words}. Remove it.`)
  }
  const isSet = (name: string) => files.has(name) || Boolean(env[name]?.trim())
  const values = new Map<string, unknown>()
  for (const setting of settings) {
    const { name } = setting
    const text = (files.has(name) ? files.get(name) : env[name]?.trim()) || setting.default
    values.set(name, text === undefined ? setting.unset : parsed(setting, text, problems))
  }
  const excused = settings.filter(({ deployed }) => deployed && contractMissing).map(({ name }) => name)
  const isMissing = (name: string) => !isSet(name) && !excused.includes(name)
  const isBroken = ({ given, needs = [], needsOne }: Rule) =>
    (needs.some(isMissing) || needsOne?.every(isMissing) === true) &&
    given.some((condition) => {
      if (typeof condition === 'string') return isSet(condition)
      const value = values.get(condition.name)
      if ('fits' in condition) return value !== undefined && condition.fits(value)
      return 'is' in condition ? value === condition.is : value !== undefined && value !== condition.isNot
    })
  for (const { rules } of parts) problems.push(...rules.filter(isBroken).map(({ problem }) => problem))
  if (problems.length > 0) throw new ConfigError(problems)
  const members = parts.map(({ rows, derive }) => {
    const found = Object.entries(rows).map(([member, { name }]) => [member, values.get(name)] as const)
    return derive(Object.fromEntries(found.filter(([, value]) => value !== undefined)) as never)
  })
  return Object.assign({ given: settings.map((setting) => givenFrom(setting, env, files)) }, ...members)
}

function givenFrom(
  { name, secret, default: value }: Setting,
  env: Environment,
  files: { has(name: string): boolean },
): GivenSetting {
  const text = env[name]?.trim()
  const source = files.has(name) ? 'file' : text ? 'environment' : 'default'
  const shown = source === 'file' || secret ? null : text || (value ?? null)
  return { name, source, value: shown === null ? null : hideCredentials(shown) }
}

/** Returns the value of a setting; undefined, and what is wrong added to the problems, if the text doesn't fit. */
function parsed({ name, secret, parse, scale }: Setting, text: string, problems: string[]): unknown {
  try {
    const value = parse(text)
    return scale === undefined ? value : Math.round(Number(value) * scale)
  } catch (error) {
    const shown = secret ? '' : `, not ${JSON.stringify(text)}`
    problems.push(`${name} must be ${(error as Error).message}${shown}.`)
    return undefined
  }
}

/** Chain ID of the embedded chain, the usual one for development chains. */
export const embeddedChainId = 31_337

/** PATH and locale for child processes. They inherit nothing else of the environment. */
export function childEnvironment(): Record<string, string> {
  return { PATH: process.env.PATH ?? '/usr/bin:/bin' }
}
