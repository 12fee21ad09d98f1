import { canonicalize, type JsonValue } from '@tallystick/proof'
import { invalid } from '../../http/errors.js'

/** Of a stamp's metadata as JSON text. */
const metadataBytesMax = 64 * 1024
const metadataDepthMax = 16

/**
 * Checks the free-form metadata of stamping v2, which is stored and answered as sent.
 *
 * @param metadata the submitted `metadata<N>` keys with their values
 * @returns its bytes as JSON text
 * @throws {ApiError} 400 when a value has another type, is nested too deeply, is too large, or doesn't survive JSON
 */
export function checkFreeMetadata(metadata: Record<string, unknown>): number {
  for (const [key, value] of Object.entries(metadata)) {
    if (typeof value === 'number') checkNumber(key, value)
    if (!isAllowed(value)) {
      throw invalid(key, 'expected a string, a number, an object, an array of strings or an array of objects')
    }
    checkDepth(key, value, 0)
  }
  return Object.keys(metadata).length > 0 ? checkText(metadata as JsonValue) : 0
}

/** A location and a description, as stamping v1 stores them. */
export interface PlaceMetadata {
  latitude?: string | number
  longitude?: string | number
  description?: string
}

/**
 * Returns the metadata of stamping v1 as it is answered: an array of objects with texts, and its bytes as JSON text. An empty object
 * says nothing, as if it were absent.
 */
export function placeMetadata(sent: PlaceMetadata | PlaceMetadata[] | undefined) {
  const metadata = (sent === undefined ? [] : Array.isArray(sent) ? sent : [sent]).filter(isNotEmpty).map(asPlace)
  const metadataBytes = metadata.length > 0 ? checkText(metadata) : 0
  return { metadata, metadataBytes }
}

/**
 * Returns free-form metadata in the form of stamping v1: its objects in order, and its texts and numbers as descriptions. A key
 * `metadata<N>` is the `name` of what it holds, unless that has one.
 */
export function placesOf(free: Readonly<Record<string, JsonValue>> = {}): JsonValue[] {
  return Object.entries(free).flatMap(([key, held]) => {
    const name = key === 'metadata' ? undefined : { name: key }
    return [held]
      .flat()
      .map((value) => (isObject(value) ? asPlace(value) : { description: String(value) }))
      .filter(isNotEmpty)
      .map((place) => ({ ...name, ...place }))
  })
}

/** The fields of v1 are texts. */
function asPlace(value: object): Record<string, JsonValue> {
  const text = ([key, inner]: [string, unknown]) => [
    key,
    typeof inner === 'number' && placeFields.has(key) ? String(inner) : inner,
  ]
  return Object.fromEntries(Object.entries(value).map(text))
}

const placeFields = new Set(['latitude', 'longitude', 'description'])

const isNotEmpty = (value: unknown) => Object.keys(value as object).length > 0

function checkText(metadata: JsonValue): number {
  let text: string
  try {
    text = canonicalize(metadata)
  } catch {
    throw invalid(
      'metadata',
      'expected text and numbers that JSON carries without loss (no lone surrogates, no infinity)',
    )
  }
  const bytes = Buffer.byteLength(text)
  if (bytes > metadataBytesMax) {
    throw invalid('metadata', `expected at most ${metadataBytesMax / 1024} KiB in total`)
  }
  return bytes
}

function isAllowed(value: unknown): boolean {
  if (typeof value === 'number' || typeof value === 'string') return true
  if (!Array.isArray(value)) return isObject(value)
  return value.every((item) => typeof item === 'string') || value.every(isObject)
}

/** Many readers change larger integers, even those that survive here. */
function checkNumber(key: string, value: number): void {
  if (Number.isFinite(value) && (!Number.isInteger(value) || Number.isSafeInteger(value))) return
  throw invalid(key, 'expected integers up to 9007199254740991. Send larger ones as strings.')
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Stops at the first level too many: going deeper could exhaust the stack. */
function checkDepth(key: string, value: unknown, level: number): void {
  if (typeof value === 'number') checkNumber(key, value)
  if (typeof value !== 'object' || value === null) return
  if (level === metadataDepthMax) throw invalid(key, `expected at most ${metadataDepthMax} levels`)
  for (const inner of Object.values(value)) checkDepth(key, inner, level + 1)
}
