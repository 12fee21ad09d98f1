import { foldPath, portableName } from '@tallystick/proof'

/**
 * How names are spelled in a folder outside of the service.
 * @param mark a number that goes before the extension, or nothing.
 * @param bytesMax bytes of UTF-8 that the result has at most, if names are cut at all
 */
type Spelling = (name: string, mark: string, bytesMax?: number) => string

/** In a manifest, where names are the true ones as far as a path can have them. */
export const spelledTruly: Spelling = (name, mark) => {
  const safe = safeName(name)
  if (mark === '') return safe
  const [, stem = safe, extension = ''] = /^(.+)(\.[^.]+)$/.exec(safe) ?? []
  return `${stem}${mark}${extension}`
}

/** In an archive, which is unpacked on any system. */
export const spelledPortably: Spelling = (name, mark, bytesMax) =>
  portableName(name, { mark, ...(bytesMax !== undefined && { bytesMax }) })

/** The names taken in a folder of an archive or a manifest, where names that differ only in case collide. */
export class TakenNames {
  private readonly spelled: Spelling
  private readonly taken: Set<string>
  /** Per folded name: all numbers below this one are taken, so however many files share a name, each is tried once. */
  private readonly free = new Map<string, number>()

  constructor(spelled: Spelling, taken: Iterable<string> = []) {
    this.spelled = spelled
    this.taken = new Set(taken)
  }

  /** Takes a name; adds a number if it is taken. */
  take(name: string, bytesMax?: number): string {
    const plain = this.spelled(name, '', bytesMax)
    const key = foldPath(plain)
    const taken = this.taken.has(key) ? this.numbered(name, key, bytesMax) : plain
    this.taken.add(foldPath(taken))
    return taken
  }

  /** Returns a copy, whose names don't count here. */
  copy(): TakenNames {
    return new TakenNames(this.spelled, this.taken)
  }

  private numbered(name: string, key: string, bytesMax: number | undefined): string {
    for (let number = this.free.get(key) ?? 2; ; number++) {
      const free = this.spelled(name, ` (${number})`, bytesMax)
      if (this.taken.has(foldPath(free))) continue
      this.free.set(key, number + 1)
      return free
    }
  }
}

/** Replaces what could lead out of a folder: names have no slash, but some systems have other separators. */
function safeName(name: string): string {
  const safe = name.replace(/[\\\p{Cc}\p{Cs}]/gu, '_').replace(/^([A-Za-z]):/, '$1_')
  return safe === '' || safe === '.' || safe === '..' ? '_' : safe
}
