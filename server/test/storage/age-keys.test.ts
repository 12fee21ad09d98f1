import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { bech32, parseBech32 } from '../../src/storage/age/bech32.js'
import {
  formatIdentity,
  formatRecipient,
  identityOf,
  makeIdentity,
  parseIdentity,
  parseRecipient,
  sharedSecret,
} from '../../src/storage/age/keys.js'
import { storageKeys } from '../../src/storage/storage-keys.js'

const fromHex = (hex: string) => Uint8Array.from(Buffer.from(hex, 'hex'))
const toHex = (bytes: Uint8Array | null) => (bytes ? Buffer.from(bytes).toString('hex') : null)

describe('bech32', () => {
  test.each([
    'A12UEL5L',
    'a12uel5l',
    'an83characterlonghumanreadablepartthatcontainsthenumber1andtheexcludedcharactersbio1tt5tgs',
    'abcdef1qpzry9x8gf2tvdw0s3jn54khce6mua7lmqqqxw',
    'split1checkupstagehandshakeupstreamerranterredcaperred2y9e3w',
    '?1ezyfcl',
  ])('decodes a valid string of BIP 173: %s', (text) => {
    const { prefix, bytes } = parseBech32(text)
    expect(bech32(prefix, bytes)).toBe(text.toLowerCase())
  })

  test.each([
    ' 1nwldj5',
    '\x7f1axkwrx',
    '\x801eym55h',
    'pzry9x0s0muk',
    '1pzry9x0s0muk',
    'x1b4n0q5v',
    'li1dgmt3',
    'de1lg7wt\xff',
    'A1G7SGD8',
    '10a06t8',
    '1qzzfhee',
    'a12UEL5L',
    '',
    '1',
  ])('refuses an invalid string of BIP 173: %j', (text) => {
    expect(() => parseBech32(text)).toThrow('bech32: ')
  })

  test('round-trips any bytes, and detects a wrong character', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 64 }), fc.nat(), fc.nat(), (bytes, where, shift) => {
        const text = bech32('age', bytes)
        expect(parseBech32(text)).toEqual({ prefix: 'age', bytes })
        const alphabet = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l'
        const at = 4 + (where % (text.length - 4))
        const other = alphabet[(alphabet.indexOf(text[at]!) + 1 + (shift % 31)) % 32]
        expect(() => parseBech32(`${text.slice(0, at)}${other}${text.slice(at + 1)}`)).toThrow('bech32: ')
      }),
    )
  })

  test('refuses non-zero padding bits', () => {
    // One byte in two letters leaves two padding bits. Both checksums are valid.
    expect(parseBech32('a1qqqd87cq').bytes).toEqual(new Uint8Array(1))
    expect(() => parseBech32('a1qpamnt9j')).toThrow('the padding bits are not zero')
  })
})

describe('X25519', () => {
  test('computes the vectors of RFC 7748 §5.2', () => {
    const first = sharedSecret(
      fromHex('a546e36bf0527c9d3b16154b82465edd62144c0ac1fc5a18506a2244ba449ac4'),
      fromHex('e6db6867583030db3594c1a424b15f7c726624ec26b3353b10a903a6d0ab1c4c'),
    )
    expect(toHex(first)).toBe('c3da55379de9c6908e94ea4df28d084f32eccf03491c71f754b4075577a28552')
    const second = sharedSecret(
      fromHex('4b66e9d4d1b4673c5ad22691957d6af5c11b6421e0ea01d42ca4169e7918ba0d'),
      fromHex('e5210f12786811d3f4b7959d0538ae2c31dbe7106fc03c3efc4cd549c715a493'),
    )
    expect(toHex(second)).toBe('95cbde9476e8907d7aade45cb4b873f88b595a68799fa152e6f8f7647aac7957')
  })

  test('computes the vectors of RFC 7748 §6.1', () => {
    const alice = identityOf(fromHex('77076d0a7318a57d3c16c17251b26645df4c2f87ebc0992ab177fba51db92c2a'))
    const bob = identityOf(fromHex('5dab087e624a8a4b79e17f8b83800ee66f3bb1292618b6fd1c2f8b27ff88e0eb'))
    const [forAlice, forBob] = [alice.recipient.publicKey, bob.recipient.publicKey]
    expect(toHex(forAlice)).toBe('8520f0098930a754748b7ddcb43ef75a0dbf3a0d26381af4eba4a98eaa9b4e6a')
    expect(toHex(forBob)).toBe('de9edb7d7b7dc1b4d35b61c2ece435373f8343c85b78674dadfc7e146f882b4f')
    const secret = '4a5d9d5ba4ce2de1728e3bf480350f25e07e21c947d19e3376f09b3c1e161742'
    expect(toHex(sharedSecret(alice.secretKey, forBob))).toBe(secret)
    expect(toHex(sharedSecret(bob.secretKey, forAlice))).toBe(secret)
  })

  test('returns no secret for a key of low order', () => {
    const low = [
      '00'.repeat(32),
      `01${'00'.repeat(31)}`,
      'e0eb7a7c3b41b8ae1656e3faf19fc46ada098deb9c32b1fd866205165f49b800',
      '5f9c95bca3508c24b1d0b1559c83ef5b04445cc4581c8e86d8224eddd09f1157',
      'ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
    ]
    for (const hex of low) expect(sharedSecret(makeIdentity().secretKey, fromHex(hex))).toBeNull()
  })
})

describe('identities', () => {
  test('are formatted and parsed as age does', () => {
    const made = makeIdentity()
    expect(formatIdentity(made)).toMatch(/^AGE-SECRET-KEY-1[0-9A-Z]{58}$/)
    expect(formatRecipient(made.recipient)).toMatch(/^age1[0-9a-z]{58}$/)
    expect(parseIdentity(formatIdentity(made))).toEqual(made)
    expect(parseRecipient(formatRecipient(made.recipient))).toEqual(made.recipient)
    expect(made.secretKey).not.toEqual(makeIdentity().secretKey)
  })

  test('are refused in the wrong case, kind or length', () => {
    const made = makeIdentity()
    expect(() => parseIdentity(formatIdentity(made).toLowerCase())).toThrow('upper case')
    expect(() => parseRecipient(formatRecipient(made.recipient).toUpperCase())).toThrow('lower case')
    expect(() => parseRecipient(bech32('age', new Uint8Array(31)))).toThrow('expected age1')
    expect(() => parseRecipient(bech32('age1pq', new Uint8Array(32)))).toThrow('expected age1')
    expect(() => parseIdentity(bech32('age', new Uint8Array(32)).toUpperCase())).toThrow('expected age-secret-key-1')
    expect(() => identityOf(new Uint8Array(31))).toThrow('32 bytes')
  })
})

describe('storage keys', () => {
  const masterKey = new Uint8Array(32).fill(7)

  test('are derived from the master key deterministically', () => {
    const { current, identities } = storageKeys(masterKey, [])
    expect(identities).toEqual([current])
    // Any other derivation would make all existing files unreadable.
    expect(formatRecipient(current.recipient)).toBe('age1pv5g5x42dsqxzhg72wfy6zmhkn72m08mdmhedrf0kg9kydu7e9ns9jxjdp')
    expect(storageKeys(new Uint8Array(32), []).current).not.toEqual(current)
  })

  test('use the first of AGE_IDENTITIES for new files, and all of them to decrypt', () => {
    const [one, two] = [makeIdentity(), makeIdentity()]
    const derived = storageKeys(masterKey, []).current
    const keys = storageKeys(masterKey, [formatIdentity(one), formatIdentity(two)])
    expect(keys).toEqual({ current: one, identities: [one, two, derived] })
  })

  test('report a typing error without revealing the key', () => {
    const text = formatIdentity(makeIdentity())
    const wrong = `${text.slice(0, -1)}${text.endsWith('Q') ? 'P' : 'Q'}`
    expect(() => storageKeys(masterKey, [text, wrong])).toThrow(
      /^AGE_IDENTITIES: number 2 is not an identity \(.*checksum/,
    )
    expect(() => storageKeys(masterKey, [wrong])).not.toThrow(wrong)
  })
})
