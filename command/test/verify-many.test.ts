import { execFileSync, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { type ManifestDocument, type ProofDocument, proofFromManifest } from '@tallystick/proof'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { vectorCopy } from '../../proof/test/vectors/stamped-copy.js'
import { areMany, type ManyFlags, verifyMany } from '../src/verify/many/verify-many.js'
import { evidenceReader } from '../src/verify/read-evidence.js'
import { tallystick } from './run-command.js'

const vectors: Record<string, ManifestDocument> = JSON.parse(
  readFileSync(new URL('../../proof/vectors/manifests-valid.json', import.meta.url), 'utf8'),
)
const manifest = vectors['four batches in two blocks']!
const home = mkdtempSync(join(tmpdir(), 'tallystick-many-'))
const documents = join(home, 'documents')
const proofs = join(home, 'proofs')

afterAll(() => rmSync(home, { recursive: true, force: true }))

function put(path: string, data: string | Uint8Array): string {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, data)
  return path
}

/** Writes the documents of the vectors, and the proof of each under a name that says nothing. */
beforeEach(() => {
  for (const folder of [documents, proofs]) rmSync(folder, { recursive: true, force: true })
  manifest.files.forEach((file, at) => {
    put(join(documents, file.path), `tallystick vectors: ${file.path}\n`)
    put(join(proofs, `${at}.json`), JSON.stringify(proofFromManifest(manifest, file)))
  })
})

async function verify(paths: readonly string[], flags: ManyFlags = {}) {
  let out = ''
  const code = await verifyMany(paths, flags, (text) => {
    out += text
  })
  return { code, out }
}

const rowsIn = (json: string): { verdict: string; document: string | null; reason?: string; original?: unknown }[] =>
  JSON.parse(json).rows

describe('documents and proofs in folders', () => {
  test('are paired by content; together they are consistent offline', async () => {
    const { code, out } = await verify([documents, proofs])
    expect(code).toBe(3)
    expect(out.split('\n')[0]).toBe(
      'CONSISTENT: 9 of 9 documents fit their proofs. Their blocks have not all been compared yet: no time is proven.',
    )
  })

  test('a changed document is refused and named first; one without a proof and a proof without a document are named', async () => {
    const [changed, stray] = manifest.files
    put(join(documents, changed!.path), 'changed')
    put(join(proofs, `${changed!.path.split('/').at(-1)}.proof.json`), readFileSync(join(proofs, '0.json')))
    rmSync(join(proofs, '0.json'))
    rmSync(join(documents, stray!.path))
    const alone = put(join(documents, 'alone.txt'), 'alone')
    const { code, out } = await verify([documents, proofs], { json: true })
    expect(code).toBe(1)
    expect(JSON.parse(out)).toMatchObject({ outcome: 'refused', totals: { documents: 9, fitting: 7, problems: 3 } })
    expect(rowsIn(out).slice(0, 3)).toMatchObject([
      { verdict: 'other', document: join(documents, changed!.path) },
      { verdict: 'no-proof', document: alone },
      { verdict: 'no-document', document: null },
    ])
    const text = (await verify([documents, proofs])).out
    expect(text).toMatch(/^REFUSED: 7 of 9 documents .* 3 rows need a look\.\n/)
    expect(text).toContain('Changed after it was stamped, or another document')
  })

  test('a manifest counts as the proofs of its files, a forged proof is refused', async () => {
    const manifestFile = put(join(home, 'x', 'manifest.json'), JSON.stringify(manifest))
    const { code, out } = await verify([documents, dirname(manifestFile)], { json: true })
    expect([code, JSON.parse(out).totals.fitting]).toEqual([3, 9])
    const forged = { ...proofFromManifest(manifest, manifest.files[0]!), root: 'ab'.repeat(32) }
    put(join(proofs, 'forged.json'), JSON.stringify(forged))
    const refused = await verify([documents, proofs], { json: true })
    expect(refused.code).toBe(1)
    expect(rowsIn(refused.out)[0]).toMatchObject({ verdict: 'refused' })
  })

  test('a block hash of another block refuses, its own confirms no private chain', async () => {
    const proof = proofFromManifest(manifest, manifest.files[0]!)
    const { blockNumber, blockHash } = proof.anchors[0]!
    const only = put(join(home, 'one', 'document.txt'), `tallystick vectors: ${manifest.files[0]!.path}\n`)
    put(join(home, 'one', 'proof.json'), JSON.stringify(proof))
    const own = await verify([dirname(only)], { blockHash: `${blockNumber}:${blockHash}` })
    expect([own.code, own.out.split(':')[0]]).toEqual([3, 'STATED'])
    const other = await verify([dirname(only)], { blockHash: `${blockNumber}:0x${'ab'.repeat(32)}` })
    expect([other.code, other.out.split(':')[0]]).toEqual([1, 'REFUSED'])
  })

  test('as CSV, no cell begins like a formula', async () => {
    put(join(documents, 'alone.txt'), 'alone')
    const { out } = await verify([documents, proofs], { csv: true })
    const lines = out.split('\r\n')
    expect(lines[0]).toBe('\ufeffverdict,reason,document,time,by,proof,hash')
    expect(lines[1]).toBe(`no-proof,No proof here is about this content,${join(documents, 'alone.txt')},,,,`)
    expect(lines.length).toBe(12)
  })
})

test('a file with its proof and a folder with its manifest are no many; folders and single proofs with a folder are', async () => {
  const manifestFile = put(join(home, 'x', 'manifest.json'), JSON.stringify(manifest))
  const [file] = manifest.files.map(({ path }) => join(documents, path))
  const proof = join(proofs, '0.json')
  const read = evidenceReader()
  expect(await areMany([file!, proof], read)).toBe(false)
  expect(await areMany([documents, manifestFile], read)).toBe(false)
  expect(await areMany([documents], read)).toBe(true)
  expect(await areMany([documents, proof], read)).toBe(true)
  expect(await areMany([documents, proofs], read)).toBe(true)
  expect(await areMany([file!, proof, proof], read)).toBe(true)
  expect(await areMany([file!], read)).toBe(false)
})

test('a manifest that comes through a pipe is read once', async () => {
  const manifestFile = put(join(home, 'x', 'manifest.json'), JSON.stringify(manifest))
  const pipe = join(home, 'pipe')
  execFileSync('mkfifo', [pipe])
  const writer = spawn('sh', ['-c', 'cat "$0" > "$1"', manifestFile, pipe])
  const { code, out } = await tallystick('verify', documents, pipe, '--no-issuer')
  writer.kill()
  expect([code, out.split(':')[0]]).toEqual([3, 'CONSISTENT'])
})

describe('stamped copies', () => {
  const proof = (
    JSON.parse(readFileSync(new URL('../../proof/vectors/proofs-valid.json', import.meta.url), 'utf8')) as Record<
      string,
      ProofDocument
    >
  )['stamped copy']!
  const changed = Buffer.concat([vectorCopy.copy, Buffer.from('more')])
  const folder = join(home, 'copies')
  const original = (out: string, name: string) => rowsIn(out).find(({ document }) => document?.endsWith(name) === true)

  test('say which of the two they are; a changed one has a verdict on its original, as a single one has', async () => {
    put(join(folder, 'proof.json'), JSON.stringify(proof))
    put(join(folder, 'copy.pdf'), vectorCopy.copy)
    put(join(folder, 'original.pdf'), vectorCopy.original)
    put(join(folder, 'changed.pdf'), changed)
    const { code, out } = await verify([folder], { json: true })
    expect([code, JSON.parse(out).totals]).toMatchObject([1, { documents: 3, fitting: 2, problems: 1 }])
    expect(original(out, 'copy.pdf')).toMatchObject({ verdict: 'consistent', original: { case: 'inside' } })
    expect(original(out, 'original.pdf')).toMatchObject({ verdict: 'consistent', original: { case: 'given' } })
    const alone = JSON.parse(
      (await tallystick('verify', join(folder, 'changed.pdf'), join(folder, 'proof.json'), '--json', '--no-issuer'))
        .out,
    )
    expect(original(out, 'changed.pdf')).toMatchObject({
      verdict: 'other',
      original: { case: 'changed', bytes: vectorCopy.original.length },
      reason: expect.stringContaining(alone.original.headline),
    })
    // Whether a document is the original is said by its row.
    expect(JSON.parse(out).caveats.map(({ code }: { code: string }) => code)).not.toContain('original')
  })

  test('in an archive are found, too, and the verdict on an original is by what the reader knows', async () => {
    rmSync(folder, { recursive: true, force: true })
    put(join(folder, 'proof.json'), JSON.stringify(proof))
    put(join(folder, 'changed.pdf'), changed)
    put(join(folder, 'copy.pdf'), vectorCopy.copy)
    const archive = join(home, 'copies.zip')
    execFileSync('python3', ['-m', 'zipfile', '-c', archive, folder])
    const { blockHash = '' } = proof.anchors[0]!
    const { out } = await verify([archive], { json: true, blockHash })
    expect(original(out, 'copy.pdf')).toMatchObject({ verdict: 'stated', original: { case: 'inside' } })
    expect(original(out, 'changed.pdf')?.reason).toMatch(/are still the original\. Stated: the original in it existed/)
  })
})
