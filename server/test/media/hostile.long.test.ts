import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { pino } from 'pino'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { limitMs, machineFactor } from '../../../test/machine.js'
import { Media } from '../../src/media/media.js'
import { bomb, pdf, pdfOf, picture, png, redAndBlue, stream, svg, zipBomb } from './files.js'

const limits = {
  jobCpuMsMax: 3000 * Math.max(1, machineFactor),
  readMsMax: limitMs(60_000),
  jobMsMax: limitMs(300_000),
}
const media = new Media({ logger: pino({ level: 'silent' }), limits })
const folder = mkdtempSync(join(tmpdir(), 'tallystick-media-'))
let good: Buffer

beforeAll(async () => {
  good = await picture(40, 20).png().toBuffer()
})
afterAll(async () => {
  await media.stop()
  rmSync(folder, { recursive: true })
})

const inspect = (content: Uint8Array) =>
  media.inspect('me', async function* () {
    yield content
  })

/** The next job works after any test. */
afterEach(async () => {
  expect((await inspect(good)).thumbnail).not.toBeNull()
})

describe('headers that promise more than follows', () => {
  it.each([
    ['application/octet-stream', () => good.subarray(0, 8)],
    ['image/png', () => good.subarray(0, 50)],
    ['image/jpeg', () => Buffer.from('ffd8ffe000104a46', 'hex')],
    ['application/pdf', () => Buffer.from('%PDF-1.7\n')],
    ['application/pdf', () => Buffer.concat([Buffer.from('%PDF-1.7\n'), good])],
    ['image/gif', () => Buffer.from('GIF89a<script>alert(1)</script>')],
    ['image/webp', () => Buffer.from('RIFF\xff\0\0\0WEBPVP8 ', 'latin1')],
    ['image/avif', () => Buffer.from('\0\0\0\x18ftypavif\0\0\0\0mif1miaf', 'latin1')],
    ['image/svg+xml', () => Buffer.from('<svg')],
    ['image/svg+xml', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><rect>')],
  ])('%s %#', async (mimetype, make) => {
    const { facts, thumbnail, outcome } = await inspect(make())
    expect([mimetype, 'text/plain']).toContain(facts?.mimetype)
    expect({ pages: facts?.pages, thumbnail, outcome }).toEqual({ pages: 1, thumbnail: null, outcome: 'done' })
  })
})

describe('bombs', () => {
  it.each([
    ['a PNG of 900 megapixels', () => bomb(30_000, 30_000), 30_000],
    ['a PNG that says it is larger than anything', () => png(2 ** 31 - 1, 2 ** 31 - 1, Buffer.alloc(10)), 0],
    ['a GIF of 20000 × 20000', () => gif(20_000), 20_000],
    ['an AVIF that says it is 65535 wide', () => avif(65_535), 65_535],
  ])('%s', async (_, make, width) => {
    const content = await make()
    const { facts, thumbnail, outcome } = await inspect(content)
    expect({ thumbnail, outcome }).toEqual({ thumbnail: null, outcome: 'done' })
    expect([width, 0]).toContain(facts?.width)
  })

  it('detects zip and gzip without unpacking them', async () => {
    const zeroes = Buffer.alloc(100 << 20)
    expect((await inspect(gzipSync(zeroes))).facts?.mimetype).toBe('application/gzip')
    expect((await inspect(zipBomb('[Content_Types].xml'))).facts?.mimetype).toBe('application/zip')
  })

  it.each([
    ['entities that unfold to a billion', svg('<text>&i;</text>', '', billion())],
    [
      'nested uses',
      svg(
        `<defs><g id="a0"><rect width="9" height="9"/></g>${Array.from({ length: 12 }, (_, at) => `<g id="a${at + 1}">${`<use href="#a${at}"/>`.repeat(10)}</g>`).join('')}</defs><use href="#a12"/>`,
      ),
    ],
    ['uses of itself', svg('<g id="a"><use href="#a"/></g><use href="#a"/>')],
    [
      'endless filters',
      svg(
        `<filter id="f" x="-9999" y="-9999" width="99999" height="99999">${'<feTurbulence numOctaves="99999" baseFrequency="9"/><feGaussianBlur stdDeviation="9999"/>'.repeat(50)}</filter><rect width="200" height="100" filter="url(#f)"/>`,
      ),
    ],
    ['depth without end', Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg">${'<g>'.repeat(1_000_000)}`)],
    ['a size without end', svg(redAndBlue, 'width="1e30" height="1e-30"')],
  ])('SVG with %s: ends within its processor time', async (_, content) => {
    const { facts, outcome } = await inspect(content)
    expect(facts?.mimetype).toBe('image/svg+xml')
    expect(['done', 'failed']).toContain(outcome)
  })

  it.each([
    [
      'pages that contain themselves',
      pdfOf('<< /Type /Catalog /Pages 2 0 R >>', '<< /Type /Pages /Kids [2 0 R 2 0 R] /Count 2 >>'),
    ],
    ['a billion pages', pdfOf('<< /Type /Catalog /Pages 2 0 R >>', '<< /Type /Pages /Kids [] /Count 2000000000 >>')],
    ['a form that draws itself', formOf('/F Do '.repeat(1000))],
    ['drawing without end', formOf('q 0 0 612 792 re f Q '.repeat(100), 1_000_000)],
    ['a page of no size', pdf(1, 0, 0)],
    [
      'a page of enormous size',
      pdfOf(
        '<< /Type /Catalog /Pages 2 0 R >>',
        '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
        '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9999999999999999 0.0001] >>',
      ),
    ],
    ['arrays in arrays', Buffer.from(`%PDF-1.7\n1 0 obj\n${'['.repeat(1_000_000)}`)],
  ])('PDF with %s: ends within its processor time', async (_, content) => {
    const { facts, outcome } = await inspect(content)
    expect(facts?.mimetype).toBe('application/pdf')
    expect(['done', 'failed']).toContain(outcome)
  })
})

describe('SVG', () => {
  const secret = join(folder, 'secret.svg')
  const secretPicture = join(folder, 'secret.png')
  beforeAll(async () => {
    // The renderer may read them: file permissions are not what protects them.
    chmodSync(folder, 0o755)
    writeFileSync(secret, svg('<rect id="r" width="200" height="100" fill="#ff0000"/>'))
    writeFileSync(
      secretPicture,
      await sharp({ create: { width: 9, height: 9, channels: 3, background: '#f00' } })
        .png()
        .toBuffer(),
    )
  })

  it.each([
    ['image', () => `<image href="file://${secretPicture}" width="200" height="100"/>`],
    ['image by path', () => `<image href="${secretPicture}" width="200" height="100"/>`],
    [
      'image, old style',
      () =>
        `<image xmlns:xlink="http://www.w3.org/1999/xlink" xlink:href="file://${secretPicture}" width="200" height="100"/>`,
    ],
    ['use', () => `<use href="file://${secret}#r"/>`],
    ['inclusion', () => `<xi:include xmlns:xi="http://www.w3.org/2001/XInclude" href="file://${secret}"/>`],
    [
      'style',
      () =>
        `<style>@import url("file://${secret}"); rect { fill: url("file://${secret}#r") }</style><rect width="200" height="100"/>`,
    ],
    [
      'script',
      () => `<script>document.documentElement.innerHTML = '<rect width="200" height="100" fill="red"/>'</script>`,
    ],
    [
      'foreign page',
      () =>
        `<foreignObject width="200" height="100"><body xmlns="http://www.w3.org/1999/xhtml" style="background:red">x</body></foreignObject>`,
    ],
  ])('accesses nothing outside the file: %s', async (_, make) => {
    const { thumbnail } = await inspect(svg(make()))
    if (thumbnail) expect(await redOf(thumbnail)).toBe(0)
  })

  it('resolves no external entities', async () => {
    const declared = `<!DOCTYPE svg [<!ENTITY e SYSTEM "file://${secret}">]>`
    const { thumbnail } = await inspect(svg('&e;', 'width="200" height="100"', declared))
    if (thumbnail) expect(await redOf(thumbnail)).toBe(0)
  })

  it('draws its own content', async () => {
    const inner = `data:image/png;base64,${(await picture(20, 20).png().toBuffer()).toString('base64')}`
    const { thumbnail } = await inspect(svg(`<image href="${inner}" width="200" height="100"/>`))
    expect(await redOf(thumbnail!)).toBeGreaterThan(0)
  })
})

/** Counts the red pixels. */
async function redOf(thumbnail: Uint8Array): Promise<number> {
  const { data, info } = await sharp(thumbnail).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  let count = 0
  for (let at = 0; at < data.length; at += info.channels) {
    if (data[at]! > 150 && data[at + 1]! < 100 && data[at + 2]! < 100 && data[at + 3]! > 100) count++
  }
  return count
}

function billion(): string {
  const entities = Array.from(
    { length: 12 },
    (_, at) => `<!ENTITY ${'abcdefghijkl'[at]} "${at === 0 ? 'ha' : `&${'abcdefghijkl'[at - 1]};`.repeat(10)}">`,
  )
  return `<!DOCTYPE svg [${entities.join('')}]>`
}

function formOf(content: string, times = 1): Buffer {
  const resources = '/Resources << /XObject << /F 5 0 R >> >>'
  return pdfOf(
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] ${resources} /Contents 4 0 R >>`,
    stream('/F Do '.repeat(times)),
    `<< /Type /XObject /Subtype /Form /BBox [0 0 612 792] ${resources} /Length ${content.length} >>\nstream\n${content}\nendstream`,
  )
}

async function gif(side: number): Promise<Buffer> {
  const bytes = await picture(16, 16).gif().toBuffer()
  const frame = bytes.lastIndexOf(Buffer.from([0x2c, 0, 0, 0, 0, 16, 0, 16, 0]))
  for (const at of [6, 8, frame + 5, frame + 7]) bytes.writeUInt16LE(side, at)
  return bytes
}

async function avif(side: number): Promise<Buffer> {
  const bytes = await picture(64, 64).avif({ effort: 0 }).toBuffer()
  const at = bytes.indexOf('ispe')
  bytes.writeUInt32BE(side, at + 8)
  bytes.writeUInt32BE(side, at + 12)
  return bytes
}

describe('damaged files', () => {
  it('of every format, corrupted at each byte and truncated, harm no other file', async () => {
    const originals = [
      await picture(60, 40).jpeg().toBuffer(),
      await picture(60, 40).png().toBuffer(),
      await picture(60, 40).webp().toBuffer(),
      await picture(60, 40).gif().toBuffer(),
      await picture(60, 40).avif({ effort: 0 }).toBuffer(),
      svg(redAndBlue),
      pdf(2),
    ]
    const before = process.memoryUsage.rss()
    const outcomes = new Map<string, number>()
    let seed = 7
    const random = (below: number) => {
      seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fffffff
      return (seed >> 8) % below
    }
    for (let round = 0; round < 210; round++) {
      const original = originals[round % originals.length]!
      const bytes = Buffer.from(original)
      for (let times = random(8); times >= 0; times--) bytes[random(bytes.length)] = random(256)
      const { outcome, thumbnail } = await inspect(round % 5 === 0 ? bytes.subarray(0, random(bytes.length)) : bytes)
      const name = `${outcome}, ${thumbnail ? 'a thumbnail' : 'no thumbnail'}`
      outcomes.set(name, (outcomes.get(name) ?? 0) + 1)
      if (round % 30 === 0) expect((await inspect(good)).thumbnail).not.toBeNull()
    }
    expect(outcomes.get('done, a thumbnail')).toBeGreaterThan(0)
    expect(outcomes.get('done, no thumbnail')).toBeGreaterThan(0)
    expect(process.memoryUsage.rss() - before).toBeLessThan(64 << 20)
  })
})
