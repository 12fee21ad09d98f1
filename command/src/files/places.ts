import { type FileItem, type RequestOptions, ServiceError, type Tallystick } from '@tallystick/sdk'

/** A folder as it was found. */
export interface Place {
  id: string
  type: 'public' | 'private'
}

/** The account's top level, which holds folders only. */
export const topLevel = 'root'

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Whether a text is the ID of a folder or file, not its path. */
const isId = (text: string) => uuid.test(text)

/** Returns the names in a path such as `Archive/2026`; what begins with an ID is found from there. */
const namesIn = (path: string) => path.split('/').filter((name) => name !== '')

/** The form in which the service compares names. */
export const nameKey = (name: string) => name.normalize('NFC').toUpperCase().toLowerCase().normalize('NFC')

/**
 * Finds a folder by its ID or path; an empty path is the top level.
 * @throws {ServiceError} 404 `folder_not_found`
 */
export async function findFolder(tallystick: Tallystick, path: string, options: RequestOptions): Promise<Place> {
  const { found, missing } = await followPath(tallystick, path, options)
  if (missing.length > 0) throw noFolder(path)
  return found
}

/** Follows a path as far as there are folders. Returns the last of them, and the names that are missing below it. */
export async function followPath(
  tallystick: Tallystick,
  path: string,
  options: RequestOptions,
): Promise<{ found: Place; missing: string[] }> {
  const missing = namesIn(path)
  let found: Place = { id: topLevel, type: 'public' }
  if (isId(missing[0] ?? '')) {
    const { _id, folderType } = await tallystick.folders.get(`${missing.shift()}`, options)
    found = { id: _id, type: folderType }
  }
  for (let name = missing[0]; name !== undefined; name = missing[0]) {
    const next = await subfolder(tallystick, found.id, name, options)
    if (next === null) break
    found = next
    missing.shift()
  }
  return { found, missing }
}

/** Finds a folder in another one by its name; null when it isn't there. */
export async function subfolder(
  tallystick: Tallystick,
  folderId: string,
  name: string,
  options: RequestOptions,
): Promise<Place | null> {
  for await (const { _id, folderName, folderType } of tallystick.folders.inside(folderId, { search: name }, options))
    if (nameKey(folderName) === nameKey(name)) return { id: _id, type: folderType }
  return null
}

/** Finds a file by its ID or path. @returns its ID and name @throws {ServiceError} 404 */
export async function findFile(
  tallystick: Tallystick,
  path: string,
  options: RequestOptions,
): Promise<{ id: string; name: string }> {
  if (isId(path)) {
    const { _id, fileName } = await tallystick.files.get(path, options)
    return { id: _id, name: fileName }
  }
  const names = namesIn(path)
  const name = names.pop() ?? ''
  if (names.length === 0) throw new Error(`${path} doesn't name a file: give its ID or FOLDER/NAME`)
  const { id } = await findFolder(tallystick, names.join('/'), options)
  const found: FileItem[] = []
  for await (const file of tallystick.files.list(id, { search: name }, options))
    if (nameKey(file.fileName) === nameKey(name)) found.push(file)
  const exact = found.filter(({ fileName }) => fileName.normalize('NFC') === name.normalize('NFC'))
  const [file, ...others] = exact.length > 0 ? exact : found
  if (file === undefined) throw notFound('file_not_found', `File not found: ${path}.`)
  if (others.length > 0) {
    const ids = [file, ...others].map(({ _id, createdAt }) => `${_id} of ${createdAt}`)
    throw new Error(`${path} names several files; give the ID of one: ${ids.join(', ')}`)
  }
  return { id: file._id, name: file.fileName }
}

/** The error for a path that leads to no folder. */
export const noFolder = (path: string) => notFound('folder_not_found', `Folder not found: ${path}.`)

/** The error for what the service doesn't have. */
export function notFound(code: string, message: string): ServiceError {
  return new ServiceError(message, { status: 404, code, requestId: null, retryAfterS: null })
}
