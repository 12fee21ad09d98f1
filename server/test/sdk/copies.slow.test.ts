import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeCopy, stampPdfCopy } from '@tallystick/sdk/copy'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { lastTimestamp } from '../../../sdk/test/last-timestamp.js'
import { samplePdf } from '../../../sdk/test/sample-pdf.js'
import { type DebianPrograms, debianPrograms, noDebian } from '../../../test/debian.js'
import { readQr } from '../certificates/pdf-reader.js'
import { useService } from '../service.js'
import { all, someAccount } from './surroundings.js'

const service = useService()
const folder = mkdtempSync(join(tmpdir(), 'tallystick-copies-'))
let debian: DebianPrograms | null
beforeAll(async () => {
  debian = await debianPrograms(['qpdf', 'poppler-utils', 'openssl'])
})
afterAll(() => rmSync(folder, { recursive: true }))

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
function written(name: string, bytes: Uint8Array): string {
  writeFileSync(join(folder, name), bytes)
  return join(folder, name)
}
function run(program: string, ...args: string[]): string {
  const { path, env } = debian as DebianPrograms
  return execFileSync(path(program), args, { env, cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
}

/** Checks, with other programs, that a copy is a sound PDF, and that the service's own authority has timestamped all of it. */
async function checkCopy(copy: Uint8Array): Promise<void> {
  written('copy.pdf', copy)
  expect(run('qpdf', '--check', 'copy.pdf')).toContain('No syntax or stream encoding errors found')
  expect(run('pdfsig', '-nocert', 'copy.pdf')).toContain('Total document signed')
  const { token, covered } = lastTimestamp(Buffer.from(copy))
  written('token', token)
  written('covered', covered)
  written('authority.pem', Buffer.from((await service.call('GET', '/tsa/certificates')).text))
  const asked = ['-in', 'token', '-token_in', '-data', 'covered', '-CAfile', 'authority.pem']
  expect(run('openssl', 'ts', '-verify', ...asked)).toContain('OK')
}

describe('a stamped copy of a PDF', () => {
  it('shows the code of its stamp, is timestamped by the service, and names its original', async ({ skip }) => {
    if (!debian) skip(noDebian)
    const tallystick = await someAccount(service, service)
    const original = samplePdf({ pages: 2 })
    const kept: Uint8Array[] = []
    const options = { mark: { name: 'Example Ltd', language: 'DE' }, isPrivate: true } as const
    const onCopy = async (copy: Uint8Array) => {
      // Before there is a stamp.
      expect(await all(tallystick.stamps({ isEsign: true }))).toEqual([])
      kept.push(copy)
    }
    const made = await stampPdfCopy(tallystick, written('lease.pdf', original), { ...options, onCopy })
    const { copy, stamp, isTimestamped } = made
    expect([isTimestamped, kept]).toEqual([true, [copy]])
    expect(Buffer.from(original).equals(copy.subarray(0, original.length))).toBe(true)
    await checkCopy(copy)
    const text = run('pdftotext', '-f', '2', '-l', '2', 'copy.pdf', '-')
    for (const words of [
      'Original',
      'Gestempelte Kopie',
      'Example Ltd',
      `${stamp.code.slice(0, 5)} ${stamp.code.slice(5)}`,
    ])
      expect(text).toContain(words)
    expect(Buffer.from(copy).toString('latin1')).toContain(`/s/${stamp.code})`)
    const recorded = { code: stamp.code, hash: sha256(copy), isEsign: true, originalDocHash: sha256(original) }
    expect(await tallystick.stamp(sha256(original))).toMatchObject({
      ...recorded,
      filename: 'lease.pdf',
      isPrivate: true,
    })
    const inProof = { hash: sha256(copy), details: { isEsign: true, originalDocHash: sha256(original) } }
    expect(await tallystick.proof(stamp.code)).toMatchObject(inProof)
  })

  it.each([
    { dpi: 150, rotation: 0 },
    { dpi: 300, rotation: 0 },
    { dpi: 150, rotation: 90 },
  ])('printed with $dpi dots an inch, on a page turned by $rotation, leads to its page', async ({ dpi, rotation }) => {
    const code = 'R7K2M4TQ9X'
    // As long as addresses are.
    const url = `https://notary.subsidiary.example.com/s/${code}`
    const copy = await makeCopy(samplePdf({ rotation }), { code, url, date: new Date() })
    expect(await readQr(copy, dpi)).toBe(url)
  })

  it('of a signed one has no mark, and the signature stays valid', async ({ skip }) => {
    if (!debian) skip(noDebian)
    const tallystick = await someAccount(service, service)
    const original = readFileSync(new URL('../certificates/samples/version-2-signed.pdf', import.meta.url))
    const { copy, stamp } = await stampPdfCopy(tallystick, original, { filename: 'signed.pdf' })
    await checkCopy(copy)
    expect(run('pdfsig', '-nocert', 'copy.pdf')).toContain('Signature is Valid')
    expect(Buffer.from(copy).subarray(original.length).toString('latin1')).not.toContain(stamp.code)
  })

  it('is refused where a seal is wanted that the service does not offer, and nothing is stamped', async () => {
    const tallystick = await someAccount(service, service)
    const made = stampPdfCopy(tallystick, samplePdf(), { seal: true })
    await expect(made).rejects.toMatchObject({ name: 'ServiceError', code: 'seal_off' })
    expect(await all(tallystick.stamps())).toEqual([])
  })

  it('is refused of what none can be made of, before anything is asked for', async () => {
    const asked: string[] = []
    const onRequest = ({ url }: Request) => void asked.push(url)
    const tallystick = await someAccount(service, service, { onRequest })
    const endless = async function* () {
      for (;;) yield new Uint8Array(1 << 24)
    }
    for (const [source, code] of [
      [Buffer.from('PK'), 'not_a_pdf'],
      [samplePdf({ pages: 0 }), 'no_pages'],
      [endless(), 'too_large'],
    ] as const)
      await expect(stampPdfCopy(tallystick, source)).rejects.toMatchObject({ name: 'CopyError', code })
    expect(asked).toEqual([])
  })
})
