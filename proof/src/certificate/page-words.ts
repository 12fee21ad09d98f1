import { sha256, utf8 } from '../encoding/hash.js'
import { toHex } from '../encoding/to-hex.js'
import { type Binding, shortened, wellFormed } from './binding.js'
import { certificateOf } from './certificate.js'
import { certificatePage } from './page.js'
import { NotAsWritten, type PageToken, pageTokens } from './page-tokens.js'
import { readParameters } from './parameters.js'
import { proofIn } from './pdf-proof.js'

/** The proof in a page, and whether the page's words are the proof's. */
export interface ReadPage {
  readonly json: unknown
  readonly binding: Binding
}

const proofTag = 'script id="tallystick-proof" type="application/json"'
/** Finds it however it is written, so that a page that hides one is refused rather than overlooked. */
const anyProof = /\bid\s*=\s*["']?tallystick-proof\b/gi
/** A certificate has one, and names it a few times in its script. */
const MAX_MENTIONS = 50

/**
 * Reads a certificate as a page; undefined when the text contains no proof.
 * @param knownScripts SHA-256, in hex, of the scripts that pages may run.
 * @throws {@link ProofError} `malformed` when its proof exceeds the limits of the format.
 */
export function readPage(html: string, knownScripts: readonly string[] = []): ReadPage | undefined {
  const text = html.replaceAll('\r\n', '\n')
  // The page's own script contains the tag as well, but no proof.
  const written = proofsIn(text)
  const [first] = written
  if (first === undefined) return undefined
  const changed = (reason: 'several-proofs' | 'hidden-proof') => ({
    json: first,
    binding: { status: 'changed', reason } as const,
  })
  if (written.length > 1) return changed('several-proofs')
  try {
    const tokens = pageTokens(text)
    const at = tokens.findIndex(({ kind, value }) => kind === 'tag' && value === proofTag)
    const json = at < 0 ? undefined : proofIn(utf8(tokens[at + 1]?.value ?? ''))
    if (json === undefined) return changed('hidden-proof')
    return { json, binding: bindingOf(tokens, json, knownScripts) }
  } catch (error) {
    if (!(error instanceof NotAsWritten)) throw error
    return { json: first, binding: { status: 'changed', reason: 'structure', found: error.message } }
  }
}

/** Returns the proofs in a page's text, wherever they are. Its script contains the tag as well, but no proof. */
function proofsIn(text: string): unknown[] {
  const proofs: unknown[] = []
  let mentions = 0
  for (const { index } of text.matchAll(anyProof)) {
    if (++mentions > MAX_MENTIONS) break
    const start = text.indexOf('>', index) + 1
    const end = start === 0 ? -1 : text.indexOf('<', start)
    const json = end < 0 ? undefined : proofIn(utf8(text.slice(start, end)))
    if (json !== undefined) proofs.push(json)
  }
  return proofs
}

function bindingOf(tokens: readonly PageToken[], json: unknown, knownScripts: readonly string[]): Binding {
  const [line, ...others] = tokens.flatMap(
    ({ value }) => /^meta content="(.*)" name="tallystick-certificate"$/.exec(value)?.[1] ?? [],
  )
  const scripts = tokens.flatMap(({ kind, value }, at) => (kind === 'tag' && value === 'script' ? at : []))
  if (line === undefined) {
    // Earlier certificates ran nothing.
    if (scripts.length === 0) return { status: 'unbound', reason: 'earlier' }
    return { status: 'changed', reason: 'structure', found: '<script>' }
  }
  if (others.length > 0)
    return { status: 'changed', reason: 'structure', found: '<meta name="tallystick-certificate">' }
  const parameters = readParameters(line)
  if (parameters === 'unknown') return { status: 'unbound', reason: 'later' }
  const proof = wellFormed(json)
  if (proof === undefined) return { status: 'unbound', reason: 'later' }
  const script = tokens[(scripts[0] ?? -2) + 1]?.value ?? ''
  const expected = pageTokens(certificatePage(certificateOf(proof, parameters), script))
  const shows = knownScripts.includes(scriptHash(script)) ? 'the-same' : 'unsure'
  return firstDifference(tokens, expected) ?? { status: 'same', form: 'html', shows }
}

/** Returns the SHA-256 of a script as {@link readPage} compares it, in hex. */
export function scriptHash(script: string): string {
  return toHex(sha256(utf8(script.trim())))
}

function firstDifference(found: readonly PageToken[], expected: readonly PageToken[]): Binding | undefined {
  const length = Math.max(found.length, expected.length)
  for (let i = 0; i < length; i++) {
    const [is, should] = [found[i], expected[i]]
    if (is?.kind === should?.kind && is?.value === should?.value) continue
    if (is?.kind === 'text' && should?.kind === 'text') {
      return { status: 'changed', reason: 'words', found: shortened(is.value), expected: shortened(should.value) }
    }
    if (is?.kind === 'text') return { status: 'changed', reason: 'words', found: shortened(is.value) }
    if (is === undefined && should?.kind === 'text') {
      return { status: 'changed', reason: 'words', expected: shortened(should.value) }
    }
    return { status: 'changed', reason: 'structure', found: shortened(is ? `<${is.value}>` : `no <${should?.value}>`) }
  }
  return undefined
}
