import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { seeded } from '../../../test/tier.js'
import { FormParser } from '../../src/http/input/multipart.js'
import { boundaryOf, FormError, partOf } from '../../src/http/input/multipart-header.js'

type Part = { name: string; value: Buffer; filename?: string }

/** Reads a body that arrives in pieces of the given sizes. */
function read(body: Buffer, boundary: string, sizes: () => number, limits = { fieldBytesMax: 100_000, partsMax: 50 }) {
  const parts: Part[] = []
  let content: Buffer[] = []
  let open: Part | undefined
  const parser = new FormParser(
    boundary,
    {
      field: (name, value) => void parts.push({ name, value: Buffer.from(value) }),
      file: (name, filename) => {
        open = { name, filename, value: Buffer.alloc(0) }
        content = []
      },
      content: (bytes) => void content.push(Buffer.from(bytes)),
      fileEnd: () => {
        if (open) parts.push({ ...open, value: Buffer.concat(content) })
        open = undefined
      },
    },
    limits,
  )
  for (let at = 0; at < body.length; ) {
    const size = sizes()
    parser.push(body.subarray(at, at + size))
    at += size
  }
  parser.end()
  return parts
}

function write(parts: readonly Part[], boundary: string): Buffer {
  const pieces = parts.map(({ name, filename, value }) => {
    const file = filename === undefined ? '' : `; filename="${filename}"\r\nContent-Type: text/html`
    const head = `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${file}\r\n\r\n`
    return Buffer.concat([Buffer.from(head), value, Buffer.from('\r\n')])
  })
  return Buffer.concat([...pieces, Buffer.from(`--${boundary}--\r\n`)])
}

const random = seeded('multipart')
const whole = () => Number.MAX_SAFE_INTEGER

describe('a form', () => {
  it('comes out as it went in, however it is cut, and whatever in it looks like a boundary', () => {
    const boundary = 'xX'
    const bits = ['\r\n--x', '\r\n--xY', '\r', '\n', '\r\n', '--xX', '--', 'a', '\0', ''].map((bit) => Buffer.from(bit))
    for (let round = 0; round < 400; round++) {
      const value = () =>
        Buffer.concat([
          ...Array.from(
            { length: Math.floor(random() * 12) },
            () => bits[Math.floor(random() * bits.length)] as Buffer,
          ),
          ...(round % 10 === 0 ? [randomBytes(70_000)] : []),
        ])
      const fits = () => {
        for (;;) {
          const made = value()
          if (!made.includes('\r\n--xX')) return made
        }
      }
      const parts: Part[] = Array.from({ length: 1 + (round % 4) }, (_, at) => ({
        name: `f${at}`,
        filename: `n${at}`,
        value: fits(),
      }))
      const most = [1, 2, 3, 7, 100, 65_536][round % 6] as number
      const sizes = round % 10 === 0 ? () => 65_536 : () => 1 + Math.floor(random() * most)
      const found = read(write(parts, boundary), boundary, sizes)
      expect(found.map(({ name, filename }) => [name, filename])).toEqual(
        parts.map(({ name, filename }) => [name, filename]),
      )
      // Compared as bytes: the matcher would visit each of them.
      expect(found.every((part, at) => part.value.equals((parts[at] as Part).value))).toBe(true)
    }
  })

  it('is read as fetch and curl write it', async () => {
    const form = new FormData()
    form.append('fileName', 'Bericht "März" – ملف.pdf')
    form.append('attachments', new File(['content'], 'a"b\r\n\\ü.pdf'))
    form.append('empty', '')
    form.append('nothing', new File([], 'zero'))
    const request = new Request('http://localhost', { method: 'POST', body: form })
    const boundary = boundaryOf(request.headers.get('content-type') ?? '') as string
    const parts = read(Buffer.from(await request.arrayBuffer()), boundary, whole)
    expect(parts.map(({ name, filename, value }) => [name, filename, value.toString()])).toEqual([
      ['fileName', undefined, 'Bericht "März" – ملف.pdf'],
      ['attachments', 'a"b\r\n\\ü.pdf', 'content'],
      ['empty', undefined, ''],
      ['nothing', 'zero', ''],
    ])
  })

  it('may have a preamble, spaces after a boundary, and an epilogue', () => {
    const body =
      'to whom it may concern\r\n--b \t\r\ncontent-disposition:form-data;name=a\r\n\r\n1\r\n--b--\r\nand more'
    expect(read(Buffer.from(body), 'b', () => 1)).toEqual([{ name: 'a', value: Buffer.from('1') }])
  })

  const head = '--b\r\nContent-Disposition: form-data; name="a"\r\n\r\n'
  it.each([
    ['is empty', ''],
    ['has another boundary', '--c\r\n\r\n--c--'],
    ['breaks off in a header', '--b\r\nContent-Dispo'],
    ['breaks off in a value', `${head}123`],
    ['breaks off before its last dashes', `${head}123\r\n--b-`],
    ['has something behind a boundary', `${head}123\r\n--bx\r\n`],
    ['has a part without a header', '--b\r\n\r\n123\r\n--b--'],
    ['has a part without a name', '--b\r\nContent-Disposition: form-data\r\n\r\n1\r\n--b--'],
    ['has a part of another kind', '--b\r\nContent-Disposition: attachment; name="a"\r\n\r\n1\r\n--b--'],
    ['has a header without an end', `--b\r\nX: ${'x'.repeat(20_000)}`],
    ['has a value that is too large', `${head}${'x'.repeat(101_000)}\r\n--b--`],
    [
      'has a value that is not UTF-8',
      Buffer.concat([Buffer.from(head), Buffer.from([0xff]), Buffer.from('\r\n--b--')]),
    ],
    ['has too many parts', `${`${head}1\r\n`.repeat(51)}--b--`],
  ])('is refused when it %s', (_, body) => {
    for (const sizes of [whole, () => 1, () => 17]) {
      expect(() => read(Buffer.from(body as string), 'b', sizes)).toThrow(FormError)
    }
  })
})

describe('the header of a part', () => {
  it.each([
    ['Content-Disposition: form-data; name="a"; filename="b"', { name: 'a', filename: 'b' }],
    ['CONTENT-DISPOSITION:Form-Data;NAME=a;FileName=b', { name: 'a', filename: 'b' }],
    ['X: 1\r\nContent-Disposition: form-data; filename="x; name=y"; name="a"', { name: 'a', filename: 'x; name=y' }],
    ['Content-Disposition: form-data; name="a\\"b%22c"', { name: 'a"b"c' }],
    ['Content-Disposition: form-data; name="a"; filename="C:\\dir\\f.txt"', { name: 'a', filename: 'C:\\dir\\f.txt' }],
    ['Content-Disposition: form-data; name="a"; name="b"', { name: 'a' }],
    // urllib3 before 1.25
    ['Content-Disposition: form-data; name="a"; filename*=utf-8\'\'%C3%A4.txt', { name: 'a', filename: 'ä.txt' }],
    // .NET and PowerShell
    [
      'Content-Disposition: form-data; name=a; filename="=?utf-8?B?w6Q=?="; filename*=utf-8\'\'%C3%A4',
      { name: 'a', filename: 'ä' },
    ],
    ["Content-Disposition: form-data; name=a; filename*=ISO-8859-1'de'%E4%80", { name: 'a', filename: 'ä\u0080' }],
    ['Content-Disposition: form-data; name=a\r\nContent-Transfer-Encoding: Binary', { name: 'a' }],
    ['Content-Disposition: form-data; name=a\r\ncontent-transfer-encoding: 8bit', { name: 'a' }],
  ])('%s', (header, expected) => {
    expect(partOf(Buffer.from(header))).toEqual(expected)
  })

  it.each([
    ['Content-Disposition: form-data; filename="b"', /name/],
    ['Content-Type: text/plain', /name/],
    ['Content-Disposition: form-data; name=a\r\nContent-Transfer-Encoding: base64', /"base64"; send its bytes/],
    ['Content-Disposition: form-data; name=a\r\nContent-Transfer-Encoding: quoted-printable', /quoted-printable/],
    ["Content-Disposition: form-data; name=a; filename*=utf-8''%E4", /not UTF-8/],
    ["Content-Disposition: form-data; name=a; filename*=utf-8''%4", /RFC 8187/],
    ["Content-Disposition: form-data; name=a; filename*=koi8-r''a", /RFC 8187/],
    [Buffer.from('Content-Disposition: form-data; name="a"; filename="\xe4"', 'latin1'), /not UTF-8/],
  ])('is refused: %s', (header, problem) => {
    expect(() => partOf(Buffer.from(header as string))).toThrow(problem)
  })

  it.each([
    ['multipart/form-data; boundary=abc', 'abc'],
    ['Multipart/Form-Data; charset=utf-8; Boundary="a b:c"', 'a b:c'],
    ['multipart/form-data', null],
    ['multipart/form-data; boundary=', null],
    [`multipart/form-data; boundary=${'a'.repeat(71)}`, null],
    ['multipart/form-data; boundary="a\u00e4"', null],
    ['multipart/mixed; boundary=a', null],
    ['application/json', null],
  ])('boundary of %s', (type, expected) => {
    expect(boundaryOf(type)).toBe(expected)
  })
})
