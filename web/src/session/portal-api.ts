import { errorOf } from 'tallystick'

/**
 * Calls the portal's own API, which identifies the session by its cookie. Everything else goes through `client`.
 *
 * @throws {ServiceError} when the service refuses
 */
export async function askPortal<Answer>(path: string, body?: object): Promise<Answer> {
  const response = await fetch(`/portal/api${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    credentials: 'same-origin',
    ...(body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  })
  if (!response.ok) throw await errorOf(response)
  return (await response.json()) as Answer
}
