/** What is wrong with the address of a webhook, as far as its form shows; null when nothing is. */
export type AddressFault =
  | { kind: 'missing' | 'scheme' | 'spaces' | 'credentials' | 'malformed' | 'plain' }
  | { kind: 'inside'; host: string }
  | { kind: 'refused'; problem: string }

/** Names and addresses that lead no further than to a machine or a network of one's own. */
const insideHost =
  /^(localhost|.*\.(localhost|local|internal|lan|home|corp|intranet)|127\..*|10\..*|192\.168\..*|172\.(1[6-9]|2\d|3[01])\..*|169\.254\..*|0\.0\.0\.0|\[.*\])$|^[^.]+$/

/** Looks at an address before it is sent. Whether it may be called is the service's to say. */
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
 * Why the service refused an address: in words of ours where its form shows it, else in the service's.
 *
 * @param problem what the service said about it
 */
export function refusalOf(typed: string, problem: string): AddressFault {
  const { protocol, hostname } = new URL(typed.trim())
  if (protocol === 'http:' && problem.includes('https://')) return { kind: 'plain' }
  if (insideHost.test(hostname)) return { kind: 'inside', host: hostname }
  return { kind: 'refused', problem }
}
