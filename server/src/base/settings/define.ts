/** A setting of the service: an environment variable, and the member of the config that it becomes. */
export interface Setting<Value = unknown> {
  /** Of the environment variable. */
  name: string
  /** As written in the environment. Not set: there is no default. */
  default?: string
  /** Unit of the number, or format of the text. */
  unit: string
  meaning: string
  /** Never shown or logged; can come from a file. */
  secret?: true
  /** Known only after a contract is deployed, so that deploying it doesn't need it. */
  deployed?: true
  /** @throws {Error} whose message completes the sentence "NAME must be …" */
  parse: (text: string) => Value
  /** Factor from the unit of the parsed number to the config's. */
  scale?: number
  /** Member of the config while the setting isn't set and has no default. */
  unset?: Value
}

/** Settings by the members of the config that they become. */
type Rows = Readonly<Record<string, Setting>>

/** A rule across settings: it's broken if one of `given` is set, and one of `needs`, or each of `needsOne`, isn't. */
export interface Rule<Name extends string = string> {
  /** Names, or conditions on the value. */
  given: readonly (
    | Name
    | { name: Name; is: unknown }
    | { name: Name; isNot: unknown }
    | { name: Name; fits: (value: unknown) => boolean }
  )[]
  needs?: readonly Name[]
  needsOne?: readonly Name[]
  /** In words for the operator. */
  problem: string
}

/** The settings of one part of the service, with their rules, and what they become. */
export interface Settings<Part> {
  rows: Rows
  rules: readonly Rule[]
  /** Combines members, and fills in defaults that depend on others. Called only if nothing is wrong. */
  derive: (values: never) => Part
}

type NameIn<R extends Rows> = R[keyof R]['name']

/** More about the settings of one part. */
interface More<R extends Rows, Part> {
  rules?: readonly Rule<NameIn<R>>[]
  /** Rules that name settings of other parts, too. */
  rulesAcross?: readonly Rule[]
  derive?: (values: Values<R>) => Part
}

/** Returns a definition of settings. Without `derive`, each is a member of the config. */
export function defineSettings<const R extends Rows, Part = Values<R>>(
  rows: R,
  { rules = [], rulesAcross = [], derive = (values) => values as Part }: More<NoInfer<R>, Part> = {},
): Settings<Part> {
  return { rows, rules: [...rules, ...rulesAcross], derive }
}

/** The part of the config that settings become. */
export type PartOf<S> = S extends Settings<infer Part> ? Part : never

/** The config that a list of settings becomes together. */
export type Together<List> = List extends readonly [infer First, ...infer Others]
  ? PartOf<First> & Together<Others>
  : unknown

/** The members that rows become before any are combined; those that may have no value are optional. */
export type Values<R extends Rows> = {
  -readonly [Key in keyof R as IsOptional<R[Key]> extends true ? never : Key]: ValueOf<R[Key]>
} & {
  -readonly [Key in keyof R as IsOptional<R[Key]> extends true ? Key : never]?: ValueOf<R[Key]>
}

type IsOptional<S extends Setting> = S extends { default: string } | { unset: unknown } ? false : true
type ValueOf<S extends Setting> = ReturnType<S['parse']>

/** Returns the rules that settings can be set only together with another one, and must then be. */
export function exactlyWith<Name extends string, Other extends string>(
  other: Other,
  advice: Readonly<Record<Name, string>>,
): Rule<Name | Other>[] {
  return (Object.entries<string>(advice) as [Name, string][]).flatMap(([name, text]) => [
    { given: [other], needs: [name], problem: `${name} must be set together with ${other}${text}` },
    ...onlyWith(other, [name]),
  ])
}

/** Returns the rules that settings apply only together with another one. */
export function onlyWith<Name extends string, Other extends string>(
  other: Other,
  names: readonly Name[],
): Rule<Name | Other>[] {
  return names.map((name) => ({
    given: [name],
    needs: [other],
    problem: `${name} applies only with ${other}. Set ${other}, or remove ${name}.`,
  }))
}

/** Returns an object with the property only if it has a value. */
export function given<Key extends string, Value>(key: Key, value: Value | undefined): { [K in Key]?: Value } {
  return (value === undefined ? {} : { [key]: value }) as { [K in Key]?: Value }
}
