import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

// Parts of Node and of libraries that they don't document. A test for each fails when an update changes one. The messages of
// PostgreSQL's driver are in database/pipeline, which consists of nothing else.

/** Returns how many bytes of the write under way, which can be a whole answer, the system hasn't taken yet. */
export function unsentBytes(socket: Socket): number {
  const { _handle: handle } = socket as { _handle?: { writeQueueSize?: number } | null }
  return handle?.writeQueueSize ?? 0
}

/** Returns how many bytes the system has taken of a connection, in finished writes. */
export function takenBytes(socket: Socket): number {
  return socket.bytesWritten - socket.writableLength
}

/**
 * Returns the answer in progress on a connection, from the end of the request's head on; null between requests. Node keeps it on
 * the socket, so nothing has to be tracked for each request.
 */
export function currentAnswer(socket: Socket): ServerResponse | null {
  return (socket as { _httpMessage?: ServerResponse | null })._httpMessage ?? null
}

/**
 * Calls `then` where Node would close a connection: after the last answer to a client that sent `Connection: close`.
 *
 * @returns a function that lets Node close it again
 */
export function insteadOfClosing(socket: Socket, then: () => void): () => void {
  socket.destroySoon = then
  return () => {
    Reflect.deleteProperty(socket, 'destroySoon')
  }
}

/** Returns the socket of a connection to PostgreSQL. @param client one of package `pg`, which only the database may import */
export function socketOf(client: object): Socket {
  return (client as { connection: { stream: Socket } }).connection.stream
}

/** Returns whether the current font of a PDF, an embedded one, has a glyph for a character. */
export function hasGlyph(doc: PDFKit.PDFDocument, codePoint: number): boolean {
  const { _font: font } = doc as unknown as { _font: { font: { hasGlyphForCodePoint(point: number): boolean } } }
  return font.font.hasGlyphForCodePoint(codePoint)
}

/** A font that pdfkit has parsed. */
export interface ParsedFont {
  layout(text: string): unknown
}

/** Returns the current font of a PDF, an embedded one, for further PDFs: parsing one takes longer than drawing with it. */
export function parsedFont(doc: PDFKit.PDFDocument): ParsedFont {
  return (doc as unknown as { _font: { font: ParsedFont } })._font.font
}

/** Gives a PDF a font that was parsed for another one. pdfkit takes it in place of the font's bytes, and makes a subset of its own. */
export function registerParsed(doc: PDFKit.PDFDocument, name: string, font: ParsedFont): void {
  doc.registerFont(name, font as unknown as Buffer)
}

/** How a font's words are laid out, by word. */
export type Layouts = Record<string, unknown>

/** Has the current font of a PDF take words that another PDF laid out with the same font, and add its own: this is most of drawing. */
export function shareLayouts(doc: PDFKit.PDFDocument, layouts: Layouts): void {
  const { _font: font } = doc as unknown as { _font: { layoutCache: Layouts } }
  font.layoutCache = layouts
}

/** An object of a PDF. */
interface PdfObject {
  data: Record<string, unknown>
  end(): void
}

/** Returns what adding a form to a PDF takes. pdfkit ends the form with the document. */
export function formParts(doc: PDFKit.PDFDocument) {
  const parts = doc as unknown as {
    _root: PdfObject
    _acroform?: { fonts: object; defaultFont?: string }
    page: { dictionary: PdfObject; annotations: PdfObject[] }
    ref(value: object): PdfObject
  }
  parts._acroform ??= { fonts: {} }
  const { _root: root, _acroform: acroform, page } = parts
  return { root, acroform, page, ref: (value: object) => parts.ref(value) }
}

/** Writes a comment to a PDF, on a line of its own. pdfkit writes only objects. */
export function writeComment(doc: PDFKit.PDFDocument, comment: string): void {
  ;(doc as unknown as { _write(line: string): void })._write(comment)
}

/** Returns how many bytes of a PDF were written so far. */
export function writtenBytes(doc: PDFKit.PDFDocument): number {
  return (doc as unknown as { _offset: number })._offset
}

/** Keeps the content of a PDF's current page in one piece. pdfkit has a piece for each of its thousands of instructions. */
export function compactPage(doc: PDFKit.PDFDocument): void {
  const { content } = doc.page as unknown as { content: { buffer: Uint8Array[] } }
  content.buffer = [Buffer.concat(content.buffer)]
}
