import { mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A socket's whole path in bytes, at most: macOS takes 104 with the zero at the end, Linux 108. */
const pathBytesMax = 103

/** A short path of a folder, for sockets in it. */
export interface SocketFolder {
  readonly path: string
  /** Removes the short name; the folder stays. */
  remove(): Promise<void>
}

/**
 * Returns a path of a folder that leaves room for a socket's name.
 *
 * @param nameBytes length of that name, with its slash
 */
export async function socketFolder(path: string, nameBytes: number): Promise<SocketFolder> {
  if (Buffer.byteLength(path) + nameBytes <= pathBytesMax) return { path, remove: async () => undefined }
  const place = await mkdtemp(join(tmpdir(), 'tallystick-'))
  await symlink(path, join(place, 'run'))
  return { path: join(place, 'run'), remove: () => rm(place, { recursive: true, force: true }) }
}
