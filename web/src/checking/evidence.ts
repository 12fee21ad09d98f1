import type { Evidence, ProofError } from '@tallystick/proof'

/** Returns the hash that a proof is about, unverified; empty if it has none. */
export function hashIn(json: unknown): string {
  return textIn(json, 'hash')
}

/** Returns whether evidence is about a change to a folder, which is not a document that anyone could drop. */
export function isOfChange(evidence: Evidence | ProofError): boolean {
  return 'json' in evidence && textIn(evidence.json, 'kind') === 'change'
}

function textIn(json: unknown, name: string): string {
  const value = typeof json === 'object' && json !== null ? (json as Record<string, unknown>)[name] : null
  return typeof value === 'string' ? value : ''
}
