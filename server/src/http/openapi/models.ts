import { isDeepStrictEqual } from 'node:util'
import { type Document, type Operation, operationsOf } from './document.js'

/** The part of a schema that leads to others. */
interface Schema {
  title?: string
  properties?: Record<string, Schema>
  items?: Schema
  anyOf?: Schema[]
}

/**
 * Moves every schema with a title into `components.schemas`, under that name, and leaves a reference in its place: generated clients
 * get one type for a model, wherever it occurs. An object without a title is named after its place.
 *
 * @throws {Error} when two different schemas have the same title
 */
export function nameModels(document: Pick<Document, 'paths' | 'webhooks' | 'components'>): void {
  const { paths, webhooks = {} } = document
  for (const { operation } of [...operationsOf({ paths }), ...operationsOf({ paths: webhooks })]) nameBodies(operation)
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
  document.paths = moved(paths) as Document['paths']
  document.webhooks = moved(webhooks) as Document['paths']
  document.components.schemas = Object.fromEntries(
    Object.entries({ ...document.components.schemas, ...models }).sort(([a], [b]) => (a < b ? -1 : 1)),
  )
}

function nameBodies({ operationId, requestBody, responses }: Operation): void {
  for (const content of Object.values(requestBody?.content ?? {}))
    if (content.schema) content.schema = entitled(content.schema, `${pascalCase(operationId)}Request`)
  for (const response of Object.values(responses)) {
    if ('$ref' in response) continue
    for (const content of Object.values(response.content ?? {}))
      if (content.schema) content.schema = entitled(content.schema, answerName(content.schema, operationId))
  }
}

/** An answer is named after its data, so that operations with the same answer share its name. */
function answerName({ properties }: Schema, operationId: string): string {
  if (properties?.data === undefined) return 'Answer'
  return `${properties.data.title ?? pascalCase(operationId)}Answer`
}

/** Returns the schema with a title for each object in it. */
function entitled(schema: Schema, name: string): Schema {
  const { properties, items, anyOf } = schema
  const title = schema.title ?? name
  const inside = Object.entries(properties ?? {}).map(
    ([key, property]) => [key, entitled(property, title + pascalCase(key.replace(/\W/g, '')))] as const,
  )
  return {
    ...schema,
    ...(properties && { title, properties: Object.fromEntries(inside) }),
    ...(items && { items: entitled(items, `${title}Item`) }),
    ...(anyOf && { anyOf: anyOf.map((one) => entitled(one, title)) }),
  }
}

/** Returns `AddStamp` for `addStamp`, `TokenMissing` for `token_missing`. */
export function pascalCase(name: string): string {
  return name.replace(/(?:^|_)([a-z0-9])/gi, (_, letter: string) => letter.toUpperCase())
}
