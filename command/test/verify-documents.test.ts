import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type CombinedEvidence, type ManifestDocument, proofFromManifest } from '@tallystick/proof'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { verifyDocuments } from '../src/verify/verify-documents.js'

const vectors: Record<string, ManifestDocument> = JSON.parse(
  readFileSync(new URL('../../proof/vectors/manifests-valid.json', import.meta.url), 'utf8'),
)
const manifest = vectors['four batches in two blocks']!
const proofs = manifest.files.map((file) => proofFromManifest(manifest, file))
const same = { status: 'same', form: 'pdf', shows: 'the-same' } as const
const evidence: CombinedEvidence = { form: 'combined', proofs, binding: same }

const home = mkdtempSync(join(tmpdir(), 'tallystick-documents-'))
afterAll(() => rmSync(home, { recursive: true, force: true }))
const folder = join(home, 'folder')
const certificate = join(folder, 'certificate.pdf')

/** Under other names than those that were recorded. */
beforeEach(() => {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(join(folder, 'inner'), { recursive: true })
  for (const [at, { path }] of manifest.files.entries())
    writeFileSync(join(folder, at % 2 ? 'inner' : '', `${at}.txt`), `tallystick vectors: ${path}\n`)
  writeFileSync(certificate, 'the certificate itself')
})

async function verify(flags: Parameters<typeof verifyDocuments>[2] = {}, given: CombinedEvidence = evidence) {
  let out = ''
  const code = await verifyDocuments(folder, { path: certificate, evidence: given }, flags, (text) => (out += text))
  return { code, out }
}

test('finds each document of a certificate by its content, under any name', async () => {
  const { code, out } = await verify()
  expect(code).toBe(3)
  const all = proofs.length
  expect(out).toMatch(
    new RegExp(`^CONSISTENT: the ${all} documents with the fingerprints in this certificate fit their proofs`),
  )
  expect(out).toContain(`${all} of ${all} documents are in the folder`)
})

test('compares the blocks of all documents with what the reader knows', async () => {
  const hashes = [...new Set(proofs.map(({ anchors: [anchor] }) => anchor!.blockHash!))]
  expect(hashes).toHaveLength(2)
  // One of two blocks is not enough for all documents.
  expect((await verify({ blockHash: hashes[0]! })).out).toMatch(/^CONSISTENT: /)
  const { code, out } = await verify({ blockHash: `0x${'7'.repeat(64)}` })
  expect(code).toBe(1)
  expect(out).toMatch(/^REFUSED: .*7{64}/)
})

test('refuses a folder that lacks a document, or has a file without a proof', async () => {
  rmSync(join(folder, '0.txt'))
  writeFileSync(join(folder, 'inner', 'notes.txt'), 'of no proof')
  writeFileSync(join(folder, '.DS_Store'), 'of the system')
  const { code, out } = await verify()
  expect(code).toBe(1)
  expect(out).toContain(
    'REFUSED: the folder differs from its certificate (documents missing: 1, files without a proof: 1).',
  )
  expect(out).toContain(`missing     ${proofs[0]!.code}`)
  expect(out).toContain('extra       inner/notes.txt: the certificate has no proof of it')
  const report = JSON.parse((await verify({ json: true })).out)
  expect(report).toMatchObject({
    outcome: 'refused',
    documents: { inCertificate: proofs.length, extra: ['inner/notes.txt'], missing: [{ code: proofs[0]!.code }] },
  })
  expect(report.documents.matched).toHaveLength(proofs.length - 1)
})

test('refuses a certificate whose words differ, whatever is in the folder', async () => {
  const binding = { status: 'changed', reason: 'words', found: '2025', expected: '2026' } as const
  const { code, out } = await verify({}, { ...evidence, binding })
  expect(code).toBe(1)
  expect(out).toMatch(/^REFUSED: .*2025/)
})
