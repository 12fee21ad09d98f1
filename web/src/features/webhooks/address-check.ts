/** Problem with a webhook's address. */
export type AddressFault =
  | { kind: 'missing' | 'scheme' | 'spaces' | 'credentials' | 'malformed' | 'plain' | 'refused' }
  | { kind: 'inside'; host: string }

/** Hosts inside one's own machine or network. */
const insideHost =
  /^(localhost|.*\.(localhost|local|internal|lan|home|corp|intranet)|127\..*|10\..*|192\.168\..*|172\.(1[6-9]|2\d|3[01])\..*|169\.254\..*|0\.0\.0\.0|\[.*\])$|^[^.]+$/

/** Checks the form of an address; null if fine. Whether it may be called is up to the service. */
export function checkAddress(typed: string): AddressFault | null {
  const text = typed.trim()
  if (text === '') return { kind: 'missing' }
  if (!/^https?:\/\//i.test(text)) return { kind: 'scheme' }
  if (/[\s\\]/.test(text)) return { kind: 'spaces' }
  if (!URL.canParse(text)) return { kind: 'malformed' }
  const { username, password } = new URL(text)
  return username !== '' || password !== '' ? { kind: 'credentials' } : null
}

/**
 * Explains why the service refused an address, as far as its form shows the reason.
 *
 * @param problem the service's message
 */
export function refusalOf(typed: string, problem: string): AddressFault {
  const { protocol, hostname } = new URL(typed.trim())
  if (protocol === 'http:' && problem.includes('https://')) return { kind: 'plain' }
  if (insideHost.test(hostname)) return { kind: 'inside', host: hostname }
  return { kind: 'refused' }
}
