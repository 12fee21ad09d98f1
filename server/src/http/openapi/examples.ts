import { readFileSync } from 'node:fs'
import { ownFile } from '../../base/own-files.js'
import type { Operation, Response } from './document.js'

/** A request and its answer, as a test has seen them (test/examples.ts); values that differ each time are fixed. */
export interface Example {
  /** Of the path, query and header parameters, by name. */
  parameters?: Record<string, unknown>
  request?: unknown
  status: string
  /** Of the answer, by name. */
  headers?: Record<string, string>
  response?: unknown
}

/** Exchanges that tests have seen. */
export interface Examples {
  operations: Record<string, Example>
  /** Messages of refusals that say more than the table of errors, by code. */
  refusals: Record<string, string>
}

const file = ownFile('examples.json')

/** Returns the examples of the API description. */
export function readExamples(): Examples {
  return JSON.parse(readFileSync(file, 'utf8'))
}

/** Adds an example to parameters, request and answer of an operation. */
export function addExample(operation: Operation, example: Example | undefined): void {
  if (example === undefined) return
  for (const parameter of operation.parameters ?? []) {
    const value = example.parameters?.[parameter.name]
    if (value !== undefined) parameter.example = value
  }
  const [asked] = Object.values(operation.requestBody?.content ?? {})
  if (asked) addContent(asked, example.request)
  const answer = operation.responses[example.status] as Response | undefined
  const [answered] = Object.values(answer?.content ?? {})
  if (answered) addContent(answered, example.response)
  for (const [name, value] of Object.entries(example.headers ?? {})) {
    const header = answer?.headers?.[name] as { example?: string } | undefined
    if (header) header.example = value
  }
}

/** Bytes are shown as a `data:` address: as its value, since generators of clients would fetch an external one. */
function addContent(content: { example?: unknown; examples?: Record<string, object> }, value: unknown): void {
  if (value === undefined) return
  if (typeof value === 'string' && value.startsWith('data:'))
    content.examples = { bytes: { summary: 'Bytes, as a data: address', value } }
  else content.example = value
}
