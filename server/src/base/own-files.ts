import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'

/** The package's folder, whichever file of `src`, `build` or `dist` this code is in. */
const folder = new URL('./', pathToFileURL(createRequire(import.meta.url).resolve('@tallystick/server/package.json')))

/** Locates a file that belongs to the package, by its path in it. */
export function ownFile(path: string): URL {
  return new URL(path, folder)
}
