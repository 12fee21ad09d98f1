import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { originalLength } from '@tallystick/proof'
import { type CopyOptions, makeCopy } from '@tallystick/sdk/copy'
import { expect } from 'vitest'
import { type DebianPrograms, debianPrograms } from '../../test/debian.js'
import { type IssuedCertificate, TestAuthority } from '../../test/timestamp-authority.js'
import { timestampQuery, timestampTokenOf } from '../src/copy/timestamp.js'
import { lastTimestamp } from './last-timestamp.js'

const code = 'R7K2M4TQ9X'

/** Contents of the mark of all copies here. */
export const markOptions = {
  code,
  url: `https://notary.example/s/${code}`,
  date: new Date('2026-11-26T12:00:00Z'),
  name: 'Größ & Söhne',
  language: 'DE',
} as const

const markWords = ['Gestempelte Kopie', 'R7K2M 4TQ9X', '26. November 2026', 'Größ & Söhne']

/** Makes copies, and has other programs read them: qpdf, Poppler and OpenSSL. */
export class CopyOracles {
  private readonly folder = mkdtempSync(join(tmpdir(), 'tallystick-copies-'))
  private readonly authority: TestAuthority
  private readonly signer: IssuedCertificate
  private readonly debian: DebianPrograms

  private constructor(debian: DebianPrograms) {
    this.debian = debian
    this.authority = new TestAuthority(debian)
    this.signer = this.authority.issue('Authority')
  }

  /** @returns null without apt */
  static async open(): Promise<CopyOracles | null> {
    const debian = await debianPrograms(['qpdf', 'poppler-utils', 'openssl'])
    return debian && new CopyOracles(debian)
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true })
    this.authority.remove()
  }

  path(name: string): string {
    return join(this.folder, name)
  }

  /** Writes a file, for the programs. */
  write(name: string, bytes: Uint8Array): void {
    writeFileSync(this.path(name), bytes)
  }

  read(name: string): Buffer {
    return readFileSync(this.path(name))
  }

  /** Runs a program; returns what it prints. @throws Error when it fails */
  run(program: string, ...args: string[]): string {
    const { status, text, problems } = this.try(program, ...args)
    if (status !== 0) throw new Error(`${program} ${args.join(' ')}: ${problems}`)
    return text
  }

  private try(program: string, ...args: string[]): { status: number | null; text: string; problems: string } {
    const { path, env } = this.debian
    const options = { env, cwd: this.folder, encoding: 'utf8', maxBuffer: 2 ** 28 } as const
    const { status, stdout, stderr } = spawnSync(path(program), args, options)
    return { status, text: stdout, problems: stderr }
  }

  /** Signs bytes as PDF has it: CMS (DER), without the bytes. */
  sign(bytes: Uint8Array): Buffer {
    const { certificate, key } = this.authority.issue('Signer', { purpose: '' })
    this.write('signed', bytes)
    const signer = ['-signer', certificate, '-inkey', key, '-md', 'sha256']
    this.run('openssl', 'cms', '-sign', '-binary', '-in', 'signed', ...signer, '-outform', 'DER', '-out', 'signature')
    return this.read('signature')
  }

  /** Makes a copy with a timestamp, and checks everything that holds for every copy. @throws {CopyError} */
  async copy(original: Uint8Array, more: Partial<CopyOptions> = {}): Promise<Buffer> {
    const timestamp = async (digest: Uint8Array) =>
      timestampTokenOf(this.authority.reply(timestampQuery(digest), this.signer))
    const copy = Buffer.from(await makeCopy(original, { ...markOptions, timestamp, ...more }))
    this.write('original.pdf', original)
    this.write('copy.pdf', copy)
    const length = originalLength(copy, copy.length)
    expect(length).toBe(original.length)
    expect(sha256(copy.subarray(0, length))).toBe(sha256(original))
    // 0: sound; 3: with warnings, which damage in the original causes, too.
    const [before, after] = ['original.pdf', 'copy.pdf'].map((name) => this.try('qpdf', '--check', name).status)
    expect(after).toBeLessThanOrEqual(before as number)
    this.checkTimestamp(copy)
    this.checkSignatures()
    this.checkText()
    return copy
  }

  /** Compares the last timestamp with the bytes that it covers. */
  private checkTimestamp(copy: Buffer): void {
    const { token, covered } = lastTimestamp(copy)
    this.write('token', token)
    this.write('covered', covered)
    const asked = ['-in', 'token', '-token_in', '-data', 'covered', '-CAfile', this.authority.root.certificate]
    expect(this.run('openssl', 'ts', '-verify', ...asked)).toContain('OK')
  }

  /** The timestamp is listed, after the signatures of the original, which are as valid as they were. */
  private checkSignatures(): void {
    const [before, after] = ['original.pdf', 'copy.pdf'].map((name) => {
      const { text } = this.try('pdfsig', '-nocert', name)
      return [...text.matchAll(/Signature Validation: (.*)/g)].map(([, verdict]) => verdict)
    }) as [string[], string[]]
    expect(after.slice(0, -1)).toEqual(before)
    expect(this.run('pdfsig', '-nocert', 'copy.pdf')).toContain('Total document signed')
  }

  /** The text is the original's, and the words of the mark where there is one. */
  private checkText(): void {
    const [before, after] = ['original.pdf', 'copy.pdf'].map((name) =>
      words(this.run('pdftotext', '-raw', '-nopgbrk', name, '-')),
    ) as [string, string]
    if (before === after) expect(this.run('pdfsig', '-nocert', 'original.pdf')).toContain('Signature #1')
    else expect(words(markWords.reduce(withoutLast, after))).toBe(before)
  }
}

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const words = (text: string) => text.replace(/\s+/g, ' ').trim()

function withoutLast(text: string, part: string): string {
  const at = text.lastIndexOf(part)
  expect(at, `"${part}" in ${text.slice(-200)}`).toBeGreaterThanOrEqual(0)
  return text.slice(0, at) + text.slice(at + part.length)
}
