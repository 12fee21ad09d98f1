import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { readHashes } from '../src/stamps/hash-list.js'

const folder = mkdtempSync(join(tmpdir(), 'tallystick-list-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function read(list: string | Uint8Array): Promise<[name: string, hash: string][]> {
  const path = join(folder, 'list')
  writeFileSync(path, list)
  const found: [string, string][] = []
  for await (const { filename, hash } of readHashes(path)) found.push([filename, hash])
  return found
}

const a = 'a1'.repeat(32)
const b = 'B2'.repeat(32)
const long = 'c3'.repeat(64)
const utf16 = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le')
const swapped = (text: string) => utf16(text).swap16()

const table = `
Algorithm       Hash                                                                   Path
---------       ----                                                                   ----
SHA256          ${b}       C:\\Users\\Ada\\My plan.pdf
SHA512          ${long} C:\\b.txt

`.replaceAll('\n', '\r\n')
const properties = `

Algorithm : SHA256
Hash      : ${b}
Path      : C:\\Users\\Ada\\a long name that
            goes on.pdf

Algorithm : SHA256
Hash      : ${a}
Path      : C:\\b.txt

`.replaceAll('\n', '\r\n')
const csv = `#TYPE Microsoft.PowerShell.Commands.FileHash
"Algorithm","Hash","Path"
"SHA256","${b}","C:\\Users\\Ada\\one, two ""three"".pdf"
`.replaceAll('\n', '\r\n')
const windows: [string, string][] = [
  ['My plan.pdf', b],
  ['b.txt', long],
]

describe('a list of hashes', () => {
  it.each<[string, string | Uint8Array, [string, string][]]>([
    [
      'sha256sum',
      `${a}  a b.txt\n${b} *c.txt\n`,
      [
        ['a b.txt', a],
        ['c.txt', b],
      ],
    ],
    ['sha256sum, with escapes', `\\${a}  back\\\\slash\n`, [['back\\slash', a]]],
    [
      'sha256sum -z',
      `${a}  two\nlines\0${b}  \\n.txt\0`,
      [
        ['two\ufffdlines', a],
        ['\\n.txt', b],
      ],
    ],
    [
      'shasum, BSD',
      `SHA256 (a (1).txt) = ${a}\nSHA512 (b) = ${long}\n`,
      [
        ['a (1).txt', a],
        ['b', long],
      ],
    ],
    [
      'openssl dgst',
      `SHA256(a.txt)= ${a}\nSHA2-512(b c.txt)= ${long}\n`,
      [
        ['a.txt', a],
        ['b c.txt', long],
      ],
    ],
    ['openssl dgst -r', `${a} *a.txt\n`, [['a.txt', a]]],
    [
      'JSON, as this command writes it',
      `{"file":"x","hash":"${a}"}\n{"hash":"${b}","filename":"y"}`,
      [
        ['x', a],
        ['y', b],
      ],
    ],
    [
      'hashes alone',
      `${a}\r\n\r\n# of today\n0x${b}`,
      [
        [a, a],
        [`0x${b}`, `0x${b}`],
      ],
    ],
    ['Get-FileHash, a table', table, windows],
    ['Get-FileHash, in UTF-16', utf16(table), windows],
    ['Get-FileHash, in UTF-16 the other way round', swapped(table), windows],
    [
      'Get-FileHash, properties',
      properties,
      [
        ['a long name thatgoes on.pdf', b],
        ['b.txt', a],
      ],
    ],
    ['Get-FileHash, CSV', csv, [['one, two "three".pdf', b]]],
    ['Get-FileHash, CSV in German', `"Algorithm";"Hash";"Path"\n"SHA256";"${b}";"C:\\x"\n`, [['x', b]]],
    [
      'certutil',
      `SHA256 hash of C:\\Ada\\a b.txt:\r\n${a}\r\nCertUtil: -hashfile command completed successfully.\r\n`,
      [['a b.txt', a]],
    ],
    [
      'certutil, older, in German',
      `SHA256-Hash von Datei a.txt:\r\n${a.match(/../g)?.join(' ')}\r\nCertUtil: -hashfile-Befehl wurde erfolgreich ausgeführt.`,
      [['a.txt', a]],
    ],
    ['UTF-8 with a mark', `\ufeff${a}  ä\n`, [['ä', a]]],
    ['nothing', '', []],
  ])('of %s is read', async (_, list, expected) => {
    expect(await read(list)).toEqual(expected)
  })

  it.each([
    [`${a}  x\nabc\n`, 'line 2 has no hash'],
    [`${a}  x\0abc\0`, 'record 2 has no hash'],
    [`${a}  x\n${b}  y\0${b}  z\0`, 'record 1 has no hash'],
    [`MD5 (x) = ${'a1'.repeat(16)}\n`, 'line 1 has no hash'],
    [`SHA256 hash of x:\nabc\n`, 'line 2 has no hash'],
    [`SHA256 hash of x:\n`, 'line 2 has no hash'],
    [`"Hash","Path"\n"abc","x"\n`, 'line 2 has no hash'],
    [`Algorithm : SHA1\nHash      : ${'a1'.repeat(20)}\n`, 'line 2 has no hash'],
  ])('%j is refused: %s', async (list, message) => {
    await expect(read(list)).rejects.toThrow(message)
  })
})
