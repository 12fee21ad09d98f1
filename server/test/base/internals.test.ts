import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { type AddressInfo, connect, createServer, Socket } from 'node:net'
import PDFDocument from 'pdfkit'
import pg from 'pg'
import { expect, onTestFinished, test, vi } from 'vitest'
import {
  compactPage,
  currentAnswer,
  formParts,
  hasGlyph,
  insteadOfClosing,
  type Layouts,
  parsedFont,
  registerParsed,
  shareLayouts,
  socketOf,
  unsentBytes,
  writeComment,
  writtenBytes,
} from '../../src/base/internals.js'
import { ownFile } from '../../src/base/own-files.js'
import { useDatabase } from '../postgres.js'

const database = useDatabase()

/** Connects to a new server. */
async function connectTo(server: ReturnType<typeof createServer>): Promise<Socket> {
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => void server.close())
  return connect((server.address() as AddressInfo).port, '127.0.0.1')
}

/** Sends one request to a new server. */
async function exchange(head: string): Promise<[request: IncomingMessage, answer: ServerResponse]> {
  const server = createHttpServer()
  const client = await connectTo(server)
  onTestFinished(() => void client.destroy())
  client.write(`GET / HTTP/1.1\r\nHost: x\r\n${head}\r\n`)
  return (await once(server, 'request')) as [IncomingMessage, ServerResponse]
}

test('a socket knows how much of a write the system has not accepted', async () => {
  const server = createServer()
  const client = (await connectTo(server)).pause()
  const [side] = (await once(server, 'connection')) as [Socket]
  expect(unsentBytes(side)).toBe(0)
  const written = new Promise<void>((resolve) => side.write(Buffer.alloc(64 << 20), () => resolve()))
  expect(unsentBytes(side)).toBeGreaterThan(0)
  client.resume()
  await written
  expect(unsentBytes(side)).toBe(0)
  client.end()
  await once(side.resume(), 'close')
  expect(unsentBytes(side)).toBe(0)
})

test('a connection holds its answer until the answer ends', async () => {
  const [{ socket }, answer] = await exchange('')
  expect(currentAnswer(socket)).toBe(answer)
  answer.end()
  await once(answer, 'close')
  expect(currentAnswer(socket)).toBeNull()
  expect(socket.destroyed).toBe(false)
})

test('a connection stays open after its last answer until Node may close it again', async () => {
  const [{ socket }, answer] = await exchange('Connection: close\r\n')
  const reached = new Promise<() => void>((resolve) => {
    const closeAgain = insteadOfClosing(socket, () => resolve(closeAgain))
  })
  answer.end()
  const closeAgain = await reached
  expect(socket.writable).toBe(true)
  closeAgain()
  socket.destroySoon()
  await once(socket, 'close')
})

test('a connection to PostgreSQL is a socket that can be cut', async () => {
  const client = new pg.Client(database.url)
  client.on('error', () => undefined)
  await client.connect()
  const socket = socketOf(client)
  expect(socket).toBeInstanceOf(Socket)
  const before = socket.bytesWritten
  const asked = client.query('SELECT 1')
  expect(socket.bytesWritten).toBeGreaterThan(before)
  await asked
  const lost = client.query('SELECT 1')
  socket.destroy()
  await expect(lost).rejects.toThrow('Connection terminated')
})

test('a PDF knows the glyphs of its font', () => {
  const doc = new PDFDocument().font(readFileSync(ownFile('fonts/Inter-Regular.otf')))
  expect([hasGlyph(doc, 0x41), hasGlyph(doc, 0x4e00)]).toEqual([true, false])
})

test('a PDF takes a font that another one parsed, and the words that it laid out', () => {
  const file = ownFile('fonts/Inter-Regular.otf')
  const first = new PDFDocument()
  first.registerFont('text', readFileSync(file))
  const font = parsedFont(first.font('text'))
  const layouts: Layouts = Object.create(null)
  const laidOut = vi.spyOn(font, 'layout')
  const widths = [1, 2].map(() => {
    const doc = new PDFDocument()
    registerParsed(doc, 'text', font)
    shareLayouts(doc.font('text'), layouts)
    return doc.widthOfString('Two words')
  })
  expect(widths[1]).toBe(widths[0])
  expect([laidOut.mock.calls.length, Object.keys(layouts)]).toEqual([2, ['Two ', 'words']])
})

test('a PDF takes a comment at its start, counts what it wrote, and keeps the content of a page in one piece', async () => {
  const doc = new PDFDocument({ bufferPages: true, compress: false })
  const chunks: Buffer[] = []
  doc.on('data', (chunk: Buffer) => chunks.push(chunk))
  writeComment(doc, '% of its own kind')
  doc.text('Two').text('words')
  compactPage(doc)
  doc.flushPages()
  const before = writtenBytes(doc)
  doc.end()
  await once(doc, 'end')
  const written = Buffer.concat(chunks)
  expect(written.subarray(0, 60).toString('latin1')).toMatch(/^%PDF-1\.3\n%....\n% of its own kind\n/)
  expect(written.subarray(before).toString('latin1')).toMatch(/^\d+ 0 obj\n/)
  expect(writtenBytes(doc)).toBe(written.length)
  expect(written.toString('latin1').match(/ TJ\n/g)?.length).toBe(2)
})

test('a form can be added to a PDF', () => {
  const doc = new PDFDocument()
  const { root, acroform, page, ref } = formParts(doc)
  expect(root.data.Type).toBe('Catalog')
  expect(page.dictionary.data.Type).toBe('Page')
  expect(page.annotations).toEqual([])
  expect(ref({ Type: 'Annot' }).data).toEqual({ Type: 'Annot' })
  expect(formParts(doc).acroform).toBe(acroform)
})
