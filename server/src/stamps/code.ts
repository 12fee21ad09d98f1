import { randomFillSync } from 'node:crypto'

/** Crockford's base 32: no I, L, O, U, so a code survives being read aloud. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const length = 10
/** Codes that begin with it are reserved before they are used, and never drawn: a drawn code meets no reserved one, without a lookup. */
const reservedStart = 'R'

const random = new Uint8Array(length * 256)
let used = random.length

/** Draws a code: 10 characters, nearly 50 bits from the system's secure source. */
export function newCode(): string {
  for (;;) {
    const code = draw()
    if (code[0] !== reservedStart) return code
  }
}

/** Draws a code to reserve: 45 bits beside its beginning. The caller makes sure that it is new. */
export function newReservableCode(): string {
  return reservedStart + draw().slice(1)
}

function draw(): string {
  if (used === random.length) {
    randomFillSync(random)
    used = 0
  }
  let code = ''
  for (let end = used + length; used < end; used++) code += alphabet[(random[used] as number) & 31]
  return code
}

/** Parses a code as people write it, in groups or not: I and L read as 1, O as 0 (Crockford). @returns null when it isn't a code */
export function parseCode(text: string): string | null {
  const code = unmistaken(text.replace(/[\s\p{Dash}]/gu, '').toUpperCase())
  return /^[0-9A-HJKMNP-TV-Z]{10}$/.test(code) ? code : null
}

/** Shorter texts with an O or an I are the beginning of a name. */
const mistakenMin = 5

/** Returns a text as the beginning of codes, written in one or as two groups of five; null when no code begins with it. */
export function codeStart(text: string): string | null {
  const start = text.toUpperCase().replace(/^(\w{5})[\s\p{Dash}](?=\w{0,5}$)/u, '$1')
  const read = start.length < mistakenMin ? start : unmistaken(start)
  return /^[0-9A-HJKMNP-TV-Z]{1,10}$/.test(read) ? read : null
}

function unmistaken(code: string): string {
  return code.replace(/[IL]/g, '1').replace(/O/g, '0')
}
