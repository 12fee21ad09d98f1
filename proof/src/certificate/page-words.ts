import { sha256, utf8 } from '../encoding/hash.js'
import { toHex } from '../encoding/to-hex.js'
import { type Binding, issuersOwn, shortened, wellFormed } from './binding.js'
import { certificateOf } from './certificate.js'
import { lookLimits } from './look.js'
import { certificatePage } from './page.js'
import { NotAsWritten, type PageToken, pageTokens } from './page-tokens.js'
import { readParameters } from './parameters.js'
import { proofIn } from './pdf-proof.js'

/** The proof in a page, and whether the page's words are the proof's. */
export interface ReadPage {
  readonly json: unknown
  readonly binding: Binding
}

const proofTag = 'script type="application/json" id="tallystick-proof"'
/** Line of parameters, which every certificate has whose words are bound. */
const mark = /^meta name="tallystick-certificate" content="(.*)"$/
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
  // Certificates made before their words were bound ran nothing, and none of their words count.
  if (!/<meta[^<>]{1,100}tallystick-certificate/i.test(text) && !/<script(?![^<>]{1,100}tallystick-proof)/i.test(text))
    return { json: first, binding: { status: 'unbound', reason: 'earlier' } }
  try {
    const tokens = pageTokens(text)
    const at = tokens.findIndex(({ kind, value }) => kind === 'tag' && value === proofTag)
    const json = at < 0 ? undefined : proofIn(utf8(tokens[at + 1]?.value ?? ''))
    if (json === undefined) return changed('hidden-proof')
    return { json, binding: bindingOf(tokens, json, knownScripts) }
  } catch (error) {
    if (!(error instanceof NotAsWritten)) throw error
    return { json: first, binding: structure(error.message) }
  }
}

const structure = (found: string): Binding => ({ status: 'changed', reason: 'structure', found })

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

function bindingOf(found: readonly PageToken[], json: unknown, knownScripts: readonly string[]): Binding {
  const [line, ...others] = found.flatMap(({ value }) => mark.exec(value)?.[1] ?? [])
  if (line === undefined || others.length > 0) return structure('<meta name="tallystick-certificate">')
  const parameters = readParameters(line)
  if (parameters === 'earlier') return { status: 'unbound', reason: 'earlier' }
  if (parameters === 'unknown') return { status: 'unbound', reason: 'later' }
  const proof = wellFormed(json)
  if (proof === undefined) return { status: 'unbound', reason: 'later' }
  const [first] = found
  const isSaved = first?.kind === 'saved-from'
  // Of no other address: it would only be there to be read.
  if (isSaved && !first.value.startsWith(`${parameters.base}/`) && !first.value.startsWith('file:///'))
    return structure(shortened(first.value))
  const tokens = isSaved ? found.slice(1) : found
  const scriptAt = tokens.findIndex(({ kind, value }) => kind === 'tag' && value === 'script')
  const script = scriptAt < 0 ? '' : (tokens[scriptAt + 1]?.value ?? '')
  const certificate = certificateOf(proof, parameters)
  const expected = pageTokens(certificatePage(certificate, script, logoIn(tokens)))
  const shows = knownScripts.includes(scriptHash(script)) ? 'the-same' : 'unsure'
  return firstDifference(tokens, expected) ?? { status: 'same', form: 'html', shows, ...issuersOwn(certificate) }
}

/** Returns a page's logo: a picture's bytes in the page itself. Any other picture is taken for none, and differs. */
function logoIn(tokens: readonly PageToken[]): string {
  const logo = new RegExp(`^img class="logo" src="data:image/png;base64,([A-Za-z0-9+/]{1,${logoDigitsMax}}={0,2})" `)
  return tokens.map(({ value }) => logo.exec(value)?.[1]).find((found) => found !== undefined) ?? ''
}

/** Base64 has four digits for three bytes. */
const logoDigitsMax = Math.ceil((lookLimits.logoBytesMax * 4) / 3)

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
      const [found, expected] = quoted(is.value, should.value)
      if (found === expected) return structure(`other spaces or invisible characters in “${found}”`)
      return { status: 'changed', reason: 'words', found, expected }
    }
    if (is?.kind === 'text') return { status: 'changed', reason: 'words', found: shortened(is.value) }
    if (is === undefined && should?.kind === 'text') {
      return { status: 'changed', reason: 'words', expected: shortened(should.value) }
    }
    return structure(shortened(is ? `<${is.value}>` : `no <${should?.value}>`))
  }
  return undefined
}

/** Quotes two texts where they begin to differ. */
function quoted(found: string, expected: string): [found: string, expected: string] {
  let at = 0
  while (at < found.length && found[at] === expected[at]) at++
  const from = at < 80 ? 0 : at - 40
  return [shortened(found.slice(from)), shortened(expected.slice(from))]
}
