/** The parts of an OpenAPI 3.1 document (https://spec.openapis.org/oas/v3.1.1.html) that are completed here. */
export interface Document {
  info: Info
  servers: readonly { url: string; description: string }[]
  paths: Record<string, PathItem>
  webhooks?: Record<string, PathItem>
  tags?: readonly { name: string; description: string }[]
  components: Components
}

interface Info {
  title: string
  license: { name: string; identifier: string }
  contact: { name: string; url?: string }
}

export type PathItem = Record<string, Operation>

interface Components {
  schemas?: Record<string, object>
  responses?: Record<string, Response>
  headers?: Record<string, object>
  parameters?: Record<string, object>
  examples?: Record<string, object>
  securitySchemes?: Record<string, object>
}

export interface Operation {
  operationId: string
  tags: string[]
  summary: string
  description?: string
  security?: readonly object[]
  parameters?: Parameter[]
  requestBody?: { required?: boolean; content: Content }
  responses: Record<string, Response | Reference>
}

export interface Parameter {
  name: string
  in: 'query' | 'path' | 'header'
  required?: boolean
  schema?: object
  example?: unknown
}

export interface Response {
  description: string
  headers?: Record<string, object>
  content?: Content
}

/** By media type. */
export type Content = Record<string, { schema?: object; example?: unknown; examples?: Record<string, object> }>

interface Reference {
  $ref: string
}

/** Returns all operations of the document's paths, with method and path. */
export function operationsOf({
  paths,
}: Pick<Document, 'paths'>): { path: string; method: string; operation: Operation }[] {
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ path, method, operation })),
  )
}
