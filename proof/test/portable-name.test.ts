import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '../../test/tier.js'
import { portableName } from '../src/names/portable-name.js'

const bytes = (text: string) => Buffer.byteLength(text)

describe('a portable name', () => {
  it.each([
    ['report.pdf', 'report.pdf'],
    ['Müller & Söhne (2).tar.gz', 'Müller & Söhne (2).tar.gz'],
    ['.env', '.env'],
    ['日本語.txt', '日本語.txt'],
    ['console.log', 'console.log'],
    ['Q3: "plan"?.pdf', 'Q3_ _plan__.pdf'],
    ['a/b\\c|d*e<f>g', 'a_b_c_d_e_f_g'],
    ['line\nfeed\x7f', 'line_feed_'],
    ['ends. ', 'ends__'],
    ['..', '__'],
    ['.', '_'],
    ['', '_'],
    ['con', '_con'],
    ['NUL.tar.gz', '_NUL.tar.gz'],
    ['aux .txt', '_aux .txt'],
    ['lpt1', '_lpt1'],
    ['COM³.log', '_COM³.log'],
    ['CONOUT$', '_CONOUT$'],
    ['half \ud83d', 'half _'],
  ])('of %j is %j', (name, expected) => {
    expect(portableName(name)).toBe(expected)
  })

  it('keeps its extension and mark when it is cut, and cuts between characters', () => {
    const long = portableName(`${'é'.repeat(150)}.pdf`)
    expect(long).toBe(`${'é'.repeat(98)}.pdf`)
    expect(bytes(long)).toBe(200)
    expect(portableName(`${'x'.repeat(300)}.pdf`, { mark: ' (12)', bytesMax: 20 })).toBe(`${'x'.repeat(11)} (12).pdf`)
    expect(portableName(`${'🏳️‍🌈'.repeat(3)}`, { bytesMax: 30 })).toBe('🏳️‍🌈🏳️‍🌈')
    expect(portableName(`cut here ${'x'.repeat(300)}`, { bytesMax: 9 })).toBe('cut here_')
    expect(portableName(`e${'\u0301'.repeat(300)}`)).toBe('_')
  })

  it('is one that Windows takes, whatever the name; it stays as it is', () => {
    const part = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 80 }),
      fc.constantFrom(
        'CON',
        'nul',
        'com1',
        'COM²',
        '.',
        ' ',
        '..',
        '.txt',
        ':',
        '\x00',
        '\ud800',
        '\\',
        'x'.repeat(250),
      ),
    )
    fc.assert(
      fc.property(fc.array(part, { maxLength: 4 }), (parts) => {
        const name = portableName(parts.join(''))
        expect(name).not.toMatch(/[\\/:*?"<>|\p{Cc}]/u)
        expect(name).toMatch(/[^. ]$/)
        expect(name.split('.')[0]?.trimEnd()).not.toMatch(/^(con|prn|aux|nul|com[\d¹²³]|lpt[\d¹²³]|conin\$|conout\$)$/i)
        expect(Buffer.from(name).toString()).toBe(name)
        expect(bytes(name)).toBeLessThanOrEqual(200)
        expect(portableName(name)).toBe(name)
      }),
      { numRuns: runs(500) },
    )
  })
})
