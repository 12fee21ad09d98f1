import { TextDecoder } from 'node:util'

/** Encodings by the mark at their beginning; Windows PowerShell writes UTF-16. */
const marks: readonly [encoding: string, bytes: readonly number[]][] = [
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
]

/** A record of a list: a line, or what ends with a NUL. */
export interface ListRecord {
  text: string
  /** Whether it ended with a NUL: then a name in it may have line feeds, and none is escaped. */
  isNul: boolean
}

/** Reads the records of a list. A NUL at its beginning says that all of them end with one: their names may have line feeds. */
export async function* recordsIn(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<ListRecord, void, undefined> {
  let end: string | undefined
  let rest = ''
  for await (const text of decoded(bytes)) {
    rest += text
    end ??= ['\0', '\n'].find((sign) => rest.includes(sign))
    if (end === undefined) continue
    const records = rest.split(end)
    rest = records.pop() ?? ''
    for (const record of records) yield recordOf(record, end)
  }
  if (rest !== '') yield recordOf(rest, end)
}

function recordOf(text: string, end: string | undefined): ListRecord {
  const isNul = end === '\0'
  return { text: isNul ? text : text.replace(/\r$/, ''), isNul }
}

async function* decoded(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string, void, undefined> {
  let decoder: TextDecoder | undefined
  let head = Buffer.alloc(0)
  for await (const piece of bytes) {
    if (decoder !== undefined) {
      yield decoder.decode(piece, { stream: true })
      continue
    }
    head = Buffer.concat([head, piece])
    if (head.length < 2) continue
    decoder = decoderOf(head)
    yield decoder.decode(head, { stream: true })
  }
  yield decoder === undefined ? head.toString() : decoder.decode()
}

function decoderOf(head: Uint8Array): TextDecoder {
  const found = marks.find(([, mark]) => mark.every((byte, at) => head[at] === byte))
  return new TextDecoder(found?.[0] ?? 'utf-8')
}
