import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, test } from 'vitest'
import { blocksOf } from '../../test/blocks.js'
import { noDebian } from '../../test/debian.js'
import { findPython } from '../../test/python.js'
import { sha256, utf8 } from '../src/encoding/hash.js'
import { toHex } from '../src/encoding/to-hex.js'
import { type ProofDocument, withChecksum } from '../src/format.js'
import type { ManifestDocument } from '../src/manifest/document.js'
import { vectorCopy } from './vectors/stamped-copy.js'

const read = <T>(name: string): Record<string, T> =>
  JSON.parse(readFileSync(new URL(`../vectors/${name}`, import.meta.url), 'utf8'))
const command = fileURLToPath(new URL('../python/tallystick_verify.py', import.meta.url))
const python = await findPython()
const folder = mkdtempSync(join(tmpdir(), 'tallystick-python-'))
afterAll(() => rmSync(folder, { recursive: true }))

function write(name: string, content: string): string {
  const path = join(folder, name)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, content)
  return path
}

/** Without the packages that are installed: the standard library has to do. */
function verify(...args: string[]) {
  const { status, stdout, stderr } = spawnSync(python!, ['-B', '-S', '-E', command, ...args], { encoding: 'utf8' })
  return { status, stdout, stderr }
}

describe.skipIf(python === null)(`the command in Python (${noDebian})`, () => {
  const manifest = read<ManifestDocument>('manifests-valid.json')['one batch, all leaves']!
  const list = write('manifest.json', JSON.stringify(manifest))
  for (const { path } of manifest.files) write(`files/${path}`, `tallystick vectors: ${path}\n`)
  const [hash] = manifest.blocks.map(({ blockHash }) => blockHash)

  test('states a folder of a private chain by the hash of its block', () => {
    const { status, stdout } = verify(
      join(folder, 'files'),
      list,
      '--block-hash',
      hash!.toUpperCase().replace('X', 'x'),
    )
    expect([status, stdout]).toEqual([
      3,
      expect.stringMatching(/^STATED: the \d+ files of .* private chain .* compared with the block hash you gave\.\n/),
    ])
  })

  test('calls evidence consistent when nothing vouches for it', () => {
    const { status, stdout } = verify(join(folder, 'files'), list)
    expect([status, stdout]).toEqual([
      3,
      expect.stringMatching(/^CONSISTENT: .* has not been compared with the network yet\.\n/),
    ])
    expect(stdout).toContain(hash)
  })

  test('finds one file of a manifest by its content', () => {
    expect(verify(join(folder, 'files', manifest.files[0]!.path), list).status).toBe(3)
    const { status, stdout } = verify(write('other.txt', 'other'), list, '--json')
    expect([status, JSON.parse(stdout)]).toMatchObject([1, { outcome: 'refused', failure: { check: 'files' } }])
  })

  test('refuses a folder in which a file was changed or is missing', () => {
    const changed = write('changed/x', '').slice(0, -2)
    for (const { path } of manifest.files) write(`changed/${path}`, 'changed')
    for (const path of [changed, folder]) {
      expect(verify(path, list)).toMatchObject({
        status: 1,
        stdout: expect.stringMatching(/^REFUSED: .*\d (changed|missing)/),
      })
    }
  })

  test('refuses a file that is not the one proven', () => {
    const proof = read<ProofDocument>('proofs-valid.json')['content of a file']!
    const file = write('a.txt', 'a')
    expect(verify(file, write('proof.json', JSON.stringify(proof)))).toMatchObject({
      status: 1,
      stdout: expect.stringMatching(/^REFUSED: the file was changed, or .*\n {2}check digest: /),
    })
    const own = JSON.stringify(withChecksum({ ...proof, hash: toHex(sha256(utf8('a'))) }))
    expect(verify(file, write('own.json', own))).toMatchObject({
      status: 1,
      stdout: expect.stringMatching(/check tree/),
    })
  })

  test('says of a changed copy what is proven about the original in it, and of that alone', () => {
    const { copy } = vectorCopy
    const changed = write('changed.pdf', `${Buffer.from(copy)}more`)
    const proof = read<ProofDocument>('proofs-valid.json')['stamped copy']!
    const { status, stdout } = verify(changed, write('copy.json', JSON.stringify(proof)))
    expect([status, stdout]).toEqual([1, expect.stringMatching(/^REFUSED: the stamped copy was changed: /)])
    expect(stdout).toContain('CONSISTENT: the original in it fits this proof.')
    expect(stdout).not.toContain('this file')
  })

  test('works as a module, as its README shows', () => {
    const content = 'an agreement'
    const proof = read<ProofDocument>('proofs-valid.json')['content of a file']!
    write('agreement.txt', content)
    write('proof.json', JSON.stringify(withChecksum({ ...proof, hash: toHex(sha256(utf8(content))) })))
    const [example = ''] = blocksOf('proof/python/README.md', 'python')
    const env = { ...process.env, PYTHONPATH: dirname(command) }
    const { stdout } = spawnSync(python!, ['-B', '-S', '-c', example], { cwd: folder, env, encoding: 'utf8' })
    expect(stdout).toMatch(/^refused \{'check': 'tree', 'code': 'root'/)
  })

  test('distinguishes wrong usage from a refusal', () => {
    const missing = join(folder, 'missing')
    for (const args of [[], [missing], [missing, list], [folder, missing], [folder, list, '--block-hash', '0x1']]) {
      expect([args, verify(...args).status]).toEqual([args, 2])
    }
    expect(verify(folder, write('words.json', 'words')).status).toBe(1)
  })
})
