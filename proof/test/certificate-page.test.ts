import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { certificateOf } from '../src/certificate/certificate.js'
import { plainLook } from '../src/certificate/look.js'
import { certificatePage } from '../src/certificate/page.js'
import { readPage, scriptHash } from '../src/certificate/page-words.js'
import type { ProofDocument } from '../src/format.js'
import { verifyProof } from '../src/verify.js'
import { englishWords } from '../src/words/en.js'
import { sayRefusal } from '../src/words/say.js'

const valid: Record<string, ProofDocument> = JSON.parse(
  readFileSync(new URL('../vectors/proofs-valid.json', import.meta.url), 'utf8'),
)
const proof = valid['content of a file']!
const script = 'document.title += " & more"'
const parameters = {
  language: 'EN',
  base: 'https://notary.example',
  isPublic: true,
  isPublished: false,
  pageHash: 'a'.repeat(64),
  programHash: 'b'.repeat(64),
  offset: 0,
  look: plainLook,
} as const
const pageOf = (of: ProofDocument, language: 'EN' | 'DE' = 'EN') =>
  certificatePage(certificateOf(of, { ...parameters, language }), script)
const page = pageOf(proof)
const bindingOf = (html: string) => readPage(html, [scriptHash(script)])?.binding
const proofScript = `<script type="application/json" id="tallystick-proof">${JSON.stringify(valid['change of a folder'])}</script>`

describe('a page', () => {
  test.each(Object.entries(valid))('says what its proof says: %s', (_, of) => {
    for (const language of ['EN', 'DE'] as const) {
      const read = readPage(pageOf(of, language), [scriptHash(script)])
      expect(read).toEqual({ json: of, binding: { status: 'same', form: 'html', shows: 'the-same' } })
    }
  })

  // As Chromium and Firefox serialize it; each leaves out and adds line feeds where they show nothing.
  const serialized = page
    .replace('<!doctype html>', '<!DOCTYPE html>')
    .replace(/(<html[^>]*>)\n/, '$1')
    .replaceAll('&#39;', "'")
    .replaceAll('\u00a0', '&nbsp;')
    .replace(/<(path|rect)([^>]*)\/>/g, '<$1$2></$1>')
    .replace('\n</body>\n</html>\n', '\n\n\n</body></html>')
  const utf8Meta = '<meta http-equiv="Content-Type" content="text/html; charset=UTF-8">'
  const savedFrom = (address: string, length = address.length) =>
    serialized.replace(
      /(<!DOCTYPE html>)\n?/,
      `$1\n<!-- saved from url=(${String(length).padStart(4, '0')})${address} -->\n`,
    )
  test.each([
    ['as it was sent', page],
    ['with line feeds of Windows', page.replaceAll('\n', '\r\n')],
    ['by Chromium', savedFrom('https://notary.example/s/x').replace('<meta charset="utf-8">', utf8Meta)],
    ['by Chromium, from a disk', savedFrom('file:///C:/certificate.html').replace('<meta charset="utf-8">', utf8Meta)],
    ['by Firefox', serialized.replace('<meta', `${utf8Meta.toLowerCase()}\n\n<meta`)],
  ])('is still the same after a browser saves it %s', (_, saved) => {
    expect(bindingOf(saved)).toEqual({ status: 'same', form: 'html', shows: 'the-same' })
  })

  test('with another script says the same, but gets the caveat that it may show something else', () => {
    const read = readPage(page)
    expect(read?.binding).toMatchObject({ status: 'same', shows: 'unsure' })
    expect(verifyProof(read?.json, { binding: read!.binding }).caveats.map(({ code }) => code)).toContain('words-shown')
  })

  test.each([
    ['a date', /\d+\s\w+\s2026, \d\d:\d\d:\d\d/, '1 January 2009, 00:00:00'],
    ['the fingerprint', new RegExp(`(<dd class="exact">)${proof.hash}`), `$1${'0'.repeat(64)}`],
    ['the network', /“Tallystick vectors”/, '“Ethereum Mainnet”'],
    ['the block', /(<dt>Block<\/dt><dd>)\d+/, '$117'],
    ['the block hash', /0x[0-9a-f]{64}(?=<\/dd>)/, `0x${'1'.repeat(64)}`],
    ['the title', /<h1>[^<]*/, '<h1>Qualified time stamp'],
    ['the name of the file', /<title>[^<]*/, '<title>Deed of gift'],
  ])('is refused when %s was changed, with both wordings in the message', (_, pattern, words) => {
    expect(pattern.test(page)).toBe(true)
    const read = readPage(page.replace(pattern, words))
    expect(read?.binding).toMatchObject({ status: 'changed', reason: 'words' })
    const verdict = verifyProof(read?.json, { binding: read!.binding })
    expect(verdict).toMatchObject({ outcome: 'refused', failure: { code: 'words', check: 'words' } })
    expect(sayRefusal(verdict.failure!, englishWords)).toMatch(/^the certificate says “.+”, but its proof says “.+”\.$/)
  })

  test.each([
    ['a paragraph', '</main>', '<p>Verified by a court.</p></main>', 'structure'],
    ['a warning less', /<p class="warning"[\s\S]*?<\/p>/, '', 'words'],
    ['another style', '</style>', 'h1{display:none}</style>', 'words'],
    ['a second style', '</head>', '<style>h1{display:none}</style></head>', 'structure'],
    ['a hidden part', '<p class="headline">', '<p class="headline" hidden>', 'structure'],
    ['another QR code', /d="M0,0h/, 'd="M10,0h', 'structure'],
    ['a link elsewhere', 'href="https://notary.example', 'href="https://notary.example.org', 'structure'],
    ['a second script', '</body>', '<script>alert(1)</script></body>', 'structure'],
    ['a comment', '<main>', '<main><!-- -->', 'structure'],
    ['an attribute without quotes', '<h1>', '<h1 style=display:none>', 'structure'],
    ['an entity that looks different elsewhere', 'Certificate', '&Cfr;ertificate', 'structure'],
    ['a second proof', '</main>', `</main>${proofScript}`, 'several-proofs'],
    ['a second proof in a comment', '<main>', `<!-- ${proofScript} --><main>`, 'several-proofs'],
    [
      'a second proof, written otherwise',
      '</main>',
      `</main>${proofScript.replace('"tallystick-proof"', 'tallystick-proof')}`,
      'several-proofs',
    ],
  ])('is refused with %s', (_, pattern, words, reason) => {
    const changed = page.replace(pattern, words)
    expect(changed).not.toBe(page)
    expect(bindingOf(changed)).toMatchObject({ status: 'changed', reason })
  })

  test.each([
    ['another charset', page.replace('charset="utf-8"', 'charset="utf-7"')],
    ['no charset', page.replace('<meta charset="utf-8">', '')],
    [
      'its charset after the title',
      page.replace('<meta charset="utf-8">', '').replace('<style>', '<meta charset="utf-8"><style>'),
    ],
    ['no doctype', page.replace('<!doctype html>\n', '')],
    ['a byte order mark', `\ufeff${page}`],
    ['a comment before the doctype', `<!-- saved from url=(0001)x -->${page}`],
    ['a page that it was not saved from', savedFrom('https://ethereum.org/verified')],
    ['more saved than an address', savedFrom('https://notary.example/s/x', 4)],
    ['a base', page.replace('<head>', '<head>\n<base href="https://notary.example">')],
    ['a refresh', page.replace('<head>', '<head>\n<meta http-equiv="refresh" content="0;url=https://notary.example">')],
    ['a template', page.replace('<main>', '<template></template><main>')],
    ['a drawing left open', page.replace(/<path([^>]*)\/>/, '<path$1>')],
    ['the end of a drawing elsewhere', page.replace('<h1>', '</path><h1>')],
    ['the end of what has none', page.replace('<h1>', '</meta><h1>')],
    ['an element that ends itself', page.replace('<div>', '<div/>')],
    ['a drawing ended by another', page.replace(/<path([^>]*)\/>/, '<path$1></rect>')],
    ['an attribute twice', page.replace('class="warning"', 'class="pale" class="warning"')],
    ['attributes in another order', page.replace('class="warning" role="note"', 'role="note" class="warning"')],
    ['a tag in capitals', page.replace('<h1>', '<H1>').replace('</h1>', '</H1>')],
    ['a character by another number', page.replace('Certificate of existence', '&#67;ertificate of existence')],
    [
      'a script that ends earlier for browsers',
      page.replace('</script>\n</body>', '</SCRIPT><p>x</p></script>\n</body>'),
    ],
    ['text at its end', `${page}x`],
    ['white space that pushes the facts away', page.replace('<h2>', `${'<br>'.repeat(99)}<h2>`)],
    ['line feeds that push the facts away', page.replace('<h2>', `${'\n'.repeat(60_000)}<h2>`)],
    ['wide spaces that push the facts away', page.replace('<h2>', `${'\u3000'.repeat(60_000)}<h2>`)],
    ['wide spaces inside a sentence', page.replace('The time holds', `${'\u2003'.repeat(20_000)}The time holds`)],
  ])('is refused with %s', (_, changed) => {
    expect(changed).not.toBe(page)
    expect(bindingOf(changed)?.status).toBe('changed')
  })

  test('is refused with one character more, anywhere, but for a line feed between tags', () => {
    const end = page.lastIndexOf('<script>')
    const characters = ['\u200b', '\u202e', '\u2003', '\u00ad', '\0', ' ', '\t', '\n', '<', '>', '&', '"', '/', 'x']
    for (let at = 0; at <= end; at += 113) {
      const character = characters[at % characters.length] ?? ''
      const isBetweenTags = /[>\n]$/.test(page.slice(0, at)) && /^\n?</.test(page.slice(at))
      const changed = page.slice(0, at) + character + page.slice(at)
      if (character !== '\n' || !isBetweenTags)
        expect(readPage(changed)?.binding.status, JSON.stringify(changed.slice(at - 20, at + 20))).not.toBe('same')
    }
  })

  test('is refused when its only proof is in a comment', () => {
    const changed = page.replace(/<script type="application\/json"[\s\S]*?<\/script>/, (own) => `<!-- ${own} -->`)
    expect(bindingOf(changed)).toMatchObject({ status: 'changed', reason: 'structure' })
  })

  test('made before words were bound still verifies, and says so', () => {
    const text = JSON.stringify(proof)
    for (const attributes of [
      'type="application/json" id="tallystick-proof"',
      'id="tallystick-proof" type="application/json"',
    ]) {
      const read = readPage(`<!doctype html><p>&lt;Old&gt;</p>\n<script ${attributes}>${text}</script>`)
      expect(read).toEqual({ json: proof, binding: { status: 'unbound', reason: 'earlier' } })
    }
    const verdict = verifyProof(proof, { binding: { status: 'unbound', reason: 'earlier' } })
    expect(verdict.outcome).toBe('consistent')
    expect(verdict.caveats).toContainEqual({ code: 'words-unbound', facts: { case: 'earlier' } })
  })

  test('of a later version is checked without its words', () => {
    expect(bindingOf(page.replace('tallystick-certificate 3 ', 'tallystick-certificate 4 '))).toEqual({
      status: 'unbound',
      reason: 'later',
    })
  })

  describe('with a logo and a line for a signature', () => {
    const look = { color: '#1a4f8b', signature: 'for Ada', logo: { width: 2, height: 1 } }
    const logo = 'iVBORw0KGgo='
    const own = certificatePage(certificateOf(proof, { ...parameters, look }), script, logo)

    test('says what its proof says, and gets the caveat that they are its issuer’s own', () => {
      const read = readPage(own, [scriptHash(script)])
      expect(read?.binding).toEqual({ status: 'same', form: 'html', shows: 'the-same', hasOwn: true })
      const caveats = verifyProof(read?.json, { binding: read!.binding }).caveats.map(({ code }) => code)
      expect(caveats).toContain('words-own')
      expect(own).toContain('The logo and the line for the signature are the issuer’s own')
    })

    test.each<[string, (html: string) => string]>([
      ['loads it', (html) => html.replace(/data:image\/png;base64,[^"]*/, 'https://ethereum.org/seal.png')],
      ['has it drawn as a program', (html) => html.replace('image/png', 'image/svg+xml')],
      ['has it twice', (html) => html.replace(/<img[^>]*>/, '$&$&')],
      ['enlarges it', (html) => html.replace('width="2"', 'width="2000"')],
      ['gives it a text', (html) => html.replace('alt="Logo of the issuer"', 'alt="Confirmed by Ethereum"')],
      ['signs in another name', (html) => html.replace('<span>for Ada', '<span>for Ethereum')],
      ['cuts another notch', (html) => html.replace(/d="M0 -100/, 'd="M0 -90')],
      ['colors the seal', (html) => html.replace('fill="#1a4f8b"', 'fill="#ffffff"')],
    ])('is refused when a forger %s', (_, edit) => {
      expect(edit(own)).not.toBe(own)
      expect(bindingOf(edit(own))?.status).toBe('changed')
    })
  })

  test("without a proof isn't a certificate", () => {
    for (const text of [
      '',
      '<p>tallystick-proof</p>',
      '<script id="tallystick-proof">{}</script>',
      '<script>{}</script>',
    ])
      expect(readPage(text)).toBeUndefined()
  })
})
