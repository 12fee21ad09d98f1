import type { ProofDocument } from '@tallystick/proof'
import type { Client } from './client.js'
import type { RequestOptions } from './request-options.js'

/** Forms of a proof: the document itself, an OpenTimestamps file, a ZIP with timestamps (RFC 3161), or a certificate. */
export type ProofFormat = 'json' | 'ots' | 'tsr' | 'pdf' | 'html'

/** A proof in some form: the document, or the bytes of a file. */
export type ProofIn<Format extends ProofFormat> = Format extends 'json' ? ProofDocument : Uint8Array

/** Options of a proof. */
export interface ProofOptions<Format extends ProofFormat> extends RequestOptions {
  /** The document by default. */
  format?: Format
  /** Language of a certificate; by default that of the account's profile. */
  lang?: 'EN' | 'DE'
}

const parseAs = 'arrayBuffer'

/** Reads the proof of a stamp, in the current state of its anchor. */
export async function proofOfStamp<Format extends ProofFormat = 'json'>(
  client: Client,
  code: string,
  { signal, ...query }: ProofOptions<Format>,
): Promise<ProofIn<Format>> {
  const params = { path: { code }, query }
  const answer: unknown = await client.get('/hash/{code}/proof', { params, parseAs, signal: signal ?? null })
  return inForm<Format>(answer, query.format)
}

/** Reads the proof of a file's content; of an earlier version with its ID. */
export async function proofOfFile<Format extends ProofFormat = 'json'>(
  client: Client,
  fileId: string,
  { signal, ...query }: ProofOptions<Format> & { version?: string },
): Promise<ProofIn<Format>> {
  const params = { path: { fileId }, query }
  const answer: unknown = await client.get('/api/files/{fileId}/proof', { params, parseAs, signal: signal ?? null })
  return inForm<Format>(answer, query.format)
}

function inForm<Format extends ProofFormat>(answer: unknown, format: ProofFormat = 'json'): ProofIn<Format> {
  const bytes = new Uint8Array(answer as ArrayBuffer)
  const proof: unknown = format === 'json' ? JSON.parse(new TextDecoder().decode(bytes)) : bytes
  return proof as ProofIn<Format>
}
