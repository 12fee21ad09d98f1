import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ringOf } from '../../src/base/ring.js'
import {
  decrypt,
  deriveKey,
  embeddedSecrets,
  encrypt,
  hashSecret,
  keepSecrets,
  masterKeyOf,
  readSecrets,
} from '../../src/base/secrets.js'

const key = new Uint8Array(32).fill(7)

describe('keys', () => {
  it('differ by purpose and by master key, and stay the same', () => {
    const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')
    expect(hex(deriveKey(key, 'a'))).toBe(hex(deriveKey(key, 'a')))
    expect(hex(deriveKey(key, 'a'))).not.toBe(hex(deriveKey(key, 'b')))
    expect(hex(deriveKey(new Uint8Array(32), 'a'))).not.toBe(hex(deriveKey(key, 'a')))
    expect(() => deriveKey(new Uint8Array(31), 'a')).toThrow('32 bytes')
    expect(hashSecret(key, 's')).toHaveLength(32)
  })
})

describe('seal', () => {
  it('opens only unchanged, with the same key and context', () => {
    const context = Buffer.from('row 1')
    const sealed = encrypt(key, Buffer.from('secret'), context)
    expect(decrypt(key, sealed, context).toString()).toBe('secret')
    expect(() => decrypt(key, sealed)).toThrow('cannot decrypt')
    expect(() => decrypt(new Uint8Array(32), sealed, context)).toThrow('cannot decrypt')
    for (let at = 0; at < sealed.length; at++) {
      const changed = Buffer.from(sealed)
      changed[at] = (changed[at] as number) ^ 1
      expect(() => decrypt(key, changed, context)).toThrow('cannot decrypt')
    }
    expect(() => decrypt(key, sealed.subarray(0, 27))).toThrow('too short')
    expect(decrypt(key, encrypt(key, new Uint8Array(0)))).toHaveLength(0)
  })
})

describe('embeddedSecrets', () => {
  let folder: string
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tallystick-secrets-'))
  })
  afterEach(() => rm(folder, { recursive: true, force: true }))

  it('are created once, readable by the owner only, without leftovers beside them', async () => {
    expect(await readSecrets(folder)).toBeNull()
    await expect(masterKeyOf({ dataDir: folder })).rejects.toThrow('Start the service first')
    const made = await embeddedSecrets(folder)
    expect(made.masterKey).toMatch(/^[0-9a-f]{64}$/)
    expect((await stat(join(folder, 'secrets.json'))).mode & 0o777).toBe(0o600)
    await chmod(join(folder, 'secrets.json'), 0o644)
    expect(await embeddedSecrets(folder)).toEqual(made)
    expect((await stat(join(folder, 'secrets.json'))).mode & 0o777).toBe(0o600)
    expect(await readdir(folder)).toEqual(['secrets.json'])
    const ring = async () =>
      ringOf(await masterKeyOf({ dataDir: folder })).map((key) => Buffer.from(key).toString('hex'))
    expect(await ring()).toEqual([made.masterKey])
    const older = '22'.repeat(32)
    await keepSecrets(folder, { ...made, olderMasterKeys: [older] })
    expect(await ring()).toEqual([made.masterKey, older])
  })

  it('are not replaced when damaged', async () => {
    await embeddedSecrets(folder)
    const path = join(folder, 'secrets.json')
    const torn = (await readFile(path, 'utf8')).slice(0, 40)
    await writeFile(path, torn)
    await expect(embeddedSecrets(folder)).rejects.toThrow('damaged')
    expect(await readFile(path, 'utf8')).toBe(torn)
  })
})
