import { type FileItem, type RequestOptions, ServiceError, type Tallystick } from '@tallystick/sdk'
import { followPath, nameKey, noFolder, type Place, subfolder, topLevel } from './places.js'

/** The folder that files are uploaded to, with those below it. Each is looked up, or made, once. */
export class TargetFolders {
  private readonly tallystick: Tallystick
  private readonly top: Place
  private readonly options: RequestOptions
  private readonly made = new Set<string>()
  private readonly places = new Map<string, Promise<Place>>()
  private readonly contents = new Map<string, Promise<Map<string, FileItem[]>>>()

  private constructor(tallystick: Tallystick, top: Place, options: RequestOptions) {
    this.tallystick = tallystick
    this.top = top
    this.options = options
  }

  /**
   * Finds the folder to upload to.
   * @param type makes what is missing of its path, with this visibility
   * @throws {ServiceError} 404 `folder_not_found` when it is missing, and no visibility was given
   */
  static async open(
    tallystick: Tallystick,
    path: string,
    type: Place['type'] | undefined,
    options: RequestOptions,
  ): Promise<TargetFolders> {
    let { found, missing } = await followPath(tallystick, path, options)
    if (missing.length > 0 && type === undefined) {
      const { message, ...answer } = noFolder(path)
      throw new ServiceError(`${message} Give --private or --public to create it.`, answer)
    }
    const made: Place[] = []
    for (const name of missing) {
      found = await create(tallystick, found.id, name, type as Place['type'], options)
      made.push(found)
    }
    if (found.id === topLevel) throw new Error("--to doesn't name a folder")
    const folders = new TargetFolders(tallystick, found, options)
    for (const { id } of made) folders.made.add(id)
    return folders
  }

  /** Returns the folder at these names below the target, making what is missing: as public or private as the one above it. */
  at(names: readonly string[]): Promise<Place> {
    const key = JSON.stringify(names)
    const known = this.places.get(key)
    if (known) return known
    const place = this.findOrMake(names)
    this.places.set(key, place)
    return place
  }

  private async findOrMake(names: readonly string[]): Promise<Place> {
    const name = names.at(-1)
    if (name === undefined) return this.top
    const { tallystick, options } = this
    const { id, type } = await this.at(names.slice(0, -1))
    const found = this.made.has(id) ? null : await subfolder(tallystick, id, name, options)
    if (found) return found
    const place = await create(tallystick, id, name, type, options)
    this.made.add(place.id)
    return place
  }

  /**
   * Returns the files of a folder that have a name, newest first.
   * @param isOnly whether no other name of this folder will be asked for
   */
  async named(folderId: string, name: string, isOnly: boolean): Promise<readonly FileItem[]> {
    if (this.made.has(folderId)) return []
    const known = this.contents.get(folderId) ?? this.list(folderId, isOnly ? name : undefined)
    this.contents.set(folderId, known)
    return (await known).get(nameKey(name)) ?? []
  }

  private async list(folderId: string, search: string | undefined): Promise<Map<string, FileItem[]>> {
    const byName = new Map<string, FileItem[]>()
    for await (const file of this.tallystick.files.list(
      folderId,
      search === undefined ? {} : { search },
      this.options,
    )) {
      const key = nameKey(file.fileName)
      byName.set(key, [...(byName.get(key) ?? []), file])
    }
    return byName
  }
}

async function create(
  tallystick: Tallystick,
  parentId: string,
  folderName: string,
  folderType: Place['type'],
  options: RequestOptions,
): Promise<Place> {
  const parent = parentId === topLevel ? {} : { parentFolderId: parentId }
  try {
    const { _id } = await tallystick.folders.create({ folderName, folderType, ...parent }, options)
    return { id: _id, type: folderType }
  } catch (error) {
    if (!(error instanceof ServiceError) || error.code !== 'folder_exists') throw error
    // Another process has made it since we looked.
    const there = await subfolder(tallystick, parentId, folderName, options)
    if (there === null) throw error
    return there
  }
}
