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
import { BlockTable, type ManifestDocument, withManifestChecksum } from '@tallystick/proof'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { type Anvil, startAnvil } from '../../proof/test/anvil.js'
import { verifyCommand } from '../src/command/verify.js'
import { anchored, deployNotary, submit } from './anchored.js'

vi.setConfig({ testTimeout: 30_000 })

const vectors: Record<string, ManifestDocument> = JSON.parse(
  readFileSync(new URL('../../proof/vectors/manifests-valid.json', import.meta.url), 'utf8'),
)
const manifest = vectors['four batches in two blocks']!
const place = mkdtempSync(join(tmpdir(), 'tallystick-folder-'))
const folder = join(place, 'folder')
const manifestFile = join(place, 'manifest.json')

afterAll(() => {
  rmSync(place, { recursive: true, force: true })
})

function put(path: string, data: string | Uint8Array = `tallystick vectors: ${path}\n`): string {
  const file = join(folder, path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, data)
  return file
}

/** The folder of the vectors, anew. */
function make(document: ManifestDocument = manifest): void {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder)
  for (const { path } of document.files) put(path)
  writeFileSync(manifestFile, JSON.stringify(document))
}

async function verify(flags: { rpc?: string; json?: boolean } = {}, from = manifestFile, what = folder) {
  let out = ''
  const code = await verifyCommand(what, from, flags, (text) => {
    out += text
  })
  return { code, out }
}

beforeEach(() => {
  make()
})

describe('a folder that is as its manifest says', () => {
  test('is verified, nested, with names of any script, offline', async () => {
    const asked = vi.spyOn(globalThis, 'fetch')
    const { code, out } = await verify()
    expect(code).toBe(0)
    expect(out.split('\n')[0]).toBe(
      `VERIFIED: ${folder} holds all 9 files of the manifest of "Verträge" and no others; they existed at 2026-09-21 14:13:56 UTC, the first at 2026-09-21 14:13:20 UTC, by the clock of Tallystick vectors (eip155:31337), a private chain.`,
    )
    expect(out).toContain('9 of 9 files are as proven')
    expect(out).toContain('has not been compared with any network')
    expect(out).toContain('issuer’s words')
    expect(asked).not.toHaveBeenCalled()
    asked.mockRestore()
  })

  test.each(Object.entries(vectors))('vectors: %s', async (_, document) => {
    make(document)
    const { code, out } = await verify()
    const open = document.files.length === 0 || document.blocks.length === 0
    expect([code, out.split(':')[0]]).toEqual([
      open ? 1 : 0,
      document.files.length === 0 ? 'NOTHING PROVEN' : open ? 'NOT YET ON THE CHAIN' : 'VERIFIED',
    ])
  })

  test('may hold the manifest itself, and empty folders', async () => {
    mkdirSync(join(folder, 'nothing/inside'), { recursive: true })
    expect((await verify({}, put('manifest.json', JSON.stringify(manifest)))).code).toBe(0)
    expect((await verify({}, manifestFile)).out).toMatch(/extra +manifest\.json: \d+ bytes, not in the manifest/)
  })

  test('may spell names as another file system would', async () => {
    renameSync(join(folder, 'Übersicht.txt'), join(folder, 'U\u0308BERSICHT.TXT'))
    renameSync(join(folder, 'b/c'), join(folder, 'b/C'))
    const { code, out } = await verify()
    expect(code).toBe(0)
    expect(out).toContain('b/c/deep.txt is spelled b/C/deep.txt here')
    expect(out).toContain('Übersicht.txt is spelled U\u0308BERSICHT.TXT here')
  })

  test('may hold what an operating system leaves there: it is named apart', async () => {
    const left = ['.DS_Store', '._a.txt', 'b/.DS_Store', 'b/._c', 'b/Thumbs.db', 'b/c/Desktop.ini', '._.DS_Store']
    for (const path of left) put(path, `left at ${path}`)
    const { code, out } = await verify()
    expect(out.split('\n')[0]).toMatch(
      /^VERIFIED: .* all 9 files of the manifest of "Verträge" and no others but 7 left by the operating system; they/,
    )
    expect(out.split('Left by the operating system, not part of the folder\n')[1]?.split('\n\n')[0]).toBe(
      left
        .sort()
        .map((path) => `  ${path}`)
        .join('\n'),
    )
    expect(code).toBe(0)
    const { files } = JSON.parse((await verify({ json: true })).out)
    expect(files).toMatchObject({ equal: 9, problems: [], leftBySystem: left })
  })

  test('gives programs the same as JSON', async () => {
    const { code, out } = await verify({ json: true })
    expect(code).toBe(0)
    expect(JSON.parse(out)).toMatchObject({
      folder,
      outcome: 'verified',
      files: { inManifest: 9, equal: 9, problems: [], respelled: [], leftBySystem: [] },
      earliest: '2026-09-21T14:13:20.000Z',
      latest: '2026-09-21T14:13:56.000Z',
      manifest: { folder: { name: 'Verträge' } },
    })
  })
})

describe('a folder that is not', () => {
  const refused = async (line: RegExp, summary: string) => {
    const { code, out } = await verify()
    expect(out.split('\n')[0]).toBe(`REFUSED: the folder is not what the manifest says: ${summary}.`)
    expect(out).toMatch(line)
    expect(code).toBe(1)
    expect(out).not.toContain('What this rests on')
  }

  test('a changed byte', async () => {
    put('b/c/deep.txt', 'tallystick vectors: b/c/deep.txt\r')
    await refused(/changed +b\/c\/deep\.txt: 33 bytes, SHA-256 [0-9a-f]{64} instead of [0-9a-f]{64}/, '1 changed')
  })

  test('an emptied file', async () => {
    put('a.txt', '')
    await refused(/changed +a\.txt: 0 bytes instead of 26, /, '1 changed')
  })

  test('a missing file, and one that is a folder now', async () => {
    unlinkSync(join(folder, 'a.txt'))
    unlinkSync(join(folder, 'b.txt'))
    mkdirSync(join(folder, 'b.txt'))
    await refused(/missing +a\.txt: 26 bytes, not in the folder\n +missing +b\.txt/, '2 missing')
  })

  test('extra files, hidden and empty ones too', async () => {
    put('b/.hidden', '')
    put('.git/config', 'x')
    await refused(/extra +\.git\/config: 1 byte,.*\n +extra +b\/\.hidden: 0 bytes, not in the manifest/, '2 extra')
  })

  test('names that only look like an operating system’s, and its names where they are no files', async () => {
    for (const path of ['._orphan', 'DS_Store', 'Thumbs.db/x', '.DS_Store.txt', '._']) put(path, path)
    symlinkSync('a.txt', join(folder, '.DS_Store'))
    await refused(/extra +\._orphan: /, '5 extra, 1 symbolically linked')
  })

  test('the content of a missing file under such a name', async () => {
    renameSync(join(folder, 'a.txt'), join(folder, 'Thumbs.db'))
    await refused(/moved +a\.txt: its content is at Thumbs\.db/, '1 renamed or moved')
  })

  test('a renamed file, and two that changed places', async () => {
    renameSync(join(folder, 'a.txt'), join(folder, 'c.txt'))
    renameSync(join(folder, 'Z.txt'), join(folder, 'swap'))
    renameSync(join(folder, 'b.txt'), join(folder, 'Z.txt'))
    renameSync(join(folder, 'swap'), join(folder, 'b.txt'))
    await refused(/moved +a\.txt: its content is at c\.txt/, '2 changed, 1 renamed or moved')
  })

  test('links, also in circles: named, not followed', async () => {
    symlinkSync('..', join(folder, 'b/circle'))
    unlinkSync(join(folder, 'a.txt'))
    symlinkSync('b/a.txt', join(folder, 'a.txt'))
    symlinkSync('nowhere', join(folder, 'dangling'))
    await refused(/link +a\.txt: a symbolic link, which is not followed/, '3 symbolically linked')
  })

  test.runIf(process.platform === 'linux')('a name that is no text', async () => {
    writeFileSync(Buffer.concat([Buffer.from(`${folder}/a`), Buffer.of(0xff), Buffer.from('b')]), 'x')
    const { code, out } = await verify()
    expect([code, out.split('\n')[0]]).toEqual([2, expect.stringMatching(/^NOT ALL READ: .*: 1 unreadable\.$/)])
    expect(out).toContain('cannot be read: its name is not in UTF-8')
  })

  test('everything at once, as JSON', async () => {
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
      restsOn: [],
    })
  })

  test('prints nothing that steers a terminal', async () => {
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

  test('that was damaged is refused', async () => {
    const text = JSON.stringify(manifest)
    await refuses(text.slice(0, 500), /^REFUSED: the proof is not JSON/)
    await refuses('[]', /^REFUSED: /)
    await refuses(text.replace('Verträge', 'Vertraege'), /^REFUSED: the manifest was changed: its checksum/)
    await refuses(
      text.replace('tallystick-manifest', 'tallystick-manifesto'),
      /^REFUSED: this is not a Tallystick proof, nor a manifest/,
    )
  })

  test('that has a size wrong is refused', async () => {
    writeFileSync(manifestFile, JSON.stringify(withManifestChecksum(file({ size: 7 }))))
    expect((await verify()).out).toMatch(/changed +Z\.txt: 26 bytes instead of 7, which the manifest has wrong/)
  })

  test('that was made for a changed file is refused, even sealed anew', async () => {
    const content = 'other'
    put('Z.txt', content)
    const hash = createHash('sha256').update(content).digest('hex')
    await refuses(
      JSON.stringify(withManifestChecksum(file({ hash, size: 5 }))),
      /^REFUSED: Z\.txt.* do not lead to the root/,
    )
  })

  test.each(['../outside.txt', '/outside.txt', 'b/../../outside.txt', '..\\outside.txt', 'C:/outside', 'a\0b', 'b//x'])(
    'that leads out of the folder by %j is refused',
    async (path) => {
      writeFileSync(join(place, 'outside.txt'), 'tallystick vectors: Z.txt\n')
      const files = [file({ path }).files[0]!, ...manifest.files.slice(1)]
      files.sort((a, b) => (a.path < b.path ? -1 : 1))
      await refuses(JSON.stringify(withManifestChecksum({ ...manifest, files })), /^REFUSED: files\[\d\]\.path /)
    },
  )

  test('verifies a single file too, found by its content', async () => {
    const copy = join(place, 'a.txt')
    writeFileSync(copy, readFileSync(join(folder, 'b/c/deep.txt')))
    const { code, out } = await verify({}, manifestFile, copy)
    expect(code).toBe(0)
    expect(out).toMatch(/^VERIFIED: .*a\.txt existed at 2026-09-21 14:13:20 UTC, by the clock of/)
    const { out: json } = await verify({ json: true }, manifestFile, copy)
    expect(JSON.parse(json)).toMatchObject({ outcome: 'verified', proof: { kind: 'file' } })
    writeFileSync(copy, 'other')
    const other = await verify({}, manifestFile, copy)
    expect([other.code, other.out.split('\n')[0]]).toEqual([
      1,
      expect.stringMatching(/^REFUSED: the manifest holds no/),
    ])
    writeFileSync(manifestFile, JSON.stringify({ ...manifest, issuedAt: '2026-01-01T00:00:00.000Z' }))
    expect((await verify({}, manifestFile, copy)).out).toMatch(/^REFUSED: the manifest was changed/)
  })
})

test('ten thousand files in nested folders take seconds', async () => {
  const started = performance.now()
  for (let i = 0; i < 10_000; i++) {
    if (i % 100 === 0) mkdirSync(join(folder, `many/${i / 100}`), { recursive: true })
    writeFileSync(join(folder, `many/${Math.floor(i / 100)}/${i}`), `${i}`)
  }
  const { code, out } = await verify()
  expect([code, out.split('\n')[0]]).toEqual([1, expect.stringContaining('10,000 extra')])
  expect(performance.now() - started).toBeLessThan(25_000)
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
      proofs.push({ path, proof: await anchored(anvil, contract, digest) })
    }
    const late = createHash('sha256').update('tallystick vectors: c.txt\n').digest()
    real = manifestOf(proofs)
    withLate = manifestOf([...proofs, { path: 'c.txt', proof: await submit(anvil, contract, late) }])
  })
  afterAll(() => anvil?.stop())
  let withLate: ManifestDocument

  test('confirms the blocks', async () => {
    make(real)
    const { code, out } = await verify({ rpc: anvil.url })
    expect(out).toMatch(/^VERIFIED: /)
    expect(out).toContain('the node has 2 anchors in its chain, and the contract their roots')
    expect(out).toMatch(/The blocks were confirmed by the RPC you named \(127\.0\.0\.1:\d+\): at least 1 confirmations/)
    expect(out).toContain('is a private chain')
    expect(out).not.toContain('From the proofs alone')
    expect(code).toBe(0)
  })

  test('tells what is in no block yet', async () => {
    make(withLate)
    for (const flags of [{}, { rpc: anvil.url }]) {
      const { code, out } = await verify(flags)
      expect([code, out.split('\n')[0]]).toEqual([
        1,
        expect.stringMatching(/^NOT YET ON THE CHAIN: .*those of 1 of its 3 files are in no block/),
      ])
    }
  })

  test('refuses what it denies', async () => {
    make(manifest)
    const { code, out } = await verify({ rpc: anvil.url })
    expect([code, out.split('\n')[0]]).toEqual([1, expect.stringMatching(/^REFUSED: the node knows no block 4711/)])
    await expect(verify({ rpc: 'http://127.0.0.1:9' })).rejects.toThrow('does not answer')
  })
})

function manifestOf(
  proofs: readonly { path: string; proof: Awaited<ReturnType<typeof anchored>> }[],
): ManifestDocument {
  const table = new BlockTable()
  return withManifestChecksum({
    format: 'tallystick-manifest',
    version: 1,
    folder: { id: 'f1', name: 'Real' },
    issuedAt: '2026-01-01T00:00:00.000Z',
    files: proofs.map(({ path, proof: { hash, code, salt, details, leafIndex, anchors } }, batch) => ({
      path,
      size: 21 + path.length,
      hash,
      code,
      ...(salt === undefined || details === undefined ? {} : { salt, details }),
      leafIndex,
      batch,
      transactionId: `${anchors[0]?.transactionId}`,
    })),
    batches: proofs.map(({ proof: { treeSize, root, path, anchors } }) => ({
      treeSize,
      root,
      siblings: path,
      anchors: anchors.map((anchor) => table.add(anchor)),
    })),
    blocks: [...table.blocks()],
  })
}
