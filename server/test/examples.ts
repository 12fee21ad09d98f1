import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { expect } from 'vitest'
import type { Example, Examples } from '../src/http/openapi/examples.js'
import { examplesFile, exchanges, type Recognised } from './documented.js'

/**
 * Expects the examples of the API description (server/examples.json) to be what this test file has seen: a request and its answer for
 * each operation, with fixed values in place of those that differ each time.
 *
 * With UPDATE_GOLDEN=1 writes them; http/description.test.ts then makes the description with them.
 *
 * @param chosen the operations whose examples come from this file
 */
export function expectExamples(chosen: (exchange: Recognised) => boolean): void {
  const { operations: kept, refusals }: Examples = JSON.parse(readFileSync(examplesFile, 'utf8'))
  const seen = [...exchanges]
    .filter(([, exchange]) => chosen(exchange))
    .map(([id, one]) => [id, withKeptBytes(exampleOf(one), kept[id])] as const)
  if (process.env.UPDATE_GOLDEN) {
    const all = Object.entries({ ...kept, ...Object.fromEntries(seen) }).sort(([a], [b]) => (a < b ? -1 : 1))
    writeFileSync(examplesFile, `${JSON.stringify({ operations: Object.fromEntries(all), refusals }, null, 2)}\n`)
    return
  }
  for (const [id, example] of seen) expect(example, `the example of ${id}`).toEqual(kept[id])
}

/** Bytes differ each time: those kept stay, as long as they are of the same type. */
function withKeptBytes(example: Example, kept: Example | undefined): Example {
  const keptOf = (seen: unknown, before: unknown) => {
    const isSame = typeOfBytes(seen) !== undefined && typeOfBytes(seen) === typeOfBytes(before)
    return isSame ? before : seen
  }
  return {
    ...example,
    ...('request' in example && { request: keptOf(example.request, kept?.request) }),
    ...('response' in example && { response: keptOf(example.response, kept?.response) }),
  }
}

const typeOfBytes = (value: unknown) =>
  typeof value === 'string' ? /^data:([^;]+);base64,/.exec(value)?.[1] : undefined

/** Larger answers are no example to read. */
const exampleBytesMax = 4096

/** Returns an answer that isn't JSON: as it is if it is text, else as a `data:` address; undefined without one. */
function shownBytes(bytes: Buffer, type: string): string | undefined {
  if (bytes.length === 0 || bytes.length > exampleBytesMax) return undefined
  if (/^text\/|pem-certificate/.test(type)) return bytes.toString()
  return `data:${type};base64,${bytes.toString('base64')}`
}

function exampleOf({
  operation,
  parameters,
  request,
  status,
  body,
  bytes = Buffer.of(),
  headers,
}: Recognised): Example {
  const response = body ?? shownBytes(bytes, headers.get('content-type') ?? '')
  const asked = Buffer.isBuffer(request) ? shownBytes(request, 'application/timestamp-query') : request
  const answer = operation.responses[status]
  const named = Object.entries((answer && 'headers' in answer && answer.headers) || {})
  const shown = named.flatMap(([name, header]) => {
    const value = '$ref' in header ? null : headers.get(name)
    return value === null ? [] : [[name, value] as const]
  })
  const fixed = fixedValues()
  const typed = Object.fromEntries(
    Object.entries(parameters).map(([name, text]) => [name, asItsType(text, operation, name)]),
  )
  return {
    ...(Object.keys(typed).length > 0 && { parameters: fixed(typed) as Record<string, unknown> }),
    ...(asked !== undefined && { request: fixed(asked) }),
    status: String(status),
    ...(shown.length > 0 && { headers: fixed(Object.fromEntries(shown)) as Record<string, string> }),
    ...(response !== undefined && { response: fixed(response) }),
  }
}

/** The value of a parameter, which is text in an address. */
function asItsType(text: string, { parameters = [] }: Recognised['operation'], name: string): unknown {
  const schema = parameters.find((parameter) => parameter.name === name)?.schema as { type?: string } | undefined
  return schema?.type === 'integer' || schema?.type === 'boolean' ? JSON.parse(text) : text
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

/** Values that differ each time, and placeholders for the first, second, … such value of an exchange. */
const patterns: readonly [RegExp, (count: number) => string][] = [
  [/\bMII[\w+/]{400,}=*/g, () => 'MIIImgYJKoZIhvcNAQcCoIII'],
  [/eyJ[\w-]+\.[\w-]+\.[\w-]+/g, () => 'eyJhbGciOiJIUzI1NiIsInR5cCI6ImF0K2p3dCJ9.eyJjaWQiOiJjbF8wIn0.c2lnbmF0dXJl'],
  [/rt_[\w-]{20,}/g, () => 'rt_Zm9ydHktdGhyZWUtY2hhcmFjdGVycy1vZi1iYXNlNjQtdGV4dA'],
  [/dc_[\w-]{20,}/g, () => 'dc_dGhpcnR5LXR3by1ieXRlcy1vZi1yYW5kb21uZXNzLi4u'],
  [/\b[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}\b/g, () => 'WDJB-MJHT'],
  [/sk_(live|test|local)_[\w-]+/g, () => 'sk_live_dGhpcnR5LXR3by1ieXRlcy1vZi1yYW5kb21uZXNz'],
  [/whsec_[\w+/=]+/g, () => 'whsec_dHdlbnR5LWZvdXIgcmFuZG9tIGJ5dGVz'],
  [/(?<=^|\/exports\/)(?=[\w-]*[G-Zg-z_-])[\w-]{32}$/g, () => 'dHdlbnR5LWZvdXIgcmFuZG9tIGJ5dGVz'],
  [/(?<![\w-])ada\d+(?![\w-])/g, () => 'ada'],
  [/cl_[0-9a-f]{24}/g, () => 'cl_0123456789abcdef01234567'],
  [
    /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g,
    (n) => `01938f3c-7a40-7c3e-9d5b-${sha256(`id ${n}`).slice(0, 12)}`,
  ],
  [/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g, () => '2026-03-14T09:26:53.589Z'],
  // A day in a name, which makes an example good for a day only.
  [/\b\d{4}-\d\d-\d\d(?![T\d])/g, () => '2026-03-14'],
  [/\b0x[0-9a-f]{65,}\b/g, () => '0xf8…'],
  [/(?<=folderId )[\w+/]+=*/g, () => Buffer.from('01938f3c-7a40-7c3e-9d5b-327fbcafc916').toString('base64')],
  [/\b0x[0-9a-f]{64}\b/g, (n) => `0x${sha256(`transaction ${n}`)}`],
  [/\b[0-9a-f]{64}\b/g, (n) => sha256(`document ${n}`)],
  [
    /\b0x[0-9a-fA-F]{40}\b/g,
    (n) => (n === 0 ? '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed' : '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359'),
  ],
  [/\bR[0-9A-HJKMNP-TV-Z]{9}\b/g, (n) => `RP3T8N6VM${n}`],
  [/\b(?!R)(?=[0-9A-Z]*[A-Z])[0-9A-HJKMNP-TV-Z]{10}\b/g, (n) => `7G4K9XWQ2${n}`],
  [/(?<![0-9a-f-])[0-9a-f]{12}(?![0-9a-f-])/g, () => 'ada'],
  [/\b[0-9a-f]{32}\b/g, (n) => sha256(`serial ${n}`).slice(0, 32)],
  [/http:\/\/127\.0\.0\.1:\d+(?=\/in)/g, () => 'https://hooks.example'],
  [/http:\/\/127\.0\.0\.1:\d+/g, () => 'https://notary.example'],
  [/(?<=host: )127\.0\.0\.1:\d+/g, () => 'hooks.example'],
  [/^127\.0\.0\.1$/g, () => '192.0.2.7'],
  [/(?<=webhook-timestamp: )\d+/g, () => '1773480413'],
  [/v1,[\w+/=]{44}/g, () => 'v1,QWxsIHRoZSBieXRlcyBvZiBhIHNpZ25hdHVyZSwgaGVyZSE='],
  [/(?<=date: ).*GMT/gi, () => 'Sat, 14 Mar 2026 09:26:53 GMT'],
  [/expires=\d+/g, () => 'expires=1773480413'],
  [/(?<=BEGIN CERTIFICATE-----\n)[\w+/=\n]+(?=-----END)/g, () => 'MIIB…\n'],
  [/^\d{10}$/g, () => '1773480413'],
  [/W\/"[\w+/=-]+"/g, () => 'W/"XY5+Yq8m0KqkqH3lqQJ9H6c3T2s="'],
  [/\w{3}, \d\d \w{3} \d{4} [\d:]{8} GMT/g, () => 'Sat, 14 Mar 2026 09:26:53 GMT'],
  [/(?<=^id: )\d+$/gm, () => '1773480413589'],
  [/signature=[\w-]+/g, () => 'signature=c2lnbmF0dXJl'],
]

/** Numbers that differ each time. */
const numbers: Readonly<Record<string, number>> = {
  blockNumber: 20_417,
  number: 20_417,
  finalNumber: 20_417,
  transactionIndex: 0,
  count: 1,
  answered: 0,
  durationMs: 38,
  oldestSeconds: 0,
  lastsDays: 412,
  transactionsLastDay: 96,
  size: 3,
  batches: 0,
  provable: 1,
  examined: 1,
}
const decimals: Readonly<Record<string, string>> = {
  costPerTransaction: '46512000000000',
  balance: '912000000000000000',
}

/** Returns a function that replaces what differs each time; the same value is replaced by the same one. Lists keep their first item. */
function fixedValues(): (value: unknown, key?: string) => unknown {
  const known = patterns.map(() => new Map<string, string>())
  const text = (value: string) =>
    patterns.reduce(
      (current, [pattern, replacement], at) =>
        current.replace(pattern, (found) => {
          const given = known[at]!
          const fixed = given.get(found) ?? replacement(given.size)
          given.set(found, fixed)
          return fixed
        }),
      value,
    )
  const fixed = (value: unknown, key = ''): unknown => {
    if (typeof value === 'number') return numbers[key] ?? value
    if (typeof value === 'string') return decimals[key] ?? (value.startsWith('data:') ? value : text(value))
    if (Array.isArray(value)) return value.slice(0, 1).map((item) => fixed(item))
    if (value === null || typeof value !== 'object') return value
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, fixed(one, name)]))
  }
  return fixed
}
