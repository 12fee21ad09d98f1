import { errorOf } from 'tallystick'
import { withStepUp } from './step-up.js'

/**
 * Calls the portal's own API, which identifies the session by its cookie. Everything else goes through `client`.
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
