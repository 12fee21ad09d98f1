import { client } from './client.js'
import type { paths } from './generated/portal-api.js'

const base = '/portal/api/operator'

type Below<Whole> = Whole extends `${typeof base}${infer Path}` ? Path : never
type Readable = Exclude<Below<keyof paths>, '/accounts/{accountId}' | `${string}able`>

interface Answers {
  get: { responses: { 200: { content: { 'application/json': unknown } } } }
}

/** Data of the answer to a GET. */
type Whole<Path extends string> = paths[`${typeof base}${Path}` & keyof paths] extends infer Methods extends Answers
  ? Methods['get']['responses'][200]['content']['application/json']
  : never
export type OperatorData<Path extends Below<keyof paths>> = Whole<Path> extends { data: infer Data } ? Data : never

/** Reads a part of the operator's page. @throws {ServiceError} when the service refuses; 404 to all but operators */
export async function readOperator<Path extends Readable>(
  path: Path,
  query: Record<string, string | number | undefined> = {},
): Promise<{ data: OperatorData<Path>; next: string | null }> {
  const given = Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]))
  const response = await client.fetch(`${base}${path}?${new URLSearchParams(given)}`)
  const { data } = (await response.json()) as { data: OperatorData<Path> }
  return { data, next: response.headers.get('next-cursor') }
}

/** Reads an account. @throws {ServiceError} 404 when it doesn't exist */
export async function readAccount(accountId: string): Promise<OperatorData<'/accounts/{accountId}'>> {
  const response = await client.fetch(`${base}/accounts/${encodeURIComponent(accountId)}`)
  return ((await response.json()) as { data: OperatorData<'/accounts/{accountId}'> }).data
}

/** Disables or enables an account. @throws {ServiceError} when the service refuses */
export async function changeAccount(accountId: string, change: 'disable' | 'enable', reason: string): Promise<void> {
  await client.fetch(`${base}/accounts/${encodeURIComponent(accountId)}/${change}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ reason }),
  })
}
