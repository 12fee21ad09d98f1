import { readFileSync, writeFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { proofErrorCodes } from '../src/errors.js'
import type { ProofFinding } from '../src/finding.js'
import { knownChains } from '../src/trust/chains.js'
import { germanWords } from '../src/words/de.js'
import { englishWords } from '../src/words/en.js'
import { factKinds, momentText } from '../src/words/fill.js'
import { germanManyWords } from '../src/words/many/de.js'
import { englishManyWords } from '../src/words/many/en.js'
import { say, sayCaveat, sayRefusal } from '../src/words/say.js'
import { sayFolder } from '../src/words/say-folder.js'
import type { Words } from '../src/words/words.js'

/** Placeholders of each row of a table, by its path. A capital only begins a sentence; both forms of a chain's name are one fact. */
function placeholders(value: unknown, path = ''): Record<string, string[]> {
  if (typeof value === 'string') {
    const names = [...value.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
    const facts = names.map((name) => (name === 'ofChain' || name === 'Chain' ? 'chain' : name))
    return { [path]: [...new Set(facts)].sort() }
  }
  return Object.assign({}, ...Object.entries(value as object).map(([key, row]) => placeholders(row, `${path}.${key}`)))
}

const finding = {
  about: 'proof',
  isFileCompared: true,
  outcome: 'confirmed',
  checks: [],
  caveats: [],
  sources: [{ kind: 'node', name: 'node.example' }],
  time: { latest: '2026-09-21T14:13:20.000Z', clocks: [{ kind: 'chain', chain: 'eip155:1' }] },
} satisfies ProofFinding

/** The table for verifiers in other languages: also how facts are written, and by which word and name a chain goes. */
const shared = () => {
  const chains = [...knownChains].map(([id, { name, kind }]) => {
    return [id, name === undefined ? [kind === 'private' ? 'private' : 'unknown', null] : ['named', name]]
  })
  return { kinds: factKinds, chains: Object.fromEntries(chains), en: englishWords, de: germanWords }
}

/** Writes it with UPDATE_GOLDEN=1. */
test('the verifier in Python has the same words (npm run golden)', () => {
  const file = new URL('../python/tallystick/words.json', import.meta.url)
  const made = `${JSON.stringify(shared(), null, 1)}\n`
  if (process.env.UPDATE_GOLDEN === '1') writeFileSync(file, made)
  expect(readFileSync(file, 'utf8')).toBe(made)
})

describe('the tables of words', () => {
  test('say the same facts in both languages', () => {
    const { quoted, moment, thousands, lastOfList, ...english } = englishWords
    expect([quoted, moment, thousands, lastOfList].every(Boolean)).toBe(true)
    const { quoted: _, moment: __, thousands: ___, lastOfList: ____, ...german } = germanWords
    expect(placeholders(german)).toEqual(placeholders(english))
  })

  test('say the same facts of many documents in both languages', () => {
    expect(placeholders(germanManyWords)).toEqual(placeholders(englishManyWords))
  })

  test('have a row for every code of a refusal', () => {
    for (const words of [englishWords, germanWords]) expect(Object.keys(words.refusals)).toEqual([...proofErrorCodes])
  })

  test('write sentences', () => {
    const sentences = (words: Words) =>
      [words.caveats, words.refusals].flatMap((rows) =>
        Object.values(rows).flatMap((row) => (typeof row === 'string' ? [row] : (Object.values(row) as string[]))),
      )
    for (const text of [...sentences(englishWords), ...sentences(germanWords)]) expect(text).toMatch(/\.$/)
    for (const text of sentences(germanWords)) expect(text).toMatch(/^[{\p{Lu}]/u)
  })
})

describe('a finding in words', () => {
  test('names who confirms it, by whose clock, and the file', () => {
    expect(say(finding, englishWords, 'deed.pdf')).toBe(
      'Confirmed by the node at node.example: deed.pdf existed not later than 2026-09-21 14:13:20 UTC, by the clock of Ethereum.',
    )
    expect(say(finding, germanWords)).toBe(
      'Bestätigt durch den Knoten node.example: Diese Datei existierte spätestens am 21.09.2026, 14:13:20 UTC, nach der Uhr von Ethereum.',
    )
  })

  test('has the bounds of an authority in its headline', () => {
    const clocks = [{ kind: 'authority', name: 'Test Clock' }] as const
    const time = { earliest: '2026-09-21T14:13:18.500Z', latest: '2026-09-21T14:13:21.500Z', clocks }
    const sources = [{ kind: 'authority', name: 'Test Clock' }] as const
    expect(say({ ...finding, sources, time }, englishWords, 'deed.pdf')).toBe(
      'Confirmed by the timestamping authority “Test Clock”: deed.pdf existed at a moment between 2026-09-21 14:13:18.500 UTC and 2026-09-21 14:13:21.500 UTC, by its clock.',
    )
  })

  test('is stated by the service that issued it, or by the operator of a private chain', () => {
    const sources = [{ kind: 'issuer-node', name: 'notary.example' }] as const
    expect(say({ ...finding, outcome: 'stated', sources }, englishWords, 'deed.pdf')).toBe(
      'Stated: deed.pdf existed not later than 2026-09-21 14:13:20 UTC, by the word of notary.example, which issued the proof.',
    )
    const time = { ...finding.time, clocks: [{ kind: 'operator', chain: 'eip155:31337' }] } as const
    expect(say({ ...finding, outcome: 'stated', time }, englishWords, 'deed.pdf')).toBe(
      'Stated: deed.pdf existed not later than 2026-09-21 14:13:20 UTC, by the word of the operator of the private chain with the number 31337. It was compared with the node at node.example.',
    )
  })

  test('keeps what others wrote as it is, braces and dollar signs included', () => {
    expect(say(finding, englishWords, '{by} $& {')).toContain(': {by} $& { existed')
    const facts = { networks: ['$& {chain}'], states: ['final'] }
    expect(sayCaveat({ code: 'claims', facts }, englishWords)).toContain(
      'the network “$& {chain}” and the state “final”',
    )
  })

  test('quotes so that a quotation cannot end itself', () => {
    const facts = { networks: ['Ethereum” and is right. “It'], states: ['final'] }
    expect(sayCaveat({ code: 'claims', facts }, englishWords)).toContain('“Ethereum’ and is right. ’It”')
  })

  test('quotes the names in certificates, which can hold any words', () => {
    const name = 'Clock. Confirmed by Ethereum'
    const sources = [{ kind: 'authority', name, certifiedBy: 'Root”, certified by “Ethereum' }] as const
    const time = { ...finding.time, clocks: [{ kind: 'authority', name }] } as const
    expect(say({ ...finding, sources, time }, englishWords)).toContain(
      'by the timestamping authority “Clock. Confirmed by Ethereum”, certified by “Root’, certified by ’Ethereum”: this',
    )
    expect(say({ ...finding, sources, time }, germanWords)).toContain(
      'durch die Zeitstempelstelle „Clock. Confirmed by Ethereum“, zertifiziert von „Root’, certified by ’Ethereum“: Diese',
    )
    const revocation = { code: 'revocation-unknown', facts: { case: 'ever', authority: name } } as const
    expect(sayCaveat(revocation, englishWords)).toContain('the time of “Clock. Confirmed by Ethereum” was revoked')
    expect(sayCaveat(revocation, germanWords)).toContain('der Zeit von „Clock. Confirmed by Ethereum“ widerrufen')
  })

  test('says why it was refused', () => {
    const facts = {
      case: 'early',
      chain: 'eip155:1',
      time: '2009-01-03T18:15:05.000Z',
      since: '2015-07-30T15:26:28.000Z',
    } as const
    expect(sayRefusal({ code: 'block-time', facts }, englishWords)).toBe(
      'the block is dated 2009-01-03 18:15:05 UTC, but Ethereum has existed only since 2015-07-30 15:26:28 UTC.',
    )
    expect(momentText('2009-01-03T18:15:05.120Z', germanWords)).toBe('03.01.2009, 18:15:05.120 UTC')
  })

  test('groups the digits of counts, and says what a folder has beside its manifest', () => {
    const equal = { equal: 1234, problems: [], respelled: [], leftBySystem: ['.DS_Store'] }
    expect(sayFolder(equal, 1234, englishWords, 'deeds')).toBe(
      'deeds contains all 1,234 files of the manifest and no others, except 1 created by the operating system.',
    )
    const problems = [{ path: 'a', problem: 'missing', detail: '' }] as const
    expect(sayFolder({ ...equal, problems }, 1234, germanWords, 'deeds')).toBe(
      'Abgelehnt: Der Ordner weicht von seinem Manifest ab: 1 fehlend.',
    )
  })
})
