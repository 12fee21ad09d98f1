import { pino } from 'pino'
import sharp from 'sharp'
import { afterAll, describe, expect, it } from 'vitest'
import { limitMs } from '../../../test/machine.js'
import { Media } from '../../src/media/media.js'
import type { Inspection } from '../../src/media/process.js'
import { pdf, picture, redAndBlue, svg } from './files.js'

const media = new Media({ logger: pino({ level: 'silent' }), limits: { jobCpuMsMax: limitMs(60_000) } })
afterAll(() => media.stop())

const inspect = (content: Uint8Array | string) => media.inspect('me', async () => chunksOf(Buffer.from(content)))

async function* chunksOf(bytes: Buffer) {
  for (let at = 0; at < bytes.length; at += 50_000) yield bytes.subarray(at, at + 50_000)
}

/** Returns the size, and the colours left and right of the middle. */
async function seen({ thumbnail }: Inspection) {
  expect(thumbnail).not.toBeNull()
  const { format, exif, icc, xmp } = await sharp(thumbnail!).metadata()
  expect({ format, exif, icc, xmp }).toEqual({ format: 'webp', exif: undefined, icc: undefined, xmp: undefined })
  const { data, info } = await sharp(thumbnail!).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  const colour = (x: number, y: number) => {
    const at = (Math.floor(y * info.height) * info.width + Math.floor(x * info.width)) * info.channels
    const [red = 0, green = 0, blue = 0] = data.subarray(at, at + 3)
    return red > 150 && green < 100 && blue < 100 ? 'red' : blue > 150 && red < 100 && green < 100 ? 'blue' : 'other'
  }
  return { width: info.width, height: info.height, left: colour(0.25, 0.5), right: colour(0.75, 0.5) }
}

describe('pictures', () => {
  it.each([
    ['image/jpeg', async () => picture(800, 400).jpeg().toBuffer()],
    ['image/jpeg', async () => picture(800, 400).jpeg({ progressive: true }).toBuffer()],
    ['image/png', async () => picture(800, 400).png().toBuffer()],
    ['image/png', async () => picture(800, 400).toColourspace('rgb16').png().toBuffer()],
    ['image/webp', async () => picture(800, 400).webp().toBuffer()],
    ['image/gif', async () => picture(800, 400).gif().toBuffer()],
    ['image/avif', async () => picture(800, 400).avif({ effort: 0 }).toBuffer()],
    ['image/svg+xml', async () => svg(redAndBlue, 'width="800" height="400"')],
  ])('%s', async (mimetype, make) => {
    const inspection = await inspect(await make())
    expect(inspection.facts).toEqual({ mimetype, pages: 1, width: 800, height: 400 })
    expect(inspection.outcome).toBe('done')
    expect(await seen(inspection)).toEqual({ width: 320, height: 160, left: 'red', right: 'blue' })
  })

  it('have their orientation applied and their metadata removed', async () => {
    const bytes = await picture(400, 200)
      .jpeg()
      .withExif({ IFD0: { Copyright: 'secret place' } })
      .withMetadata({ orientation: 6 })
      .toBuffer()
    expect(bytes.includes('secret place')).toBe(true)
    const inspection = await inspect(bytes)
    expect(inspection.facts).toMatchObject({ width: 200, height: 400 })
    expect(await seen(inspection)).toMatchObject({ width: 160, height: 320 })
    expect(Buffer.from(inspection.thumbnail!).includes('secret place')).toBe(false)
  })

  it('with several frames show the first', async () => {
    const frames = ['#ff0000', '#0000ff'].map((background) => ({
      create: { width: 100, height: 50, channels: 3 as const, background },
    }))
    for (const [format, mimetype] of [
      ['gif', 'image/gif'],
      ['webp', 'image/webp'],
    ] as const) {
      // sharp's types know a list of contents only.
      const bytes = await sharp(frames as never[], { join: { animated: true } })
        [format]()
        .toBuffer()
      const inspection = await inspect(bytes)
      expect(inspection.facts).toEqual({ mimetype, pages: 1, width: 100, height: 50 })
      expect(await seen(inspection)).toEqual({ width: 100, height: 50, left: 'red', right: 'red' })
    }
  })

  it('smaller than a thumbnail are not enlarged', async () => {
    expect(await seen(await inspect(await picture(20, 10).png().toBuffer()))).toMatchObject({ width: 20, height: 10 })
  })

  it.each([
    ['without a size', svg(redAndBlue, 'viewBox="0 0 100 50"'), 100, 50, 320, 160],
    ['of an enormous size', svg(redAndBlue, 'width="1000000" height="500000"'), 1_000_000, 500_000, 320, 160],
    [
      'after declarations',
      svg(
        redAndBlue,
        'width="80" height="40"',
        '\ufeff<?xml version="1.0"?>\n<!-- > -->\n<!DOCTYPE svg [ <!ENTITY a "<b>"> ]>\n',
      ),
      80,
      40,
      320,
      160,
    ],
  ])('SVG %s', async (_, bytes, width, height, ...size) => {
    const inspection = await inspect(bytes)
    expect(inspection.facts).toEqual({ mimetype: 'image/svg+xml', pages: 1, width, height })
    expect(await seen(inspection)).toEqual({ width: size[0], height: size[1], left: 'red', right: 'blue' })
  })
})

describe('PDF', () => {
  it.each([
    [pdf(1), 1, 612, 792, 248, 320],
    [pdf(3, 841.89, 595.28), 3, 842, 595, 320, 227],
    [pdf(500), 500, 612, 792, 248, 320],
    [pdf(1, 14_400_000, 7_200_000), 1, 14_400_000, 7_200_000, 320, 160],
  ])('%#', async (bytes, pages, width, height, ...size) => {
    const inspection = await inspect(bytes)
    expect(inspection.facts).toEqual({ mimetype: 'application/pdf', pages, width, height })
    expect(await seen(inspection)).toEqual({ width: size[0], height: size[1], left: 'red', right: 'blue' })
  })

  it('measures rotated pages as displayed', async () => {
    const inspection = await inspect(pdf(1, 600, 800, '/Rotate 90'))
    expect(inspection.facts).toMatchObject({ width: 800, height: 600 })
    expect(await seen(inspection)).toMatchObject({ width: 320, height: 240 })
  })
})

describe('other content', () => {
  it.each([
    ['text/plain', 'plain words, with ümlauts'],
    ['text/plain', '<!doctype html><script>alert(1)</script>'],
    ['text/plain', '<html xmlns="http://www.w3.org/1999/xhtml"><svg/></html>'],
    ['text/plain', '<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"/>'],
    ['text/plain', '{"a": 1}'],
    ['text/plain', 'a,b\n1,2\n'],
    ['text/plain', Buffer.from('\ufeffwords', 'utf16le')],
    ['text/plain', 'ü'.repeat(40_000).slice(1)],
    ['application/octet-stream', ''],
    ['application/octet-stream', Buffer.from([0, 1, 2, 3])],
    ['application/octet-stream', Buffer.from([0xc3, 0x28, 0x41])],
    ['application/zip', Buffer.from('504b0506000000000000000000000000000000000000', 'hex')],
    ['application/gzip', Buffer.from('1f8b0800000000000003', 'hex')],
    [
      'audio/mpeg',
      Buffer.concat([Buffer.from('ID3\x03\0\0\0\0\0\0', 'latin1'), Buffer.from('fffb9064', 'hex'), Buffer.alloc(500)]),
    ],
  ])('%s', async (mimetype, content) => {
    expect(await inspect(content)).toEqual({
      facts: { mimetype, pages: 1, width: 0, height: 0 },
      thumbnail: null,
      outcome: 'done',
    })
  })

  it('is read no further than necessary, though it comes without a wait', async () => {
    const piece = Buffer.alloc(65_536, 'words ')
    for (const _ of Array(50)) {
      let bytes = 0
      let closed = false
      const inspection = await media.inspect('me', async function* () {
        try {
          for (;;) {
            bytes += piece.length
            yield piece
          }
        } finally {
          closed = true
        }
      })
      expect(inspection.facts?.mimetype).toBe('text/plain')
      expect(bytes).toBeLessThan(4 << 20)
      expect(closed).toBe(true)
    }
  })
})
