import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readPdf as readBound, readPage, scriptHash, verifyProof } from '@tallystick/proof'
import { beforeAll, describe, expect, it } from 'vitest'
import { debianPrograms, noDebian } from '../../../test/debian.js'
import { eventually } from '../../../test/eventually.js'
import { download, someFolder, upload } from '../files/upload.js'
import { type TestAccount, useOwnService } from '../service.js'
import { dataOf, expectError, stamp } from '../stamps/shapes.js'
import { attachmentOf, readPdf, readQr } from './pdf-reader.js'

const service = useOwnService({
  NETWORK_NAME: 'Workbench',
  NETWORK_PRIVATE: 'true',
  PUBLIC_URL: 'https://notary.example',
})

const digest = createHash('sha256').update(`the very document ${Math.random()}`).digest()
let ada: TestAccount
let code: string
/** The certificate in English, which most tests read. */
let pdf: Awaited<ReturnType<typeof download>>
beforeAll(async () => {
  ada = await service.account()
  const filename = 'Vertrag <Łódź> 北京\u202e.pdf'
  code = (await stamp(service, ada, { hash: digest.toString('hex'), filename })).code
  await eventually('the stamp is final', async () => {
    const { state } = dataOf(await service.call('GET', `/hash?id=${code}`, undefined, ada.auth))
    return state === 'final'
  })
  pdf = await proofOf('format=pdf')
})

const get = (path: string) => download(service, path, ada.auth)
const proofOf = (query: string) => get(`/hash/${code}/proof?${query}`)

describe('a certificate as PDF', () => {
  it('states what it proves and what it does not, on which chain, and how to verify it', async () => {
    const { status, headers, bytes } = pdf
    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe('application/pdf')
    expect(headers.get('content-disposition')).toBe(
      `attachment; filename="Vertrag ___d__ __.pdf.proof.pdf"; filename*=UTF-8''${encodeURIComponent('Vertrag _Łódź_ 北京.pdf.proof.pdf')}`,
    )
    const { text, pages } = await readPdf(bytes)
    expect(pages).toBeLessThanOrEqual(2)
    expect(text).toMatch(
      /A document with the fingerprint below is recorded in a block dated \d+ \w+ \d{4}, \d\d:\d\d:\d\d UTC\./,
    )
    expect(text).toContain(digest.toString('hex'))
    expect(text).toContain('The chain with the number 31337 is a private chain. Its operator can set its clock')
    expect(text).toContain('The issuer calls it “Workbench”')
    expect(text).toContain('Not a qualified electronic time stamp within the meaning of Article 42')
    expect(text).toContain('node tallystick.mjs verify DOCUMENT CERTIFICATE')
    for (const name of ['tallystick.html', 'tallystick.mjs']) {
      const served = await fetch(`${service.url}/verifier/${name}`)
      const hash = createHash('sha256')
        .update(Buffer.from(await served.arrayBuffer()))
        .digest('hex')
      expect(text).toContain(`${name} ${hash}`)
    }
    expect(text).toContain('Ada Lovelace (as stated by the service)')
    // A path fits several places in trees of several sizes.
    expect(text).not.toContain('1 of 1')
  })

  it('escapes invisible characters, so that no name imitates another', async () => {
    const { text } = await readPdf(pdf.bytes)
    expect(text).toContain('Vertrag <Łódź> \\u{5317}\\u{4eac}\\u{202e}.pdf')
  })

  it('links to the page of the stamp by QR code', async () => {
    expect(await readQr(pdf.bytes)).toBe(`https://notary.example/s/${code}`)
  })

  it('has the proof attached, which verifies', async () => {
    const { bytes } = pdf
    const proof: unknown = JSON.parse(attachmentOf(bytes).toString())
    expect(await readBound(bytes)).toEqual({ json: proof, binding: { status: 'same', form: 'pdf', shows: 'the-same' } })
    expect(proof).toEqual(JSON.parse((await proofOf('format=json')).bytes.toString()))
    expect(verifyProof(proof, { digest })).toMatchObject({ outcome: 'consistent', anchor: { state: 'final' } })
  })

  it('is in German when requested or set in the profile', async () => {
    const asked = await readPdf((await proofOf('format=pdf&lang=DE')).bytes)
    expect(asked.text).toMatch(
      /Ein Dokument mit dem unten stehenden Fingerabdruck ist in einem Block vom \d+\. \w+ \d{4}/,
    )
    expect(asked.text).toContain('Kein qualifizierter elektronischer Zeitstempel im Sinne von Artikel 42')
    await service.call('PUT', '/profile', { language: 'DE' }, ada.auth)
    expect((await readPdf((await proofOf('format=pdf')).bytes)).text).toContain('Zertifikat')
    expect((await readPdf((await proofOf('format=pdf&lang=EN')).bytes)).text).toContain('Certificate ')
    await service.call('PUT', '/profile', { language: 'EN' }, ada.auth)
  })

  it('reads as German does: of a stamped copy without a name, line by line', async ({ skip }) => {
    const programs = await debianPrograms(['poppler-utils'])
    if (!programs) return skip(noDebian)
    const original = createHash('sha256').update('the original').digest('hex')
    const copy = await stamp(service, ada, { originalDocHash: original })
    const finalState = async () =>
      dataOf(await service.call('GET', `/hash?id=${copy.code}`, undefined, ada.auth)).state === 'final'
    await eventually('the copy is final', finalState)
    const { bytes } = await get(`/hash/${copy.code}/proof?format=pdf&lang=DE`)
    const args = ['-layout', '-', '-']
    const text = execFileSync(programs.path('pdftotext'), args, { env: programs.env, input: bytes, encoding: 'utf8' })
    const lines = text.split('\n').map((line) => line.trim().replace(/\s+/g, ' '))
    // The service's own name for it says nothing: the code is the heading, and there is no row for a name.
    expect(lines).toContain(copy.code)
    expect(text).not.toMatch(/stamp-|^Name/m)
    expect(text).toMatch(new RegExp(`^Fingerabdruck des +${original}\\s+Originals \\(nach Angabe\\)$`, 'm'))
    expect(lines).toContainEqual(expect.stringMatching(/^Das ist Block \d+ der Blockchain Nummer 31337\. /))
    expect(lines).toContainEqual(expect.stringMatching(/^Die Blockchain Nummer 31337 ist eine private Chain\. /))
    expect(lines).toContain('Blockchain Nummer 31337 (eip155:31337), private Chain')
    // Neither a day nor an address is cut at the end of a line.
    expect(text).toMatch(/\d{1,2}\.\s[A-Z]\S+\s\d{4},/)
    expect(lines).not.toContainEqual(expect.stringMatching(/\d\.$|https?:\/\/$/))
    expect(lines).toContain('https://notary.example/proof-format.')
  })

  it('reveals nothing in the QR code of a private stamp', async () => {
    const own = await stamp(service, ada, { isPrivate: true })
    const { bytes } = await get(`/hash/${own.code}/proof?format=pdf`)
    expect(await readQr(bytes)).toBe('https://notary.example/verify')
  })

  it('says that it proves nothing until the stamp is in a block', async () => {
    await service.rpc('evm_setAutomine', false)
    try {
      const late = await stamp(service, ada)
      const { text } = await readPdf((await get(`/hash/${late.code}/proof?format=pdf`)).bytes)
      expect(text).toContain('This certificate proves nothing yet.')
      expect(text).not.toContain('existed no later than')
    } finally {
      await service.rpc('evm_setAutomine', true)
      await service.rpc('evm_mine')
    }
  })

  it('exists for files too', async () => {
    const folderId = await someFolder(service, ada, 'private')
    const content = Buffer.from('the content of a file')
    const { fileId } = await upload(service, ada, folderId, content, 'letter.txt')
    const { bytes } = await get(`/api/files/${fileId}/proof?format=pdf`)
    expect((await readPdf(bytes)).text).toContain('letter.txt (as stated by the service)')
    expect(await readQr(bytes)).toBe('https://notary.example/verify')
    const proof: unknown = JSON.parse(attachmentOf(bytes).toString())
    const verdict = verifyProof(proof, { digest: createHash('sha256').update(content).digest() })
    expect(verdict.outcome).not.toBe('refused')
  })
})

describe('a certificate as a page', () => {
  it('is self-contained, runs the verifier alone, and contains the proof', async () => {
    const { headers, bytes } = await proofOf('format=html')
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; script-src 'sha256-[^']+'; style-src 'sha256-[^']+'; /,
    )
    const html = bytes.toString()
    expect(html).toContain('Vertrag &#60;Łódź&#62; 北京\\u{202e}.pdf')
    const outside = html.replace(/<script>[\s\S]*<\/script>/, '<script></script>')
    expect(outside.match(/(src|href)="[^"]*"/g)?.map((found) => found.slice(0, 30))).toEqual([
      `href="https://notary.example/s/${code}"`.slice(0, 30),
      'href="data:application/json;ba',
    ])
    expect([...outside.matchAll(/<script([^>]*)>/g)].map(([, attributes]) => attributes)).toEqual([
      ' type="application/json" id="tallystick-proof"',
      '',
    ])
    const [, inside = ''] = /id="tallystick-proof">([^<]*)</.exec(html) ?? []
    const [, script = ''] = /<script>([\s\S]*?)<\/script>/.exec(html) ?? []
    const binding = { status: 'same', form: 'html', shows: 'the-same' }
    expect(readPage(html, [scriptHash(script)])).toEqual({ json: JSON.parse(inside), binding })
    const [, saved = ''] = /base64,([^"]*)"/.exec(html) ?? []
    for (const text of [inside, Buffer.from(saved, 'base64').toString()]) {
      expect(verifyProof(JSON.parse(text), { digest })).toMatchObject({
        outcome: 'consistent',
        anchor: { state: 'final' },
      })
    }
  })

  it('is available in German', async () => {
    const { headers, bytes } = await proofOf('format=html&lang=DE')
    expect(headers.get('content-language')).toBe('de')
    expect(bytes.toString()).toContain('<html lang="de">')
    expect(bytes.toString()).toContain('ist in einem Block vom')
  })
})

it('400 for an unknown format or language', async () => {
  const wrong = await service.call('GET', `/hash/${code}/proof?format=docx`, undefined, ada.auth)
  expectError(wrong, 400, 'invalid', /^format: /)
  const french = await service.call('GET', `/hash/${code}/proof?format=pdf&lang=FR`, undefined, ada.auth)
  expectError(french, 400, 'invalid', /^lang: /)
})
