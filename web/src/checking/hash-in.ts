/** Returns the hash that a proof is about, unverified; empty if it has none. */
export function hashIn(json: unknown): string {
  return textIn(json, 'hash')
}

/** Returns a text of a proof, unverified; empty if it has none. */
export function textIn(json: unknown, name: string): string {
  const value = typeof json === 'object' && json !== null ? (json as Record<string, unknown>)[name] : null
  return typeof value === 'string' ? value : ''
}
