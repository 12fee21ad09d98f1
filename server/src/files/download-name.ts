import { inOneDirection } from '@tallystick/proof'
import { disposition } from '../http/answers/disposition.js'

/** Returns the extension of the first name that has one: lower case, without its dot; empty without any. */
export function extensionOf(...names: readonly string[]): string {
  for (const name of names) {
    const [, extension] = /[^.]\.([A-Za-z0-9]{1,16})$/.exec(name) ?? []
    if (extension !== undefined) return extension.toLowerCase()
  }
  return ''
}

/** Returns the client's name of a file without folders, which some clients include; at most 255 characters. */
export function uploadedName(filename: string): string {
  const last = filename.split(/[/\\]/).at(-1) ?? ''
  const clean = last.replace(/[\p{Cc}\p{Cs}\u2028\u2029]/gu, '').trim()
  return [...clean].slice(-255).join('')
}

/**
 * Returns the name of a download: the file's, with an extension so that it opens, and without characters that change the direction of
 * text, which could disguise the type of a file.
 */
export function downloadName(name: string, extension: string): string {
  const full = extension === '' || extensionOf(name) !== '' ? name : `${name}.${extension}`
  return inOneDirection(full)
}

/**
 * Returns the Content-Disposition of a download.
 *
 * @param extension appended to a name without one
 */
export function attachmentOf(name: string, extension: string): string {
  return disposition('attachment', downloadName(name, extension))
}
