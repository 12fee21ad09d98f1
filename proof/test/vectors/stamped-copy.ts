import { concat, utf8 } from '../../src/encoding/hash.js'
import { originalMarker } from '../../src/original/marker.js'

const original = utf8('%PDF-1.7\n% tallystick vectors: original\n%%EOF\n')

/** A document, and a copy of it with something added. */
export const vectorCopy = { original, copy: concat(original, originalMarker(original.length), utf8('% added\n%%EOF\n')) }
