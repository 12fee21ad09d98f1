import { keepChoice, readChoice } from './choices.js'

const name = 'tallystick.member'

/**
 * Remembers whether someone is logged in with this browser, for pages that load no session: they only choose their words by it. The
 * portal itself asks the service.
 */
export function rememberPresence(isIn: boolean): void {
  keepChoice(name, isIn ? 'in' : null)
}

/** Returns whether someone was logged in with this browser when the portal was last open. */
export function wasPresent(): boolean {
  return readChoice(name) !== null
}
