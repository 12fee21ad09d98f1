import { foldPath } from '@tallystick/proof'

/** The names taken in a folder of an archive or a manifest, where names that differ only in case collide. */
export class TakenNames {
  private readonly taken: Set<string>
  /** Per folded name: all numbers below this one are taken, so however many files share a name, each is tried once. */
  private readonly free = new Map<string, number>()

  constructor(taken: Iterable<string> = []) {
    this.taken = new Set(taken)
  }

  /** Takes a name; adds a number if it is taken. */
  take(name: string): string {
    const safe = safeName(name)
    const key = foldPath(safe)
    const taken = this.taken.has(key) ? this.numbered(safe, key) : safe
    this.taken.add(foldPath(taken))
    return taken
  }

  /** Returns a copy, whose names don't count here. */
  copy(): TakenNames {
    return new TakenNames(this.taken)
  }

  private numbered(name: string, key: string): string {
    const [, stem = name, extension = ''] = /^(.+)(\.[^.]+)$/.exec(name) ?? []
    for (let number = this.free.get(key) ?? 2; ; number++) {
      const free = `${stem} (${number})${extension}`
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
