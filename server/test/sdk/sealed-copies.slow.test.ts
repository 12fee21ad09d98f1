import { spawnSync } from 'node:child_process'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { hashFile } from '@tallystick/sdk'
import { stampPdfCopy } from '@tallystick/sdk/copy'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { lastTimestamp } from '../../../sdk/test/last-timestamp.js'
import { samplePdf } from '../../../sdk/test/sample-pdf.js'
import { type DebianPrograms, debianPrograms, noDebian } from '../../../test/debian.js'
import { makeSigningKey } from '../../../test/signing-key.js'
import { useOwnService } from '../service.js'
import { someAccount } from './surroundings.js'

const { folder, file, certificate } = makeSigningKey()
const service = useOwnService({ CERTIFICATE_KEY_FILE: file, SEAL_COPIES: 'true', TSA: 'accounts' })
let debian: DebianPrograms | null
beforeAll(async () => {
  debian = await debianPrograms(['qpdf', 'poppler-utils', 'openssl'])
})
afterAll(() => rmSync(folder, { recursive: true }))

const samples = new URL('../certificates/samples/', import.meta.url)
const write = (name: string, bytes: Uint8Array | string) => writeFileSync(join(folder, name), bytes)
const read = (name: string) => readFileSync(join(folder, name))

/** Runs a program; returns its status and all that it prints. */
function run(program: string, ...args: string[]) {
  const { path, env } = debian as DebianPrograms
  const { status, stdout, stderr } = spawnSync(path(program), args, { env, cwd: folder, encoding: 'utf8' })
  return { status, text: stdout + stderr }
}

/** Takes the seal out of a copy, with the bytes that it covers, which end with the copy as it was then. */
function sealOf(copy: Buffer, from: number) {
  const text = copy.toString('latin1')
  const at = text.indexOf('/ETSI.CAdES.detached', from)
  const range = /\/ByteRange \[([^\]]+)\]/.exec(text.slice(at))?.[1]?.trim().split(/ +/).map(Number)
  const [start, to, rest, length] = range as [number, number, number, number]
  expect(start).toBe(0)
  const contents = Buffer.from(text.slice(to + 1, rest - 1), 'hex')
  const der = contents.subarray(0, 4 + contents.readUInt16BE(2))
  return { der, covered: Buffer.concat([copy.subarray(0, to), copy.subarray(rest, rest + length)]), end: rest + length }
}

/** Makes a sealed copy, and checks it with other programs. */
async function sealedCopy(original: Uint8Array, options: Parameters<typeof stampPdfCopy>[2] = {}): Promise<Buffer> {
  const tallystick = await someAccount(service, service)
  const made = await stampPdfCopy(tallystick, original, { isPrivate: true, seal: true, ...options })
  const { stamp, isSealed, isTimestamped } = made
  expect([isSealed, isTimestamped]).toEqual([true, true])
  const copy = Buffer.from(made.copy)
  expect(copy.subarray(0, original.length).equals(original)).toBe(true)
  write('copy.pdf', copy)
  expect(run('qpdf', '--check', 'copy.pdf').text).toContain('No syntax or stream encoding errors found')

  const { der, covered, end } = sealOf(copy, original.length)
  write('seal', der)
  write('covered', covered)
  const cms = ['-in', 'seal', '-inform', 'DER', '-content', 'covered', '-CAfile', certificate, '-out', 'verified']
  expect(run('openssl', 'cms', '-verify', '-binary', ...cms)).toMatchObject({ status: 0 })
  expect(read('verified').equals(covered)).toBe(true)
  expect(run('openssl', 'asn1parse', '-inform', 'DER', '-in', 'seal').text).toContain(`:${stamp.code}\n`)
  // The timestamp comes after all that the seal covers, and covers that.
  const { token, covered: timed } = lastTimestamp(copy)
  expect(end).toBeLessThan(timed.length)
  write('token', token)
  write('timed', timed)
  write('authority.pem', Buffer.from((await service.call('GET', '/tsa/certificates')).text))
  const asked = ['-in', 'token', '-token_in', '-data', 'timed', '-CAfile', 'authority.pem']
  expect(run('openssl', 'ts', '-verify', ...asked).text).toContain('OK')

  const { text } = run('pdfsig', '-nocert', 'copy.pdf')
  const [seal, timestamp] = text.split(/^Signature #\d:$/m).slice(-2)
  expect(seal).toMatch(/Common Name: Example Notary\n[\s\S]*ETSI\.CAdES\.detached[\s\S]*Signature is Valid/)
  expect(timestamp).toContain('Total document signed')
  expect(copy.toString('latin1')).toContain(`under the code ${stamp.code})`)
  return copy
}

/** Ways in which qpdf writes a document again, as other programs write theirs. */
const rewritten: readonly string[][] = [['--linearize'], ['--object-streams=generate'], ['--qdf'], ['--rotate=90']]

describe('a sealed copy', () => {
  it.each([
    { place: undefined, pages: 2 },
    { place: 'own page' as const, pages: 1 },
  ])('is signed by the service and timestamped, with its mark at $place', async ({ place, pages }) => {
    if (!debian) return
    await sealedCopy(samplePdf({ pages }), { mark: { name: 'Example Ltd', ...(place && { place }) } })
  })

  it.each(rewritten.map((args) => ({ args })))('of a document written by qpdf, $args', async ({ args }) => {
    if (!debian) return
    write('plain.pdf', readFileSync(new URL('version-2.pdf', samples)))
    expect(run('qpdf', 'plain.pdf', ...args, 'original.pdf').status).toBe(0)
    await sealedCopy(read('original.pdf'))
  })

  it('of a form with an empty field for a signature leaves that field to its signer', async () => {
    if (!debian) return
    const original = samplePdf({
      catalog: '/AcroForm << /Fields [11 0 R] >>',
      page: '/Annots [11 0 R]',
      objects: ['<< /Type /Annot /Subtype /Widget /FT /Sig /T (Tenant) /Rect [0 0 90 30] /F 4 /P 10 0 R >>'],
    })
    await sealedCopy(original)
    const { text } = run('pdfsig', '-nocert', 'copy.pdf')
    expect(text).toMatch(/Tenant\n.*not signed/)
  })

  it.each(['the document', 'the mark'])('shows that a byte of %s was changed', async (part) => {
    if (!debian) return
    const original = samplePdf()
    const copy = await sealedCopy(original)
    const words = part === 'the document' ? 'Original' : 'Stamped copy, sealed'
    copy[copy.indexOf(words, part === 'the document' ? 0 : original.length)] = 0x58
    write('changed.pdf', copy)
    const { text } = run('pdfsig', '-nocert', 'changed.pdf')
    expect(text).toContain('Digest Mismatch')
    expect(text).not.toContain('Signature is Valid')
  })

  it('is what its stamp is of, and its original is found by it', async () => {
    const tallystick = await someAccount(service, service)
    const original = samplePdf({ pages: 3 })
    const { copy, stamp } = await stampPdfCopy(tallystick, original, { seal: true, publicDetails: true })
    const expected = { code: stamp.code, hash: await hashFile(copy), originalDocHash: await hashFile(original) }
    expect(await tallystick.stamp(await hashFile(original))).toMatchObject(expected)
  })

  it('is none of a document that is signed: it gets a timestamp alone', async () => {
    const tallystick = await someAccount(service, service)
    const original = readFileSync(new URL('version-2-signed.pdf', samples))
    const { copy, isSealed, isTimestamped } = await stampPdfCopy(tallystick, original, { seal: true })
    expect([isSealed, isTimestamped]).toEqual([false, true])
    expect(Buffer.from(copy).toString('latin1', original.length)).not.toContain('ETSI.CAdES.detached')
  })

  it('is skipped without the programs', ({ skip }) => {
    if (!debian) skip(noDebian)
  })
})
