import { createHash } from 'node:crypto'
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { type ManifestDocument, withManifestChecksum } from '@tallystick/proof'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { type Anvil, startAnvil } from '../../proof/test/anvil.js'
import { anchored, deployNotary, manifestOf, submit } from '../../sdk/test/anchored.js'
import { computingMs } from '../../test/computing.js'
import { sized } from '../../test/tier.js'
import { type VerifyFlags, verifyCommand } from '../src/verify/verify.js'

const vectors: Record<string, ManifestDocument> = JSON.parse(
  readFileSync(new URL('../../proof/vectors/manifests-valid.json', import.meta.url), 'utf8'),
)
const manifest = vectors['four batches in two blocks']!
const home = mkdtempSync(join(tmpdir(), 'tallystick-folder-'))
const folder = join(home, 'folder')
const manifestFile = join(home, 'manifest.json')

afterAll(() => {
  rmSync(home, { recursive: true, force: true })
})

function put(path: string, data: string | Uint8Array = `tallystick vectors: ${path}\n`): string {
  const file = join(folder, path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, data)
  return file
}

/** Recreates the folder of a manifest of the vectors. */
function make(document: ManifestDocument = manifest): void {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder)
  for (const { path } of document.files) put(path)
  writeFileSync(manifestFile, JSON.stringify(document))
}

async function verify(flags: VerifyFlags = {}, from = manifestFile, what = folder) {
  let out = ''
  const code = await verifyCommand(what, from, flags, (text) => {
    out += text
  })
  return { code, out }
}

beforeEach(() => {
  make()
})

describe('a folder that matches its manifest', () => {
  test('is consistent offline, nested, with names in any script', async () => {
    const asked = vi.spyOn(globalThis, 'fetch')
    const { code, out } = await verify()
    expect(code).toBe(3)
    expect(out.split('\n').slice(0, 2)).toEqual([
      'CONSISTENT: the 9 files of “Verträge” fit this manifest. The 2 blocks have not all been compared with the network yet.',
      `${folder} contains all 9 files of the manifest and no others.`,
    ])
    expect(out).toContain('9 of 9 files match')
    expect(out).toContain('has not been compared with the network')
    expect(out).toContain('These are claims.')
    expect(asked).not.toHaveBeenCalled()
    asked.mockRestore()
  })

  test.each(Object.entries(vectors))('is judged by the state of the anchors: %s', async (_, document) => {
    make(document)
    const { code, out } = await verify()
    const reason =
      document.files.length === 0
        ? 'Nothing is proven'
        : document.blocks.length === 0
          ? 'not in a block yet'
          : 'been compared with the network yet'
    expect([code, out.split('\n')[0]]).toEqual([3, expect.stringMatching(`^CONSISTENT: .*${reason}`)])
  })

  test('may contain the manifest itself and empty folders', async () => {
    mkdirSync(join(folder, 'nothing/inside'), { recursive: true })
    expect((await verify({}, put('manifest.json', JSON.stringify(manifest)))).code).toBe(3)
    expect((await verify({}, manifestFile)).out).toMatch(/extra +manifest\.json: \d+ bytes, not in the manifest/)
  })

  test('may spell names as another file system does', async () => {
    renameSync(join(folder, 'Übersicht.txt'), join(folder, 'U\u0308BERSICHT.TXT'))
    renameSync(join(folder, 'b/c'), join(folder, 'b/C'))
    const { code, out } = await verify()
    expect(code).toBe(3)
    expect(out).toContain('b/c/deep.txt is spelled b/C/deep.txt here')
    expect(out).toContain('Übersicht.txt is spelled U\u0308BERSICHT.TXT here')
  })

  test('may contain files the operating system created, which are listed separately', async () => {
    const left = ['.DS_Store', '._a.txt', 'b/.DS_Store', 'b/._c', 'b/Thumbs.db', 'b/c/Desktop.ini', '._.DS_Store']
    for (const path of left) put(path, `left at ${path}`)
    const { code, out } = await verify()
    expect(out.split('\n')[1]).toMatch(
      / all 9 files of the manifest and no others, except 7 created by the operating system\.$/,
    )
    expect(out.split('Created by the operating system, not part of the folder\n')[1]?.split('\n\n')[0]).toBe(
      left
        .sort()
        .map((path) => `  ${path}`)
        .join('\n'),
    )
    expect(code).toBe(3)
    const { files } = JSON.parse((await verify({ json: true })).out)
    expect(files).toMatchObject({ equal: 9, problems: [], leftBySystem: left })
  })

  test('is reported as JSON with --json', async () => {
    const { code, out } = await verify({ json: true })
    expect(code).toBe(3)
    expect(JSON.parse(out)).toMatchObject({
      folder,
      outcome: 'consistent',
      sources: [],
      caveats: [{ code: 'not-compared' }, { code: 'private-chain' }, { code: 'claims' }, { code: 'list' }],
      files: { inManifest: 9, equal: 9, problems: [], respelled: [], leftBySystem: [] },
      manifest: { folder: { name: 'Verträge' } },
    })
  })
})

describe('a folder that differs is refused for', () => {
  const refused = async (line: RegExp, summary: string) => {
    const { code, out } = await verify()
    expect(out.split('\n')[0]).toBe(`REFUSED: the folder differs from its manifest: ${summary}.`)
    expect(out).toMatch(line)
    expect(code).toBe(1)
    expect(out).not.toContain('To know')
  }

  test('a changed byte', async () => {
    put('b/c/deep.txt', 'tallystick vectors: b/c/deep.txt\r')
    await refused(/changed +b\/c\/deep\.txt: 33 bytes, SHA-256 [0-9a-f]{64} instead of [0-9a-f]{64}/, '1 changed')
  })

  test('an emptied file', async () => {
    put('a.txt', '')
    await refused(/changed +a\.txt: 0 bytes instead of 26, /, '1 changed')
  })

  test('a missing file, and one replaced by a folder', async () => {
    unlinkSync(join(folder, 'a.txt'))
    unlinkSync(join(folder, 'b.txt'))
    mkdirSync(join(folder, 'b.txt'))
    await refused(/missing +a\.txt: 26 bytes, not in the folder\n +missing +b\.txt/, '2 missing')
  })

  test('extra files, including hidden and empty ones', async () => {
    put('b/.hidden', '')
    put('.git/config', 'x')
    await refused(/extra +\.git\/config: 1 byte,.*\n +extra +b\/\.hidden: 0 bytes, not in the manifest/, '2 extra')
  })

  test('names similar to system files, and system names of folders and links', async () => {
    for (const path of ['._orphan', 'DS_Store', 'Thumbs.db/x', '.DS_Store.txt', '._']) put(path, path)
    symlinkSync('a.txt', join(folder, '.DS_Store'))
    await refused(/extra +\._orphan: /, '5 extra, 1 symbolic links')
  })

  test('a missing file whose content has the name of a system file', async () => {
    renameSync(join(folder, 'a.txt'), join(folder, 'Thumbs.db'))
    await refused(/moved +a\.txt: its content is at Thumbs\.db/, '1 renamed or moved')
  })

  test('a renamed file, and two that were swapped', async () => {
    renameSync(join(folder, 'a.txt'), join(folder, 'c.txt'))
    renameSync(join(folder, 'Z.txt'), join(folder, 'swap'))
    renameSync(join(folder, 'b.txt'), join(folder, 'Z.txt'))
    renameSync(join(folder, 'swap'), join(folder, 'b.txt'))
    await refused(/moved +a\.txt: its content is at c\.txt/, '2 changed, 1 renamed or moved')
  })

  test('links, even circular ones, without following them', async () => {
    symlinkSync('..', join(folder, 'b/circle'))
    unlinkSync(join(folder, 'a.txt'))
    symlinkSync('b/a.txt', join(folder, 'a.txt'))
    symlinkSync('nowhere', join(folder, 'dangling'))
    await refused(/link +a\.txt: a symbolic link, not followed/, '3 symbolic links')
  })

  test.runIf(process.platform === 'linux')('a name that is not UTF-8', async () => {
    writeFileSync(Buffer.concat([Buffer.from(`${folder}/a`), Buffer.of(0xff), Buffer.from('b')]), 'x')
    const { code, out } = await verify()
    expect([code, out.split('\n')[0]]).toEqual([
      2,
      expect.stringMatching(/^INCOMPLETE: not everything in the folder could be read: 1 unreadable\.$/),
    ])
    expect(out).toContain('cannot be read: its name is not in UTF-8')
  })

  test('several differences at once, as JSON', async () => {
    put('a.txt', 'x')
    put('new')
    unlinkSync(join(folder, 'Z.txt'))
    const { code, out } = await verify({ json: true })
    expect(code).toBe(1)
    expect(JSON.parse(out)).toMatchObject({
      outcome: 'refused',
      failure: { code: 'folder', check: 'files' },
      files: {
        equal: 7,
        problems: [
          { path: 'Z.txt', problem: 'missing' },
          { path: 'a.txt', problem: 'changed' },
          { path: 'new', problem: 'extra' },
        ],
      },
      sources: [],
      caveats: [],
    })
  })

  test('an extra file, without printing control characters of its name', async () => {
    put('a\u001b[2J\u202eb', 'x')
    const { out } = await verify()
    for (const character of ['\u001b', '\u202e']) expect(out).not.toContain(character)
  })
})

describe('a manifest', () => {
  const refuses = async (text: string, reason: RegExp) => {
    writeFileSync(manifestFile, text)
    const { code, out } = await verify()
    expect([code, out.split('\n')[0]]).toEqual([1, expect.stringMatching(reason)])
  }
  const file = (changes: object) => ({
    ...manifest,
    files: manifest.files.map((each, i) => (i === 0 ? { ...each, ...changes } : each)),
  })

  test('is refused when damaged', async () => {
    const text = JSON.stringify(manifest)
    await refuses(text.slice(0, 500), /^REFUSED: .*the proof is not JSON/)
    await refuses('[]', /^REFUSED: /)
    await refuses(text.replace('Verträge', 'Vertraege'), /^REFUSED: .*the manifest was changed: its checksum/)
    await refuses(
      text.replace('tallystick-manifest', 'tallystick-manifesto'),
      /^REFUSED: .*this is neither a Tallystick proof nor a manifest/,
    )
  })

  test('with a wrong size does not match', async () => {
    writeFileSync(manifestFile, JSON.stringify(withManifestChecksum(file({ size: 7 }))))
    expect((await verify()).out).toMatch(/changed +Z\.txt: 26 bytes instead of 7: the size in the manifest is wrong/)
  })

  test('forged for a changed file is refused, even with a new checksum', async () => {
    const content = 'other'
    put('Z.txt', content)
    const hash = createHash('sha256').update(content).digest('hex')
    await refuses(
      JSON.stringify(withManifestChecksum(file({ hash, size: 5 }))),
      /^REFUSED: .*Z\.txt.* do not lead to the root/,
    )
  })

  test.each(['../outside.txt', '/outside.txt', 'b/../../outside.txt', '..\\outside.txt', 'C:/outside', 'a\0b', 'b//x'])(
    'is refused when the path %j leads out of the folder',
    async (path) => {
      writeFileSync(join(home, 'outside.txt'), 'tallystick vectors: Z.txt\n')
      const files = [file({ path }).files[0]!, ...manifest.files.slice(1)]
      files.sort((a, b) => (a.path < b.path ? -1 : 1))
      await refuses(JSON.stringify(withManifestChecksum({ ...manifest, files })), /^REFUSED: .*files\[\d\]\.path /)
    },
  )

  test('verifies a single file, found by its content', async () => {
    const copy = join(home, 'a.txt')
    writeFileSync(copy, readFileSync(join(folder, 'b/c/deep.txt')))
    const { code, out } = await verify({}, manifestFile, copy)
    expect(code).toBe(3)
    expect(out).toMatch(
      /^CONSISTENT: .*a\.txt fits this proof\. Block 4711 of the private chain with the number 31337 has not been compared/,
    )
    const { blockHash } = manifest.blocks[0]!
    const trusted = await verify({ blockHash }, manifestFile, copy)
    expect([trusted.code, trusted.out.split('\n')[0]]).toEqual([
      3,
      expect.stringMatching(/^STATED: .*a\.txt existed not later than 2026-09-21 14:13:20 UTC, by the word/),
    ])
    const { out: json } = await verify({ json: true }, manifestFile, copy)
    expect(JSON.parse(json)).toMatchObject({ outcome: 'consistent', proof: { kind: 'file' } })
    writeFileSync(copy, 'other')
    const other = await verify({}, manifestFile, copy)
    expect([other.code, other.out.split('\n')[0]]).toEqual([
      1,
      expect.stringMatching(/^REFUSED: .*the manifest lists no/),
    ])
    writeFileSync(manifestFile, JSON.stringify({ ...manifest, issuedAt: '2026-01-01T00:00:00.000Z' }))
    expect((await verify({}, manifestFile, copy)).out).toMatch(/^REFUSED: .*the manifest was changed/)
  })
})

test('thousands of files in nested folders are compared in a time that grows with their number', async () => {
  const [few, many] = sized({ short: [150, 1500], long: [1000, 10_000] })
  const write = (from: number, to: number) => {
    for (let i = from; i < to; i++) {
      if (i % 100 === 0) mkdirSync(join(folder, `many/${i / 100}`), { recursive: true })
      writeFileSync(join(folder, `many/${Math.floor(i / 100)}/${i}`), `${i}`)
    }
  }
  write(0, few)
  await verify()
  const fewMs = await computingMs(() => verify())
  write(few, many)
  let verdict = { code: 0, out: '' }
  const manyMs = await computingMs(async () => {
    verdict = await verify()
  }, 2)
  const extra = `${many.toLocaleString('en')} extra`
  expect([verdict.code, verdict.out.split('\n')[0]]).toEqual([1, expect.stringContaining(extra)])
  // Ten times as many files: a hundred times as long, if each were compared with each.
  expect(manyMs / fewMs).toBeLessThan(30)
})

describe('with a node', () => {
  let anvil: Anvil
  let contract: string
  let real: ManifestDocument

  beforeAll(async () => {
    anvil = await startAnvil('cancun')
    contract = await deployNotary(anvil)
    const proofs = []
    for (const path of ['a.txt', 'b/a.txt']) {
      const digest = createHash('sha256').update(`tallystick vectors: ${path}\n`).digest('hex')
      proofs.push({ path, size: 21 + path.length, proof: await anchored(anvil, contract, digest) })
    }
    const late = createHash('sha256').update('tallystick vectors: c.txt\n').digest()
    real = manifestOf(proofs)
    withLate = manifestOf([...proofs, { path: 'c.txt', size: 26, proof: await submit(anvil, contract, late) }])
  })
  afterAll(() => anvil?.stop())
  let withLate: ManifestDocument

  test('has its blocks stated by the operator of their private chain', async () => {
    make(real)
    const { code, out } = await verify({ rpc: [anvil.url] })
    expect(out).toMatch(
      /^STATED: the 2 files of .* existed not later than .*, by the word of the operator .* compared with the node at 127\.0\.0\.1:\d+\.\n/,
    )
    expect(out).toMatch(
      /ok {4}network {6}127\.0\.0\.1:\d+: block \d+ of the private chain with the number 31337 has this hash.* \(and 1 more\)/,
    )
    expect(out).toContain('is only as trustworthy as its operator')
    expect(out).not.toContain('has not been compared')
    expect(code).toBe(3)
  })

  test('reports files that are not in a block yet', async () => {
    make(withLate)
    for (const flags of [{}, { rpc: [anvil.url] }]) {
      const { code, out } = await verify(flags)
      expect([code, out.split('\n')[0]]).toEqual([
        3,
        expect.stringMatching(/^CONSISTENT: .*The transactions of 1 of 3 files are not in a block yet/),
      ])
    }
  })

  test('does not confirm blocks that the node does not know', async () => {
    make(manifest)
    const { code, out } = await verify({ rpc: [anvil.url] })
    expect([code, out]).toEqual([
      3,
      expect.stringMatching(/Block 4711 of the private chain with the number 31337 is unknown to 127/),
    ])
    await expect(verify({ rpc: ['http://127.0.0.1:9'] })).rejects.toThrow('does not answer')
  })
})
