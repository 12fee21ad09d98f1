import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

/** A built checkout. */
export interface Build {
  /** Its folder. */
  root: string
  /** Its commit, and whether it was changed since. */
  name: string
  /** Removes it, if it was made for this. */
  remove(): void
}

/** Returns the build in a folder, which stays as it is. */
export function buildIn(folder: string): Build {
  const root = resolve(folder)
  const name = git(root, 'describe', '--always', '--abbrev=8', '--exclude=*', '--dirty')
  return { root, name, remove: () => undefined }
}

/**
 * Clones a repository into a temporary folder, checks a commit out and builds it there.
 *
 * @param commit anything `git rev-parse` knows, or the folder of a checkout that is built already
 * @throws {Error} when there is no such commit, or it can't be built
 */
export function buildCommit(repository: string, commit: string): Build {
  if (existsSync(join(commit, 'server/dist/main.js'))) return buildIn(commit)
  const hash = git(repository, 'rev-parse', '--verify', '--end-of-options', `${commit}^{commit}`)
  const root = mkdtempSync(join(tmpdir(), 'bench-build-'))
  const remove = () => rmSync(root, { recursive: true, force: true })
  try {
    run(root, 'git', 'clone', '--quiet', '--shared', '--no-checkout', repository, '.')
    run(root, 'git', 'checkout', '--quiet', '--detach', hash)
    install(repository, root)
    run(root, 'npm', 'run', '--silent', 'build')
    return { ...buildIn(root), remove }
  } catch (error) {
    remove()
    throw error
  }
}

/** The same packages are linked instead of installed. Links between workspaces are relative, so they lead to the clone's own ones. */
function install(from: string, to: string): void {
  const lock = (folder: string) => readFileSync(join(folder, 'package-lock.json'))
  if (lock(from).equals(lock(to))) run(to, 'cp', '-RPl', join(from, 'node_modules'), 'node_modules')
  else run(to, 'npm', 'ci', '--no-audit', '--no-fund')
}

function git(folder: string, ...args: string[]): string {
  return execFileSync('git', args, { cwd: folder, encoding: 'utf8', stdio: 'pipe' }).trim()
}

function run(folder: string, program: string, ...args: string[]): void {
  execFileSync(program, args, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] })
}
