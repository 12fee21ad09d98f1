import { inflateSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { offsetAt } from '../../src/certificates/letterhead/letterhead.js'
import { logoOf } from '../../src/certificates/letterhead/png.js'
import { certificatesSettings } from '../../src/certificates/settings.js'
import { pngOf } from './logos.js'

/** Returns the rows that a certificate carries of a logo: red, green and blue behind a zero, which stands for no filter. */
function rowsOf(png: Uint8Array): number[] {
  const bytes = Buffer.from(png)
  const at = bytes.indexOf('IDAT')
  return [...inflateSync(bytes.subarray(at + 4, at + 4 + bytes.readUInt32BE(at - 4)))]
}

const pixel = { width: 1, height: 1 }
const palette = ['PLTE', Uint8Array.of(1, 2, 3, 26, 79, 139)] as const

describe('a logo', () => {
  it.each([
    ['gray', pngOf({ ...pixel, color: 0, pixels: Uint8Array.of(0, 7) }), [7, 7, 7]],
    ['RGB', pngOf({ ...pixel, color: 2, pixels: Uint8Array.of(0, 7, 8, 9) }), [7, 8, 9]],
    ['of a palette', pngOf({ ...pixel, color: 3, pixels: Uint8Array.of(0, 1), more: [palette] }), [26, 79, 139]],
    ['gray with alpha', pngOf({ ...pixel, color: 4, pixels: Uint8Array.of(0, 0, 51) }), [204, 204, 204]],
    ['RGB with alpha', pngOf({ ...pixel, color: 6, pixels: Uint8Array.of(0, 9, 9, 9, 0) }), [255, 255, 255]],
    [
      'of a palette with alphas',
      pngOf({ ...pixel, color: 3, pixels: Uint8Array.of(0, 1), more: [palette, ['tRNS', Uint8Array.of(255, 0)]] }),
      [255, 255, 255],
    ],
    [
      'RGB with one transparent color',
      pngOf({
        ...pixel,
        color: 2,
        pixels: Uint8Array.of(0, 7, 8, 9),
        more: [['tRNS', Uint8Array.of(0, 7, 0, 8, 0, 9)]],
      }),
      [255, 255, 255],
    ],
  ])('%s is carried as opaque colors', (_, png, color) => {
    expect(rowsOf(logoOf(png).png)).toEqual([0, ...color])
  })

  it('keeps its colors, whatever filters its rows have', () => {
    const pixels = Uint8Array.of(0, 10, 20, 1, 10, 5, 2, 5, 5, 3, 10, 10, 4, 1, 1)
    const { png, width, height } = logoOf(pngOf({ width: 2, height: 5, color: 0, pixels }))
    expect([width, height]).toEqual([2, 5])
    const gray = (...values: number[]) => [0, ...values.flatMap((value) => [value, value, value])]
    const rows = [gray(10, 20), gray(10, 15), gray(15, 20), gray(17, 28), gray(18, 29)]
    expect(rowsOf(png)).toEqual(rows.flat())
  })

  it('loses everything beside its colors', () => {
    const more = [['tEXt', Buffer.from('Comment\0by Ada')]] as const
    const png = pngOf({ ...pixel, color: 0, pixels: Uint8Array.of(0, 7), more })
    expect(png.includes('Ada')).toBe(true)
    expect(Buffer.from(logoOf(png).png).includes('Ada')).toBe(false)
  })

  const gray = { ...pixel, color: 0, pixels: Uint8Array.of(0, 7) }
  it.each([
    ['no PNG', Buffer.from('<svg/>'), 'a PNG'],
    ['cut off', pngOf(gray).subarray(0, -4), 'a whole PNG'],
    ['damaged', pngOf(gray).fill(0, 41, 45), 'a whole PNG'],
    ['of too few rows', pngOf({ ...gray, height: 2 }), 'a whole PNG'],
    ['of more rows than it says', pngOf({ ...gray, pixels: new Uint8Array(99_999) }), 'a whole PNG'],
    ['of an unknown filter', pngOf({ ...gray, pixels: Uint8Array.of(5, 7) }), 'a whole PNG'],
    ['too wide', pngOf({ ...gray, width: 1201 }), 'a PNG of at most 1200 × 1200 pixels'],
    ['without pixels', pngOf({ ...gray, width: 0 }), 'a PNG of at most 1200 × 1200 pixels'],
    ['of 16 bits', pngOf({ ...gray, depth: 16 }), 'a PNG with 8 bits per channel that is not interlaced'],
    ['interlaced', pngOf({ ...gray, interlace: 1 }), 'a PNG with 8 bits per channel that is not interlaced'],
    ['without its palette', pngOf({ ...gray, color: 3 }), 'a PNG with a whole palette'],
    ['too large', new Uint8Array(262_145), 'a PNG of at most 256 KiB'],
  ])('%s is refused in words', (_, png, words) => {
    expect(() => logoOf(png)).toThrow(new Error(words))
  })
})

describe('the settings of a certificate’s look', () => {
  const { certificateColor, certificateSignatureLine, certificateTimeZone, certificateLogo } = certificatesSettings.rows

  it('take what can be read on paper, and refuse the rest in words', () => {
    expect(certificateColor?.parse('#1A4F8B')).toBe('#1a4f8b')
    expect(certificateSignatureLine?.parse('for Zoë & Søn GmbH')).toBe('for Zoë & Søn GmbH')
    expect(certificateTimeZone?.parse('Europe/Berlin')).toBe('Europe/Berlin')
    for (const color of ['#f0c020', 'navy', '#12'])
      expect(() => certificateColor?.parse(color)).toThrow('a color such as')
    for (const line of ['✓ verified', 'x'.repeat(49), 'a\u202eb', 'Заверено', 'ﬁ'])
      expect(() => certificateSignatureLine?.parse(line)).toThrow('at most 48 Latin letters')
    expect(() => certificateTimeZone?.parse('Europe/Atlantis')).toThrow('the name of a time zone')
    expect(() => certificateLogo?.parse('/nowhere/logo.png')).toThrow('the path of a PNG (ENOENT)')
  })

  it.each([
    ['Europe/Berlin', '2026-11-25T08:58:19Z', 60],
    ['Europe/Berlin', '2026-07-25T08:58:19Z', 120],
    ['America/St_Johns', '2026-11-25T08:58:19Z', -210],
    ['UTC', '2026-11-25T08:58:19Z', 0],
  ])('tell how far clocks in %s were from UTC at %s', (zone, at, minutes) => {
    expect(offsetAt(zone, at)).toBe(minutes)
  })
})
