import { isSystemFile } from '@tallystick/proof'
import type { Command } from 'commander'
import { collect } from '../repeatable.js'

/** Flags about which files of a folder count. */
export interface ChoiceFlags {
  includeAll?: boolean
  exclude?: readonly string[]
}

/** Adds the flags of commands that take folders. */
export function withChoice(command: Command): Command {
  return command
    .option('--include-all', 'take lock files, unfinished downloads and files of the operating system, too')
    .option('--exclude <glob>', 'leave out files and folders of this name or path; repeatable', collect)
}

/** Names of files that other programs are still working on, with what they are. */
const unfinished: readonly [pattern: RegExp, reason: string][] = [
  [/^~\$|^\.~lock\..*#$|^\.#/, 'a lock file: a document beside it is open'],
  [/\.(?:part|partial|crdownload|download|opdownload|filepart|aria2)$/i, 'an unfinished download'],
  [/\.sw[n-p]$/i, 'a swap file: a document beside it is open'],
  [/\.tmp$|^\.goutputstream-|^\.(?:com|org)\.[\w.]+\.[A-Za-z0-9]{6}$/i, 'a temporary file'],
]

/** Decides which files of a folder count. Files that are given by name always do. */
export class Choice {
  private readonly includesAll: boolean
  private readonly excluded: readonly RegExp[]

  /** @throws {Error} for people when a glob is empty */
  constructor({ includeAll = false, exclude = [] }: ChoiceFlags) {
    this.includesAll = includeAll
    this.excluded = exclude.map(globPattern)
  }

  /**
   * Whether the person excludes a file, or a folder that it is in.
   * @param path in the folder that was given, with `/` between segments
   */
  isExcluded(path: string): boolean {
    const segments = path.split('/')
    return segments.some((_, at) => {
      const above = segments.slice(0, at + 1).join('/')
      return this.excluded.some((pattern) => pattern.test(above))
    })
  }

  /** Returns why a file is no document; undefined when it may be one. @param siblings names beside it */
  passedOver(name: string, siblings: ReadonlySet<string>): string | undefined {
    if (this.includesAll) return undefined
    if (isSystemFile(name, siblings)) return 'created by the operating system'
    return unfinished.find(([pattern]) => pattern.test(name))?.[1]
  }
}

const signs: Readonly<Record<string, string>> = { '**/': '(?:.*/)?', '**': '.*', '*': '[^/]*', '?': '[^/]' }

/** A glob as a pattern. Without a slash, it matches a name anywhere; with one, a path from the folder. */
function globPattern(glob: string): RegExp {
  const path = glob.replace(/^\.\//, '').replace(/\/+$/, '')
  if (path === '') throw new Error('--exclude needs a name or path, such as "*.log" or drafts/')
  const source = path
    .replace(/^\//, '')
    .replace(/\*\*\/|\*\*|[*?]|[^*?\w/-]/gu, (sign) => signs[sign] ?? `\\u{${sign.codePointAt(0)?.toString(16)}}`)
  return new RegExp(path.includes('/') ? `^${source}$` : `(?:^|/)${source}$`, 'u')
}
