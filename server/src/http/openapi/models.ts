import { isDeepStrictEqual } from 'node:util'
import type { Document } from './document.js'

/**
 * Moves every schema with a title into `components.schemas`, under that name, and leaves a reference in its place: generated clients
 * get one type for a model, wherever it occurs.
 *
 * @throws {Error} when two different schemas have the same title
 */
export function nameModels(document: Document): void {
  const models: Record<string, object> = {}
  const moved = (node: unknown): unknown => {
    if (Array.isArray(node)) return node.map(moved)
    if (node === null || typeof node !== 'object') return node
    const parts = Object.fromEntries(Object.entries(node).map(([key, value]) => [key, moved(value)]))
    const { title } = parts
    // A property named title is a schema, not a string.
    if (typeof title !== 'string') return parts
    if (title in models && !isDeepStrictEqual(models[title], parts)) throw new Error(`two schemas are named ${title}`)
    models[title] = parts
    return { $ref: `#/components/schemas/${title}` }
  }
  document.paths = moved(document.paths) as Document['paths']
  if (document.webhooks) document.webhooks = moved(document.webhooks) as Document['paths']
  document.components.schemas = Object.fromEntries(
    Object.entries({ ...document.components.schemas, ...models }).sort(([a], [b]) => (a < b ? -1 : 1)),
  )
}
