import { readFileSync } from 'node:fs'
import { type Logo, logoOf } from './png.js'

/** Reads a logo from its file. @throws {Error} says in words that continue "must be" what a logo is */
export function readLogo(path: string): Logo {
  return logoOf(read(path))
}

function read(path: string): Uint8Array {
  try {
    return readFileSync(path)
  } catch (error) {
    throw new Error(`the path of a PNG (${(error as NodeJS.ErrnoException).code ?? 'unreadable'})`)
  }
}
