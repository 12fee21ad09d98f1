import { describe, expect, it } from 'vitest'
import { portableNameBytesMax, proofEndings, proofFileName } from '../src/index.js'

const code = '7G4K9XWQ20'

describe('the name of a proof’s file', () => {
  it.each([
    ['contract.pdf', 'contract.pdf.proof.json'],
    ['Case 7/Annexes/K2.pdf', 'K2.pdf.proof.json'],
    ['C:\\Case 7\\K2.pdf', 'K2.pdf.proof.json'],
    ['Q3: plan?.pdf', 'Q3_ plan_.pdf.proof.json'],
    ['nul.txt', '_nul.txt.proof.json'],
    ['x\u202egpj.exe', 'xgpj.exe.proof.json'],
    ['', `${code}.proof.json`],
    [undefined, `${code}.proof.json`],
    ['Case 7/ ', `${code}.proof.json`],
  ])('is the document’s with an ending: %j', (name, expected) => {
    expect(proofFileName({ name, code }, 'json')).toBe(expected)
  })

  it.each(Object.entries(proofEndings))('keeps the ending of %s behind a name that is too long', (format, ending) => {
    const name = proofFileName({ name: `${'ä'.repeat(300)}.pdf`, code }, format as keyof typeof proofEndings)
    expect(name.endsWith(`.pdf${ending}`)).toBe(true)
    expect(Buffer.byteLength(name)).toBeLessThanOrEqual(portableNameBytesMax)
  })
})
