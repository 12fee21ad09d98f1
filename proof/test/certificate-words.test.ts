import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { excludedWordsIn, glossaryName } from '../../test/glossary.js'
import { certificateOf } from '../src/certificate/certificate.js'
import { plainLook } from '../src/certificate/look.js'
import { certificateLanguages, parameterLine, readParameters } from '../src/certificate/parameters.js'
import type { ProofDocument } from '../src/format.js'

const vectors: Record<string, ProofDocument> = JSON.parse(
  readFileSync(new URL('../vectors/proofs-valid.json', import.meta.url), 'utf8'),
)

/** Returns every text with its key. */
function textsOf(value: unknown, at = ''): [string, string][] {
  if (typeof value === 'string') return [[at, value]]
  return Object.entries(value as object).flatMap(([key, inner]) => textsOf(inner, `${at}.${key}`))
}

const placeholders = (text: string) => [...new Set(text.match(/\{\w+\}/g) ?? [])].sort()

describe.each(Object.entries(certificateLanguages))('the words of certificates, %s', (language, words) => {
  const english = new Map(textsOf(certificateLanguages.EN))
  const texts = new Map(textsOf(words))

  test('are complete, with the same placeholders as the English ones', () => {
    expect([...texts.keys()]).toEqual([...english.keys()])
    for (const [key, text] of english) {
      expect(texts.get(key)?.trim(), key).not.toBe('')
      expect(placeholders(texts.get(key) ?? ''), key).toEqual(placeholders(text))
    }
  })

  test('follow the glossary', () => {
    const found = [...texts].flatMap(([key, text]) =>
      excludedWordsIn(text, glossaryName(language)).map((word) => `${key}: ${word}`),
    )
    expect(found).toEqual([])
  })

  test('never say that anything existed: no certificate is confirmed by itself', () => {
    expect([...texts.values()].filter((text) => /existed|existierte/.test(text))).toEqual([])
  })
})

test('a certificate says when its block is dated before the entry was received, and only then', () => {
  const warnings = (name: string, language: 'EN' | 'DE') =>
    certificateOf(vectors[name] as ProofDocument, {
      language,
      base: 'https://notary.example',
      isPublic: false,
      isPublished: false,
      pageHash: '',
      programHash: '',
      offset: 0,
      look: plainLook,
    }).warnings
  const contradicted =
    /received the fingerprint later, on 21 September 2026, 16:13:20|erst am 21\. September 2026, 16:13:20/
  for (const language of ['EN', 'DE'] as const) {
    expect(warnings('dated before it was received', language)[0]).toMatch(contradicted)
    expect(warnings('content of a file', language).filter((text) => contradicted.test(text))).toEqual([])
  }
})

test('a certificate of a proof without details says what it does not prove, and one with details does not', () => {
  const document = vectors['single leaf, single transaction'] as ProofDocument
  const { salt: _salt, details: _details, ...bare } = document
  for (const [language, words] of Object.entries(certificateLanguages)) {
    const parameters = {
      language: language as 'EN',
      base: 'https://notary.example',
      isPublic: true,
      isPublished: false,
      pageHash: 'a'.repeat(64),
      programHash: 'b'.repeat(64),
      offset: 0,
      look: plainLook,
    }
    expect(certificateOf(bare as ProofDocument, parameters).notes).toContain(words.notes.withoutDetails)
    expect(certificateOf(document, parameters).notes).not.toContain(words.notes.withoutDetails)
  }
})

test('a certificate marks each statement that only the service makes', () => {
  const stated = { filename: 'deed.pdf', owner: 'Ada', createdAt: '2026-09-21T11:59:59.000Z' }
  const deleted = { subject: 'file', requestedAt: '2026-09-21T11:59:58.000Z', at: '2026-09-21T11:59:59.000Z' }
  const given = {
    base: '',
    isPublic: true,
    isPublished: false,
    pageHash: '',
    programHash: '',
    offset: 0,
    look: plainLook,
  }
  for (const [language, words] of Object.entries(certificateLanguages)) {
    const valuesOf = (kind: ProofDocument['kind'], details: NonNullable<ProofDocument['details']>) => {
      const proof = { ...(vectors['content of a file'] as ProofDocument), kind, details }
      const { what } = certificateOf(proof, { ...given, language: language as 'EN' })
      return new Map(what.map(({ label, value }) => [label, value]))
    }
    const mark = words.asStated.replace('{value}', '')
    const { name, owner, received } = words.labels
    const stamp = valuesOf('stamp', stated)
    for (const label of [name, owner, received]) expect(stamp.get(label)).toContain(mark)
    const deletion = valuesOf('change', { action: 'purged', ...deleted })
    const { requested, deleted: at } = words.deletion.labels
    for (const label of [requested, at]) expect(deletion.get(label)).toContain(mark)
  }
})

test('parameters are read back as written, and anything else is refused', () => {
  const parameters = {
    language: 'DE',
    base: 'https://notary.example:8443/at',
    isPublic: false,
    isPublished: true,
    pageHash: 'a'.repeat(64),
    programHash: 'b'.repeat(64),
    offset: -330,
    look: { color: '#1a4f8b', signature: 'for Ada', logo: { width: 640, height: 160 } },
  } as const
  const line = parameterLine(parameters)
  expect(readParameters(line)).toEqual(parameters)
  expect(readParameters(line.replace(' 2 ', ' 1 '))).toBe('earlier')
  for (const name of ['for O’Hara', "O'Hara (Berlin)", 'Zoë & Söhne', ''])
    expect(readParameters(parameterLine({ ...parameters, look: { ...plainLook, signature: name } }))).toMatchObject({
      look: { signature: name },
    })
  for (const other of [
    line.replace(' 2 ', ' 3 '),
    line.replace('#1a4f8b', '#f0f0f0'),
    line.replace('640x160', '64000x160'),
    line.replace('for%20Ada', 'valid%E2%9C%93'),
    line.replace('for%20Ada', '%E0%A4'),
    line.replace(' -330 ', ' -900 '),
    line.replace('DE', 'FR'),
    `${line} more`,
    line.replace('https:', 'javascript:'),
    '',
  ]) {
    expect(readParameters(other)).toBe('unknown')
  }
})
