import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { logPath } from './surroundings.js'

const bytesMax = 200_000

/** Returns the last lines that the portal's service wrote. */
export function readServiceLog(): string {
  const file = openSync(logPath, 'r')
  try {
    const { size } = fstatSync(file)
    const length = Math.min(size, bytesMax)
    const bytes = Buffer.alloc(length)
    readSync(file, bytes, 0, length, size - length)
    return bytes.toString()
  } finally {
    closeSync(file)
  }
}
