import { readFileSync } from 'node:fs'
import { ownFile } from '../../base/own-files.js'
import type { Operation, Response } from './document.js'

/** A request and its answer, as a test has seen them (test/examples.ts); values that differ each time are fixed. */
export interface Example {
  /** Of the path, query and header parameters, by name. */
  parameters?: Record<string, unknown>
  request?: unknown
  status: string
  response?: unknown
}

const file = ownFile('examples.json')

/** Returns the examples, by operation. */
export function readExamples(): Record<string, Example> {
  return JSON.parse(readFileSync(file, 'utf8'))
}

/** Adds an example to parameters, request and answer of an operation. */
export function addExample(operation: Operation, example: Example | undefined): void {
  if (example === undefined) return
  for (const parameter of operation.parameters ?? []) {
    const value = example.parameters?.[parameter.name]
    if (value !== undefined) parameter.example = value
  }
  const body = operation.requestBody
  const [asked] = Object.values(body?.content ?? {})
  if (asked && example.request !== undefined) asked.example = example.request
  const answer = operation.responses[example.status] as Response | undefined
  const [answered] = Object.values(answer?.content ?? {})
  if (answered && example.response !== undefined) answered.example = example.response
}
