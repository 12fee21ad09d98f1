import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import {
  evidenceIn,
  fromHex,
  judge,
  maxEvidenceBytes,
  type ProofDocument,
  singleEvidence,
  verifyProof,
  withChecksum,
} from '@tallystick/proof'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { debianPrograms, noDebian } from '../../../test/debian.js'
import { combinedCertificate } from '../../src/certificates/combined.js'
import { CombinedPdf } from '../../src/certificates/combined-pdf.js'
import { PdfDrawer } from '../../src/certificates/pdf-drawer.js'
import { CmsSigner } from '../../src/certificates/signing/cms-signer.js'
import { PdfSigner } from '../../src/certificates/signing/pdf-signature.js'
import { type Change, forged } from './pdf-forger.js'
import { readPdf, readQr } from './pdf-reader.js'
import { parameters, proof, same, valid } from './vector-certificates.js'

const all = [...new Map(Object.values(valid).map((one) => [one.code, one])).values()]
const proofs = all.filter(({ kind }) => kind !== 'change')
/** Without its details, no proof covers its code. */
const { salt: _salt, details: _details, ...bare } = proof
const copies = Array.from({ length: 90 }, (_, i) =>
  withChecksum({ ...bare, code: `COPY${String(i).padStart(6, '0')}` }),
)

async function drawn(of: readonly ProofDocument[], language: 'EN' | 'DE' = 'EN', isSigned = false): Promise<Buffer> {
  const pdf = new CombinedPdf({ ...parameters, language }, { isSigned })
  const pieces = [pdf.add(of)]
  for (let isDone = false; !isDone; ) {
    const some = pdf.drawSome()
    pieces.push(some.bytes)
    isDone = some.isDone
  }
  const { bytes, signable } = await pdf.end()
  return Buffer.concat([...pieces, bytes, signable ?? Buffer.of()])
}

const bindingOf = async (pdf: Uint8Array) => {
  const evidence = await evidenceIn(pdf, 'certificate.pdf')
  return evidence?.form === 'combined' ? evidence.binding : evidence
}

async function* streamed(of: readonly ProofDocument[]) {
  for (const one of of) yield { proof: one }
}

describe('a combined certificate', () => {
  it.each(['EN', 'DE'] as const)('says what its proofs say, over several pages: %s', async (language) => {
    for (const of of [proofs, copies, copies.slice(0, 1)]) {
      const evidence = await evidenceIn(await drawn(of, language), 'certificate.pdf')
      expect(evidence).toEqual({ form: 'combined', proofs: of, binding: same })
    }
  })

  it('shows each document with name, fingerprint, code and block', async () => {
    const name = `${'A very long name of a contract '.repeat(5)}(final).pdf`
    const named = { ...proof, code: 'NAMED00001', details: { filename: name, owner: 'Account owner' } }
    const pdf = await drawn([named, ...copies.slice(0, 40)])
    expect(await bindingOf(pdf)).toEqual(same)
    const { text, pages } = await readPdf(pdf)
    expect(pages).toBe(4)
    expect(text).toContain('Certificate for 41 documents')
    expect(text).toContain('41 documents with the fingerprints in the table are recorded in a block dated')
    // Lines of a cell are read one after the other, and hyphens at their ends are none of ours.
    for (const part of ['(final).pdf', 'Account owner', 'NAMED00001', 'COPY000039', proof.hash.slice(0, 32)])
      expect(text).toContain(part)
    expect(await readQr(pdf)).toBe('https://notary.example/verify')
  })

  it('is judged as the proof of each of its documents, and as a whole', async () => {
    const evidence = (await evidenceIn(await drawn(proofs), 'certificate.pdf'))!
    for (const one of proofs) {
      const digest = fromHex(one.hash)
      expect(judge(evidence, digest)).toEqual(verifyProof(one, { digest, binding: same as never }))
    }
    const { failure } = judge(evidence, new Uint8Array(32))
    expect(failure).toMatchObject({ code: 'digest', facts: { case: 'uncertified', given: '0'.repeat(64) } })
    const waiting = proofs.filter(({ state }) => state === 'submitted').length
    expect(judge(evidence, undefined)).toMatchObject({
      outcome: 'consistent',
      documents: { count: proofs.length, waiting, blocks: proofs.length - waiting },
    })
    expect(singleEvidence(evidence)).toEqual(proofs.map((json) => ({ form: 'pdf', json, binding: same })))
  })

  it('is refused as a whole when one of its proofs is', async () => {
    const broken = { ...copies[2]!, root: '00'.repeat(32) }
    const evidence = (await evidenceIn(await drawn([...copies.slice(0, 2), broken]), 'certificate.pdf'))!
    expect(judge(evidence, undefined).outcome).toBe('refused')
  })

  it('may be larger than others, which its first bytes say', async () => {
    expect(maxEvidenceBytes(await drawn(copies.slice(0, 2)))).toBe(128 * 1024 * 1024)
  })
})

describe('a combined certificate whose forger', () => {
  let pdf: Buffer
  beforeAll(async () => {
    pdf = await drawn(copies.slice(0, 40))
  })
  const isPage = (content: string) => content.startsWith('1 0 0 -1 0 841.89 cm')
  const inTable = (change: (page: string) => string): Change => {
    return (content) => (isPage(content) && content.includes('/TD <<') ? change(content) : content)
  }
  /** One of the first cells of the table. */
  const cell = /(\/TD <<\n\/MCID 8\n>> BDC\n[\s\S]*? TJ\nET\nQ\n)/

  it('changes nothing says what its proofs say', async () => {
    expect(await bindingOf(forged(pdf, (content) => content))).toEqual(same)
  })

  it.each<[string, (page: string) => string]>([
    ['swaps two digits of a fingerprint', (page) => page.replace(/(6\.5 Tf\n\[<....)(....)(....)/, '$1$3$2')],
    ['leaves a cell out', (page) => page.replace(cell, '/TD <<\n/MCID 8\n>> BDC\n')],
    ['moves a cell into another column', (page) => page.replace('1 0 0 1 358 ', '1 0 0 1 300 ')],
    ['moves a cell into another row', (page) => page.replace(/(1 0 0 1 456 )7\d\d/, '$1500')],
    ['leaves the rule out', (page) => page.replace(/52 [\d.]+ m\n543\.28[\s\S]*?S\n/, '')],
    ['makes the head a row', (page) => page.replace('/F3 7 Tf', '/F1 7 Tf')],
  ])('%s is refused or said', async (_, change) => {
    const bytes = forged(pdf, inTable(change))
    expect(bytes.equals(pdf)).toBe(false)
    expect(['changed', 'unbound']).toContain(((await bindingOf(bytes)) as { status: string }).status)
  })

  it('changes a digit, is refused with the word that differs', async () => {
    const bytes = forged(
      pdf,
      inTable((page) => page.replace(/(6\.5 Tf\n\[<....)(....)(....)/, '$1$3$2')),
    )
    expect(await bindingOf(bytes)).toMatchObject({ status: 'changed', reason: 'words', expected: proof.hash })
  })

  it('takes a proof out, adds one or names one otherwise is not read as ours', async () => {
    const without = forged(pdf, (content) => (content.includes('COPY000003') ? '{}\n' : content))
    const otherwise = forged(
      pdf,
      (content) => content,
      (object) => object.replace('(proof-COPY000003', '(proof-COPY999999'),
    )
    for (const bytes of [without, otherwise])
      expect(['changed', 'unbound']).toContain(((await bindingOf(bytes)) as { status: string }).status)
  })
})

describe('the service', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tallystick-combined-'))
  const openssl = (...args: string[]) => execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' })
  const options = { owner: 'account', base: 'https://notary.example', language: 'EN' } as const
  let drawer: PdfDrawer
  beforeAll(async () => {
    const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-subj', '/CN=Notary']
    openssl('req', '-x509', ...kind, '-keyout', 'key.pem', '-out', 'own.pem')
    const pem = ['key.pem', 'own.pem'].map((name) => readFileSync(join(folder, name), 'utf8'))
    writeFileSync(join(folder, 'both.pem'), pem.join(''))
    drawer = new PdfDrawer(new PdfSigner(await CmsSigner.fromFile(join(folder, 'both.pem'))))
  })
  afterAll(async () => {
    await drawer.close()
    rmSync(folder, { recursive: true, force: true })
  })

  it('streams and signs it', async ({ skip }) => {
    const pdf = await buffer(await combinedCertificate(streamed(copies), { ...options, drawer }))
    expect(await bindingOf(pdf)).toEqual(same)
    const programs = await debianPrograms(['poppler-utils'])
    if (!programs) return skip(noDebian)
    writeFileSync(join(folder, 'signed.pdf'), pdf)
    const args = ['-nocert', join(folder, 'signed.pdf')]
    const found = execFileSync(programs.path('pdfsig'), args, { env: programs.env, encoding: 'utf8' })
    expect(found).toMatch(/Total document signed[\s\S]*Signature is Valid/)
  })

  it('breaks the stream off at a proof that does not verify, and draws the next one', async () => {
    const wrong = { ...proof, code: 'WRONG00001' }
    for (const of of [[...copies.slice(0, 30), wrong], [proof, proof], []]) {
      const stream = await combinedCertificate(streamed(of), { ...options, drawer })
      await expect(buffer(stream)).rejects.toThrow(/does not verify|there already|one document at least/)
    }
    const after = await buffer(await combinedCertificate(streamed(proofs), { ...options, drawer }))
    expect(await bindingOf(after)).toEqual(same)
  })

  it('gives the turn to the next when a download ends early', async () => {
    for (let turn = 0; turn < 4; turn++) {
      const stream = await combinedCertificate(streamed(copies), { ...options, drawer })
      const [first] = await stream.take(1).toArray()
      expect(first.toString('latin1')).toMatch(/^%PDF-1\.7\n/)
    }
  })
})

describe('a combined certificate that another program has saved again', () => {
  it('gives its proofs, and says that the words were not compared', async ({ skip }) => {
    const debian = await debianPrograms(['qpdf'])
    if (!debian) return skip(noDebian)
    const folder = mkdtempSync(join(tmpdir(), 'tallystick-resaved-'))
    try {
      writeFileSync(join(folder, 'own.pdf'), await drawn(copies))
      const qpdf = (...args: string[]) => execFileSync(debian.path('qpdf'), args, { env: debian.env, cwd: folder })
      expect(qpdf('--check', 'own.pdf').toString()).toContain('No syntax or stream encoding errors found')
      qpdf('--object-streams=generate', 'own.pdf', 'saved.pdf')
      const evidence = await evidenceIn(readFileSync(join(folder, 'saved.pdf')), 'saved.pdf')
      expect(evidence).toMatchObject({ form: 'combined', binding: { status: 'unbound', reason: 'resaved' } })
      expect(singleEvidence(evidence!).map((one) => 'json' in one && one.json)).toEqual(expect.arrayContaining(copies))
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })
})
