import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { keyIdLength, keyIdOf, seal, sealKeys, unseal } from '../../src/base/ring.js'
import { decrypt, deriveKey, encrypt } from '../../src/base/secrets.js'

const [old, next, foreign] = [randomBytes(32), randomBytes(32), randomBytes(32)]
const keysOf = (...ring: Uint8Array[]) => sealKeys(ring, 'test')
const text = Buffer.from('a secret')
const context = Buffer.from('row 1')

describe('a ring of master keys', () => {
  it('of one key seals as versions without rings do, which open it', () => {
    const derived = deriveKey(old, 'test')
    expect(decrypt(derived, seal(keysOf(old), text, context), context)).toEqual(text)
    expect(unseal(keysOf(old), encrypt(derived, text, context), context)).toEqual(text)
    expect(unseal(sealKeys(old, 'test'), encrypt(derived, text))).toEqual(text)
  })

  it('opens what any of its keys sealed, alone or in a ring', () => {
    for (const ring of [keysOf(old), keysOf(old, next), keysOf(next, old)]) {
      const sealed = seal(ring, text, context)
      for (const opening of [keysOf(next, old), keysOf(old, next)])
        expect(unseal(opening, sealed, context)).toEqual(text)
    }
  })

  it('of several keys names the one that sealed, and the name says nothing about it', () => {
    const name = (sealed: Buffer) => sealed.subarray(0, keyIdLength).toString('hex')
    expect(name(seal(keysOf(next, old), text))).toBe(keyIdOf(next))
    expect(next.toString('hex')).not.toContain(keyIdOf(next))
  })

  it('refuses what a key outside of it sealed, another context, and changed bytes', () => {
    const sealed = seal(keysOf(next, old), text, context)
    const changed = Buffer.from(sealed)
    changed[changed.length - 1]! ^= 1
    expect(() => unseal(keysOf(foreign, old), sealed, context)).toThrow('Does MASTER_KEY lack the key')
    expect(() => unseal(keysOf(next, old), sealed, Buffer.from('row 2'))).toThrow()
    expect(() => unseal(keysOf(next, old), changed, context)).toThrow()
    expect(() => sealKeys([], 'test')).toThrow('empty')
  })
})
