import { errorOf } from '@tallystick/sdk'
import type { paths } from './generated/portal-api.js'
import { withStepUp } from './step-up.js'

/** Paths that {@link readPortal} reads. */
type Readable = '/settings' | '/mailbox'

/** Data of the answer to a GET. */
type DataOf<Path extends Readable> =
  paths[`/portal/api${Path}`]['get']['responses'][200]['content']['application/json']['data']

/**
 * Reads from the portal's own API, as docs/portal-api.json describes it.
 *
 * @param headers further ones
 * @throws {ServiceError} when the service refuses
 */
export async function readPortal<Path extends Readable>(
  path: Path,
  headers: Record<string, string> = {},
): Promise<DataOf<Path>> {
  return (await askPortal<{ data: DataOf<Path> }>(path, undefined, headers)).data
}

/**
 * Calls the portal's own API, or better-auth behind `/auth/`, whose answers have its types. Both identify the session by its cookie.
 * Everything else goes through `client`.
 *
 * @throws {ServiceError} when the service refuses
 */
export async function askPortal<Answer>(
  path: string,
  body?: object,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const send = () =>
    fetch(`/portal/api${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      credentials: 'same-origin',
      ...(body === undefined
        ? { headers }
        : { headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    })
  const response = await withStepUp(send)
  if (!response.ok) throw await errorOf(response)
  return (await response.json()) as Answer
}
