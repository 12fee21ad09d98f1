import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { excludedWordsIn, glossaryName } from '../../test/glossary.js'
import { certificateOf } from '../src/certificate/certificate.js'
import { Combination } from '../src/certificate/combined.js'
import { plainLook } from '../src/certificate/look.js'
import { certificateLanguages, parameterLine, readParameters } from '../src/certificate/parameters.js'
import type { ProofDocument } from '../src/format.js'

const vectors: Record<string, ProofDocument> = JSON.parse(
  readFileSync(new URL('../vectors/proofs-valid.json', import.meta.url), 'utf8'),
)

const parameters = {
  base: 'https://notary.example',
  isPublic: true,
  isPublished: false,
  pageHash: 'a'.repeat(64),
  programHash: 'b'.repeat(64),
  offset: 0,
  look: plainLook,
}

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
    certificateOf(vectors[name] as ProofDocument, { ...parameters, language }).warnings
  const contradicted =
    /received the fingerprint later, on 21\sSeptember\s2026, 16:13:20|erst am 21\.\sSeptember\s2026, 16:13:20/
  for (const language of ['EN', 'DE'] as const) {
    expect(warnings('dated before it was received', language)[0]).toMatch(contradicted)
    expect(warnings('content of a file', language).filter((text) => contradicted.test(text))).toEqual([])
  }
})

test('a certificate of a proof without details says what it does not prove, and one with details does not', () => {
  const document = vectors['single leaf, single transaction'] as ProofDocument
  const { salt: _salt, details: _details, ...bare } = document
  for (const [language, words] of Object.entries(certificateLanguages)) {
    const given = { ...parameters, language: language as 'EN' }
    expect(certificateOf(bare as ProofDocument, given).notes).toContain(words.notes.withoutDetails)
    expect(certificateOf(document, given).notes).not.toContain(words.notes.withoutDetails)
  }
})

test('a certificate names the original of a stamped copy, and leaves out a name that the service made', () => {
  const copy = Object.values(vectors).find(({ details }) => details?.originalDocHash !== undefined) as ProofDocument
  const generated = { ...copy, details: { filename: `stamp-${copy.code}` } }
  for (const [language, { labels }] of Object.entries(certificateLanguages)) {
    const given = { ...parameters, language: language as 'EN' }
    const ofCopy = certificateOf(copy, given)
    expect(ofCopy.what).toContainEqual({
      label: labels.original,
      value: copy.details?.originalDocHash,
      isExact: true,
    })
    const ofGenerated = certificateOf(generated, given)
    expect(ofGenerated.heading).toBe(copy.code)
    const shown = ofGenerated.what.map(({ label }) => label)
    expect(shown).toContain(labels.code)
    for (const label of [labels.name, labels.original]) expect(shown).not.toContain(label)
  }
})

test('a certificate for several documents writes times and chains as its language does', () => {
  const shownIn = (language: 'EN' | 'DE') => {
    const combination = new Combination({ ...parameters, language })
    combination.add(vectors['content of a file'] as ProofDocument)
    const { table, clock, what } = combination.certificate()
    return { time: table.rows[0]?.[5], clock, labels: what.map(({ label }) => label) }
  }
  expect(shownIn('EN')).toMatchObject({
    time: '2026-09-21 14:13:20',
    clock: expect.stringMatching(/^It is block 4711 of the chain with the number 31337\. /),
  })
  expect(shownIn('DE')).toMatchObject({
    time: '21.09.2026, 14:13:20',
    clock: expect.stringMatching(/^Das ist Block 4711 der Blockchain Nummer 31337\. /),
  })
})

test('a certificate of a deletion says which fingerprint its seal follows from', () => {
  const proof = { ...(vectors['content of a file'] as ProofDocument), kind: 'change', details: { action: 'purged' } }
  for (const [language, { deletion, notes }] of Object.entries(certificateLanguages)) {
    const shown = certificateOf(proof as ProofDocument, { ...parameters, language: language as 'EN' }).notes
    expect(shown).toContain(deletion.seal)
    expect(shown).not.toContain(notes.seal)
  }
})

test('a certificate marks each statement that only the service makes', () => {
  const stated = { filename: 'deed.pdf', owner: 'Ada', createdAt: '2026-09-21T11:59:59.000Z' }
  const deleted = { subject: 'file', requestedAt: '2026-09-21T11:59:58.000Z', at: '2026-09-21T11:59:59.000Z' }
  for (const [language, words] of Object.entries(certificateLanguages)) {
    const valuesOf = (kind: ProofDocument['kind'], details: NonNullable<ProofDocument['details']>) => {
      const proof = { ...(vectors['content of a file'] as ProofDocument), kind, details }
      const { what } = certificateOf(proof, { ...parameters, language: language as 'EN' })
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
  const given = {
    language: 'DE',
    base: 'https://notary.example:8443/at',
    isPublic: false,
    isPublished: true,
    pageHash: 'a'.repeat(64),
    programHash: 'b'.repeat(64),
    offset: -330,
    look: { color: '#1a4f8b', signature: 'for Ada', logo: { width: 640, height: 160 } },
  } as const
  const line = parameterLine(given)
  expect(readParameters(line)).toEqual(given)
  for (const earlier of [1, 2]) expect(readParameters(line.replace(' 3 ', ` ${earlier} `))).toBe('earlier')
  for (const name of ['for O’Hara', "O'Hara (Berlin)", 'Zoë & Söhne', ''])
    expect(readParameters(parameterLine({ ...given, look: { ...plainLook, signature: name } }))).toMatchObject({
      look: { signature: name },
    })
  for (const other of [
    line.replace(' 3 ', ' 4 '),
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
