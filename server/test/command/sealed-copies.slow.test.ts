import { copyFileSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { samplePdf } from '../../../sdk/test/sample-pdf.js'
import { makeSigningKey } from '../../../test/signing-key.js'
import { useOwnService, useService } from '../service.js'
import { usePerson } from './command.js'

const { folder: keyFolder, file: CERTIFICATE_KEY_FILE } = makeSigningKey()
const service = useOwnService({ CERTIFICATE_KEY_FILE, SEAL_COPIES: 'true', TSA: 'accounts' })
const without = useService()
const { folder, env, run } = usePerson()
const useOf = async (one: typeof without) => {
  const { clientId, secretKey } = await one.account()
  Object.assign(env, { TALLYSTICK_URL: one.url, TALLYSTICK_CLIENT_ID: clientId, TALLYSTICK_SECRET_KEY: secretKey })
}
beforeAll(() => useOf(service))
afterAll(() => rmSync(keyFolder, { recursive: true }))

const at = (name: string) => join(folder, name)
const read = (name: string) => readFileSync(at(name))

describe('tallystick stamp --copy --seal', () => {
  it('makes a sealed copy, which verifies as well as its original; a changed one does not', async () => {
    const original = samplePdf({ pages: 2 })
    writeFileSync(at('contract.pdf'), original)
    const made = await run('stamp', '--copy', '--seal', '--private', '--proof', 'contract.pdf')
    expect(made).toMatchObject({ code: 0, err: '1 proof written.\n' })
    expect(read('contract.pdf').equals(original)).toBe(true)
    const copy = read('contract.stamped.pdf')
    expect(copy.includes('/SubFilter /ETSI.CAdES.detached')).toBe(true)

    const proof = 'contract.stamped.pdf.proof.json'
    for (const [name, words] of [
      ['contract.stamped.pdf', 'begins with the original'],
      ['contract.pdf', 'This is the original, not its stamped copy'],
    ] as const)
      expect(await run('verify', name, proof)).toMatchObject({ code: 0, out: expect.stringContaining(words) })
    await run('original', 'contract.stamped.pdf', '--output', 'back.pdf')
    expect(read('back.pdf').equals(original)).toBe(true)
    copy[copy.indexOf('/Reason', original.length) + 9] = 0x58
    writeFileSync(at('changed.pdf'), copy)
    const changed = await run('verify', 'changed.pdf', proof)
    expect(changed.code).not.toBe(0)
    expect(changed.out + changed.err).toContain('changed')
  })

  it('names a signed one that gets no seal, and makes its copy', async () => {
    copyFileSync(new URL('../certificates/samples/version-2-signed.pdf', import.meta.url), at('signed.pdf'))
    const made = await run('stamp', '--copy', '--seal', '--private', 'signed.pdf')
    expect(made).toMatchObject({ code: 0, err: 'without a seal: signed.pdf: it is signed already\n' })
    expect(existsSync(at('signed.stamped.pdf'))).toBe(true)
  })

  it('is refused by a service that seals nothing, and leaves no copy', async () => {
    await useOf(without)
    writeFileSync(at('unsealed.pdf'), samplePdf())
    const made = await run('stamp', '--copy', '--seal', '--private', 'unsealed.pdf')
    const err = expect.stringContaining('This service does not seal copies.')
    expect(made).toMatchObject({ code: 4, out: '', err })
    expect(existsSync(at('unsealed.stamped.pdf'))).toBe(false)
  })

  it('is for copies alone', async () => {
    const made = await run('stamp', '--private', '--seal', 'unsealed.pdf')
    expect(made).toMatchObject({ code: 2, out: '', err: expect.stringContaining('--seal is for --copy') })
  })
})
