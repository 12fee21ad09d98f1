import { errorOf } from 'tallystick'
import type { paths } from './generated/portal-api.js'
import { withStepUp } from './step-up.js'

/** Data of the portal's own answers to GET, by path. */
type Answers = {
  [Path in keyof paths as Path extends `/portal/api${infer Short}` ? Short : never]: paths[Path] extends {
    get: { responses: { 200: { content: { 'application/json': { data: infer Data } } } } }
  }
    ? Data
    : never
}

/**
 * Reads from the portal's own API, as docs/portal-api.json describes it.
 *
 * @throws {ServiceError} when the service refuses
 */
export async function readPortal<Path extends '/settings' | '/mailbox'>(path: Path): Promise<Answers[Path]> {
  return (await askPortal<{ data: Answers[Path] }>(path)).data
}

/**
 * Calls the portal's own API, or better-auth behind `/auth/`, whose answers have its types. Both identify the session by its cookie.
 * Everything else goes through `client`.
 *
 * @throws {ServiceError} when the service refuses
 */
export async function askPortal<Answer>(path: string, body?: object): Promise<Answer> {
  const send = () =>
    fetch(`/portal/api${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      credentials: 'same-origin',
      ...(body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    })
  const response = await withStepUp(send)
  if (!response.ok) throw await errorOf(response)
  return (await response.json()) as Answer
}
