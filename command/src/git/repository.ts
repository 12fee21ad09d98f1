import { execFile } from 'node:child_process'
import { basename, dirname } from 'node:path'

/** A commit of the repository that the command runs in. */
export interface Commit {
  /** Its ID, in full. */
  id: string
  /** The object itself: what its ID is made of, without Git's header. */
  content: Uint8Array
  /** Name of the repository. */
  repository: string
}

/** Notes are in the repository, outside of its branches. */
export const notesRef = 'refs/notes/tallystick'

/** Reads a commit. @param name as Git understands it, such as HEAD or a tag @throws {Error} for people */
export async function readCommit(name: string): Promise<Commit> {
  const folder = await text(['rev-parse', '--path-format=absolute', '--git-common-dir'])
  const id = await text(['rev-parse', '--verify', '--quiet', '--end-of-options', `${name}^{commit}`]).catch(() => {
    throw new Error(`commit not found here: ${name}`)
  })
  const content = await git(['cat-file', 'commit', id])
  const repository = basename(folder) === '.git' ? basename(dirname(folder)) : basename(folder, '.git')
  return { id, content, repository }
}

/** Returns the note of a commit; null when it has none. */
export async function readNote(id: string): Promise<Uint8Array | null> {
  // Git answers the same way to a missing note and to a broken one: ask for the object.
  const note = await text(['notes', `--ref=${notesRef}`, 'list', id]).catch(() => null)
  return note === null ? null : git(['cat-file', 'blob', note])
}

/** Checks that notes can be written. @throws {Error} for people with what Git misses */
export async function checkIdentity(): Promise<void> {
  await git(['var', 'GIT_COMMITTER_IDENT'])
}

/** Writes the note of a commit, in place of the one there was. */
export async function writeNote(id: string, content: string): Promise<void> {
  await git(['notes', `--ref=${notesRef}`, 'add', '--force', '--file', '-', id], content)
}

async function text(args: readonly string[]): Promise<string> {
  return (await git(args)).toString().trimEnd()
}

/** The largest object that is read. */
const bytesMax = 256 << 20

function git(args: readonly string[], input = ''): Promise<Buffer> {
  // A replacement would be another commit under this one's ID.
  const env = { ...process.env, GIT_NO_REPLACE_OBJECTS: '1' }
  return new Promise((resolve, reject) => {
    const child = execFile('git', args, { encoding: 'buffer', maxBuffer: bytesMax, env }, (error, out, err) => {
      if (error === null) return resolve(out)
      if (error.code === 'ENOENT') return reject(new Error('Git is not installed', { cause: error }))
      reject(new Error(`git ${args[0]}: ${err.toString().trim() || error.message}`, { cause: error }))
    })
    // Git may end without reading it.
    child.stdin?.on('error', () => undefined)
    child.stdin?.end(input)
  })
}
