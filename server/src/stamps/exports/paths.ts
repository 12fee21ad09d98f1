import { foldPath } from '@tallystick/proof'
import { TakenNames } from '../../base/archives/taken-names.js'

/** A document, with its folder in a run. */
export interface Named {
  name: string
  folder: string
}

type Spelling = ConstructorParameters<typeof TakenNames>[0]

/** Gives documents paths. Those that some system would take for equal are told apart, and no file has the name of a folder beside it. */
export class Paths {
  private readonly spelled: Spelling
  private readonly bytesMax: number | undefined
  /** By folder, as systems compare it. */
  private readonly taken = new Map<string, TakenNames>()
  private readonly folders = new Map<string, Set<string>>()

  /** @param documents all that will be placed */
  constructor(spelled: Spelling, documents: readonly Named[], bytesMax?: number) {
    this.spelled = spelled
    this.bytesMax = bytesMax
    for (const folder of new Set(documents.map((document) => document.folder))) {
      let above = ''
      for (const name of this.namesOf(folder)) {
        const inside = this.folders.get(foldPath(above)) ?? new Set()
        this.folders.set(foldPath(above), inside.add(foldPath(name)))
        above += `${name}/`
      }
    }
  }

  /** Returns the path of a document. */
  take({ name, folder }: Named): string {
    const path = this.namesOf(folder)
      .map((one) => `${one}/`)
      .join('')
    const key = foldPath(path)
    const names = this.taken.get(key) ?? new TakenNames(this.spelled, this.folders.get(key))
    this.taken.set(key, names)
    return path + names.take(name, this.bytesMax)
  }

  private namesOf(folder: string): string[] {
    const names = folder.split(/[/\\]/).filter((name) => name !== '' && name !== '.' && name !== '..')
    return names.map((name) => this.spelled(name, ''))
  }
}
