import { Turn } from '../turns/turn.js'

/** Characters that are passed on at a time. */
const pieceLength = 65_536

/** Joins short texts, such as lines: each of its own through an archive or to a socket would cost more than the text. */
export async function* inPieces(texts: AsyncIterable<string>): AsyncGenerator<string, void> {
  const turn = new Turn()
  let piece = ''
  for await (const text of texts) {
    if (turn.isOver()) await turn.next()
    piece += text
    if (piece.length < pieceLength) continue
    yield piece
    piece = ''
  }
  if (piece !== '') yield piece
}
