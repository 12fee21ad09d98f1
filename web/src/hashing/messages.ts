/** The hashes that a document can be stamped by. */
export type Algorithm = 'sha256' | 'sha384' | 'sha512'

/** Hashes a file. */
export interface HashRequest {
  file: Blob
  algorithm: Algorithm
}

/** How far it has come, what came out, or why nothing did. */
export type HashReply = { bytes: number } | { hash: string } | { error: string }
