import type { ListRecord } from './list-text.js'

/** A hash in a list, with the name beside it, if there is one. */
export interface FoundHash {
  hash: string
  name?: string | undefined
}

const hex = '(?:0x)?(?:[0-9a-f]{64}|[0-9a-f]{96}|[0-9a-f]{128})'
const onlyHash = new RegExp(`^${hex}$`, 'i')
/** As `sha256sum` writes it: the hash, a space, and a space or asterisk before the name. */
const gnu = new RegExp(`^(\\\\?)(${hex})(?:[ \\t]+\\*?([^]+))?$`, 'i')
const innerLine = new RegExp(`\\n\\\\?${hex}(?:\\s|$)`, 'i')
/** As `sha256sum --tag`, BSD and `openssl dgst` write it; OpenSSL 3 says SHA2-256. */
const tagged = new RegExp(`^(\\\\?)SHA(?:2-)?(?:256|384|512) ?\\(([^]+)\\) ?= ?(${hex})$`, 'i')
/** As Windows PowerShell's Get-FileHash writes it: in a table, or in a list of properties. */
const tableRow = new RegExp(`^SHA(?:256|384|512) +(${hex})(?: +(\\S.*))?$`, 'i')
const tableHead = /^Algorithm +Hash( +Path)?$|^-+ +-+( +-+)?$/
const property = /^(Algorithm|Hash|Path) +: ?(.*)$/
/** As certutil writes it: a heading in English or German, the hash, which older releases group, and a word at the end. */
const certutilHead = /^SHA(?:256|384|512)(?: hash of(?: file)?|-Hash von)(?: file| Datei)? (.+):$/i
const certutilEnd = /^CertUtil: /i

/** Reads the lines of a list of hashes, as the common programs write them. */
export class ListLines {
  /** The name of the hash that comes, of certutil. */
  private heading: string | undefined
  /** The hash whose path comes, of Get-FileHash. */
  private open: { hash: string; path: string } | undefined
  /** Where the columns are, of a CSV. */
  private columns: { hash: number; path: number; separator: string } | undefined

  /** Takes the next record. @returns the hash that is complete, if one is; null for a record that isn't of a list */
  take({ text, isNul }: ListRecord): FoundHash | undefined | null {
    const line = isNul ? text : text.trim()
    if (this.open !== undefined) return this.takePath(text)
    if (line === '' || tableHead.test(line) || certutilEnd.test(line)) return undefined
    if (this.heading !== undefined) return this.takeHeaded(line)
    const [, heading] = certutilHead.exec(line) ?? []
    if (heading !== undefined) {
      this.heading = heading
      return undefined
    }
    const [, name, value = ''] = property.exec(line) ?? []
    if (name !== undefined) return this.takeProperty(name, value)
    if (line.startsWith('{')) return fromJson(line)
    if (this.columns !== undefined) return fromCsv(line, this.columns)
    this.columns = columnsIn(line)
    if (this.columns !== undefined || line.startsWith('#')) return undefined
    return fromText(line, isNul)
  }

  /** Returns the hash that the end of the list completes. @returns null when something is missing */
  end(): FoundHash | undefined | null {
    if (this.heading !== undefined) return null
    return this.open === undefined ? undefined : this.close()
  }

  private takeHeaded(line: string): FoundHash | null {
    const hash = line.replaceAll(' ', '')
    const name = lastName(`${this.heading}`)
    this.heading = undefined
    return onlyHash.test(hash) ? { hash, name } : null
  }

  private takeProperty(name: string, value: string): FoundHash | undefined | null {
    if (name === 'Path') return null
    if (name === 'Algorithm') return undefined
    if (!onlyHash.test(value)) return null
    this.open = { hash: value, path: '' }
    return undefined
  }

  /** A path goes on in the next line where the window ended. */
  private takePath(text: string): FoundHash | undefined | null {
    const open = this.open as { hash: string; path: string }
    const [, , path] = property.exec(text.trimEnd()) ?? []
    if (path !== undefined && open.path === '') open.path = path
    else if (/^ {4,}\S/.test(text)) open.path += text.trimEnd().replace(/^ {10,12}/, '')
    else return text.trim() === '' || text.startsWith('Algorithm') ? this.close() : null
    return undefined
  }

  private close(): FoundHash {
    const { hash, path } = this.open as { hash: string; path: string }
    this.open = undefined
    return { hash, name: lastName(path) }
  }
}

function fromText(line: string, isNul: boolean): FoundHash | null {
  const [, isTagEscaped = '', tagName, tagHash] = tagged.exec(line) ?? []
  if (tagHash !== undefined) return { hash: tagHash, name: unescaped(`${tagName}`, isTagEscaped) }
  const [, rowHash, rowPath] = tableRow.exec(line) ?? []
  if (rowHash !== undefined) return { hash: rowHash, name: lastName(rowPath ?? '') }
  const [, isEscaped = '', hash, name] = gnu.exec(line) ?? []
  // Lines of another list are no name, even with a NUL somewhere.
  if (hash === undefined || (isNul && (isEscaped !== '' || innerLine.test(`${name}`)))) return null
  return { hash, name: name && unescaped(name, isEscaped) }
}

/** GNU's programs escape names with a backslash or line end, and mark the line. */
const unescaped = (name: string, mark: string) =>
  mark === ''
    ? name
    : name.replace(/\\([\\nr])/g, (_, sign: string) => (sign === 'n' ? '\n' : sign === 'r' ? '\r' : sign))

/** Windows' programs write the whole path; a stamp takes the name alone. */
const lastName = (path: string) => path.split(/[\\/]/).at(-1)?.trim() || undefined

function fromJson(line: string): FoundHash | null {
  try {
    const { hash, filename, file } = JSON.parse(line) as Record<string, unknown>
    if (typeof hash !== 'string' || !onlyHash.test(hash)) return null
    const name = filename ?? file
    return { hash, name: typeof name === 'string' ? name : undefined }
  } catch {
    return null
  }
}

/** Finds the columns in the first line of a CSV, as Export-Csv writes it. */
function columnsIn(line: string) {
  const separator = /[,;\t]/.exec(line)?.[0]
  if (separator === undefined) return undefined
  const names = cellsOf(line, separator).map((name) => name.toLowerCase())
  const hash = names.indexOf('hash')
  const path = names.findIndex((name) => /^(path|filename|file|name)$/.test(name))
  return hash < 0 ? undefined : { hash, path, separator }
}

function fromCsv(line: string, { hash, path, separator }: NonNullable<ReturnType<typeof columnsIn>>): FoundHash | null {
  const cells = cellsOf(line, separator)
  const found = cells[hash]
  if (found === undefined || !onlyHash.test(found)) return null
  return { hash: found, name: lastName(cells[path] ?? '') }
}

/** Splits a line of a CSV; quotation marks inside of a cell are doubled. */
function cellsOf(line: string, separator: string): string[] {
  const cell = new RegExp(`(?:^|${separator})(?:"((?:[^"]|"")*)"|([^${separator}]*))`, 'g')
  return Array.from(line.matchAll(cell), ([, quoted, plain = '']) => quoted?.replaceAll('""', '"') ?? plain)
}
