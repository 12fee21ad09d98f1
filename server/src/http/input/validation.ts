import { type ApiError, apiError } from '../errors.js'

/** The part of an Ajv error that messages use. */
export interface SchemaProblem {
  keyword: string
  instancePath: string
  params: Record<string, unknown>
}

/** By priority: an error about a field itself says more than one about the alternatives it belongs to. */
const priorities = ['additionalProperties', 'required', 'type', 'enum', 'pattern', 'format']

/**
 * Turns a failed validation into a message: which field, and what is expected.
 *
 * @param where the part of the request, named when the problem is with all of it
 */
export function validationError(problems: readonly SchemaProblem[], where: string): ApiError {
  // A value was sent, so the client didn't mean null.
  const meant = problems.filter(({ keyword, params }) => keyword !== 'type' || params.type !== 'null')
  const ranked = (meant.length > 0 ? meant : [...problems]).sort((a, b) => rank(a) - rank(b))
  // Of alternatives, the client meant the deepest path.
  const deepest = Math.max(...ranked.map((problem) => problem.instancePath.split('/').length))
  const meantHere = ranked.filter((one) => one.instancePath.split('/').length === deepest)
  const problem = alternativeMeant(meantHere) ?? (meantHere[0] as SchemaProblem)
  return apiError('invalid', { field: fieldOf(problem, where), problem: expectation(problem) })
}

/** Of alternatives of different types, the one that takes the value's type and refuses it for another reason; else all their types. */
function alternativeMeant(problems: readonly SchemaProblem[]): SchemaProblem | undefined {
  const union = problems.find(({ keyword }) => keyword === 'anyOf')
  if (union === undefined) return undefined
  const here = problems.filter((one) => one !== union && one.instancePath === union.instancePath)
  const types = here.filter(({ keyword }) => keyword === 'type')
  if (types.length === 0) return undefined
  const fitting = here.find(({ keyword }) => keyword !== 'type')
  return fitting ?? { ...union, keyword: 'type', params: { type: types.map(({ params }) => params.type) } }
}

function rank(problem: SchemaProblem): number {
  const at = priorities.indexOf(problem.keyword)
  return at === -1 ? priorities.length : at
}

function fieldOf(problem: SchemaProblem, where: string): string {
  const path = problem.instancePath
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
  const named = problem.params.missingProperty ?? problem.params.additionalProperty
  if (typeof named === 'string') path.push(named)
  return fieldName(path) || where
}

/** Returns the name of a field in messages, from the keys and indexes that lead to it. Items of a list are counted from 1. */
export function fieldName(path: readonly string[]): string {
  const [first, ...rest] = path
  if (first === undefined || !/^\d+$/.test(first)) return path.join('.')
  const item = `item ${Number(first) + 1}`
  return rest.length === 0 ? item : `${item}: ${rest.join('.')}`
}

function expectation({ keyword, params }: SchemaProblem): string {
  switch (keyword) {
    case 'additionalProperties':
      return 'unknown field'
    case 'required':
      return 'this field is required'
    case 'type':
      return `expected ${[params.type]
        .flat()
        .map((type) => article(String(type)))
        .join(' or ')}`
    case 'enum':
      return `expected one of ${(params.allowedValues as unknown[]).join(', ')}`
    case 'minLength':
      return params.limit === 1 ? 'must not be empty' : `expected at least ${params.limit} characters`
    case 'maxLength':
      return `expected at most ${params.limit} characters`
    case 'minimum':
      return `expected ${params.limit} or more`
    case 'maximum':
      return `expected ${params.limit} or less`
    case 'minItems':
      return `expected at least ${params.limit} ${Number(params.limit) === 1 ? 'item' : 'items'}`
    case 'maxItems':
      return `expected at most ${Number(params.limit).toLocaleString('en')} items`
    case 'uniqueItems':
      return 'expected each item once'
    case 'minProperties':
      return 'expected at least one field'
    case 'pattern':
      return params.pattern === '^[0-9]{1,3}$'
        ? 'expected a string of 1 to 3 digits'
        : 'contains characters that are not allowed'
    case 'format':
      return `expected the format of ${params.format === 'uuid' ? 'a UUID' : params.format}`
    default:
      return 'has an unexpected format'
  }
}

function article(type: string): string {
  const names: Record<string, string> = {
    boolean: 'true or false',
    integer: 'a whole number',
    object: 'an object',
    array: 'a list',
  }
  return names[type] ?? `a ${type}`
}
