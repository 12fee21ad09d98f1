const key = 'tallystick.kept'

/** A document that someone wants to stamp once they are logged in: its fingerprint is all that a stamp needs. */
export interface KeptDocument {
  /** SHA-256, hex. */
  hash: string
  name: string
}

/** Keeps documents for the login that follows, in this tab alone: the next person at this browser finds nothing. */
export function keepDocuments(documents: readonly KeptDocument[]): void {
  sessionStorage.setItem(key, JSON.stringify(documents))
}

/** Returns the documents that were kept, once. */
export function takeKeptDocuments(): KeptDocument[] {
  const kept = sessionStorage.getItem(key)
  sessionStorage.removeItem(key)
  return kept === null ? [] : (JSON.parse(kept) as KeptDocument[])
}
