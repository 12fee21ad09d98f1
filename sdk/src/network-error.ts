/**
 * No complete answer arrived: the connection could not be made, or broke. Unless the request only reads, it is unknown whether the
 * service acted on it. `cause` is the error of the runtime, whose own `cause` has the system's code in Node; a `TimeoutError` when
 * nothing arrived for too long.
 */
export class NetworkError extends Error {
  override name = 'NetworkError'
  readonly code = 'network'

  constructor(url: string, cause: unknown) {
    super(`No answer from ${hostOf(url)}: ${reasonOf(cause)}. Check the address and the connection, then try again.`, {
      cause,
    })
  }
}

/** Runs what speaks to the service. `fetch` and the readers of its bodies throw a `TypeError` when a connection fails. */
export async function reach<Value>(url: string, run: () => Promise<Value>): Promise<Value> {
  try {
    return await run()
  } catch (error) {
    throw error instanceof TypeError ? new NetworkError(url, error) : error
  }
}

/** Reads an answer to its end, so that nothing can break afterwards. @throws {NetworkError} when the connection breaks */
export function readWhole(response: Response, url: string): Promise<Response> {
  const { status, statusText, headers } = response
  return reach(url, async () => {
    const body = await response.arrayBuffer()
    return new Response(body.byteLength === 0 ? null : body, { status, statusText, headers })
  })
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : 'the service'
}

/** Node names the reason in the cause of its error, as a code or in words. */
function reasonOf(error: unknown): string {
  const { message, cause } = error as { message?: string; cause?: { code?: string; message?: string } }
  return cause?.code ?? (cause?.message || message || 'the connection failed')
}
