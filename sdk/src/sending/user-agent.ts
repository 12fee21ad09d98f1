import { version } from '../version.js'

/** Name and version of this package, as servers log them. */
const userAgent = `tallystick/${version}`

/**
 * Names this package in a request that names no program. Browsers name themselves: some ignore the header, others ask the service
 * whether a page may set it.
 */
export function nameProgram({ headers }: Request): void {
  const { navigator } = globalThis as { navigator?: { userAgent?: string } }
  const isBrowser = navigator?.userAgent?.startsWith('Mozilla/') === true
  if (!isBrowser && !headers.has('user-agent')) headers.set('user-agent', userAgent)
}
