import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { pagePolicy } from '@tallystick/proof/certificate'
import { ownFile } from '../base/own-files.js'

/** A file of the verifier, as it is served, put into archives and named in certificates. */
export interface VerifierFile {
  name: string
  content: Buffer
  /** SHA-256 in hex. */
  hash: string
}

/** The verifier that the service hands out, made by `web/scripts/build-verifier.js`. */
export interface Verifier {
  page: VerifierFile
  program: VerifierFile
  /** The script that verifies documents in pages; the verifier's page and certificates contain it. */
  script: string
  /** Content-Security-Policy of a certificate's page with this script. */
  pagePolicy: string
  /** Where to get it, and how to use it. */
  guide: VerifierFile
  /** The specification of the proof format, as a page and as its source. */
  format: VerifierFile
  formatSource: VerifierFile
  /** JSON Schemas of proofs and manifests. */
  schemas: VerifierFile[]
}

const built = ownFile('verifier/')
let loaded: Verifier | undefined

/**
 * Returns the verifier, read once. It stays the same while the service runs, so that certificates name what it serves.
 *
 * @throws {Error} when it is not built
 */
export function verifier(): Verifier {
  loaded ??= load()
  return loaded
}

function load(): Verifier {
  const script = file('check.js').content.toString()
  return {
    page: file('tallystick.html'),
    program: file('tallystick.mjs'),
    script,
    pagePolicy: pagePolicy(script),
    guide: file('index.html'),
    format: file('proof-format.html'),
    formatSource: file('proof-format.md'),
    schemas: ['proof.v1.json', 'manifest.v1.json'].map((name) => file(name)),
  }
}

function file(name: string): VerifierFile {
  const path = fileURLToPath(new URL(name, built))
  try {
    const content = readFileSync(path)
    return { name, content, hash: createHash('sha256').update(content).digest('hex') }
  } catch (error) {
    throw new Error(`cannot read ${path}; in a checkout, build it first: npm run build`, { cause: error })
  }
}
