import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { type ManifestDocument, proofFromManifest } from '@tallystick/proof'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { areMany, type ManyFlags, verifyMany } from '../src/verify/many/verify-many.js'

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

const rowsIn = (json: string): { verdict: string; document: string | null; reason?: string }[] => JSON.parse(json).rows

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
    expect(text).toMatch(/^REFUSED: 7 of 9 documents .* 3 need a look\.\n/)
    expect(text).toContain('changed after it was stamped, or another document')
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
    expect(lines[1]).toBe(`no-proof,no proof here is about this content,${join(documents, 'alone.txt')},,,,`)
    expect(lines.length).toBe(12)
  })
})

test('a file with its proof and a folder with its manifest are no many; folders and single proofs with a folder are', async () => {
  const manifestFile = put(join(home, 'x', 'manifest.json'), JSON.stringify(manifest))
  const [file] = manifest.files.map(({ path }) => join(documents, path))
  const proof = join(proofs, '0.json')
  expect(await areMany([file!, proof])).toBe(false)
  expect(await areMany([documents, manifestFile])).toBe(false)
  expect(await areMany([documents])).toBe(true)
  expect(await areMany([documents, proof])).toBe(true)
  expect(await areMany([documents, proofs])).toBe(true)
  expect(await areMany([file!, proof, proof])).toBe(true)
  expect(await areMany([file!])).toBe(false)
})
