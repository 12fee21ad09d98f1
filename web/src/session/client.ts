import { createClient } from '@tallystick/sdk'
import { sessionToken } from './session.js'
import { withStepUp } from './step-up.js'

/**
 * The API as the current session. Screens use nothing else, so customers can do everything they do. No limit of time: a request that
 * needs a step-up waits for a person.
 */
export const client = createClient({
  baseUrl: location.origin,
  token: sessionToken,
  fetch: send,
  timeoutMs: Number.POSITIVE_INFINITY,
})

/** Sends a request, again after a step-up if it needs one. Reads never do. */
function send(request: Request): Promise<Response> {
  if (request.method === 'GET') return fetch(request)
  const again = request.clone()
  let isFirst = true
  return withStepUp(() => {
    const next = isFirst ? request : again
    isFirst = false
    return fetch(next)
  })
}
