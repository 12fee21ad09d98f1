import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'
import { root } from './sources.js'

const run = promisify(execFile)
/** Made when a package is packed, not when it is built. */
const licencesFile = 'LICENCES-OF-OTHERS.txt'

/**
 * Packs a package as it was built (a run refuses a stale build, and building again would change what other tests run), unpacks it into `node_modules` of a folder, links its commands, and gives it the dependencies it declares. Ours are packed by further
 * calls, and others come from the repository, since no test may need a registry.
 * @param name its folder in the repository.
 * @returns the path of the tarball.
 */
export async function installPacked(name: string, folder: string): Promise<string> {
  const from = join(root, name)
  const manifest = JSON.parse(readFileSync(join(from, 'package.json'), 'utf8')) as {
    name: string
    version: string
    files: string[]
    bin?: Record<string, string>
    dependencies?: Record<string, string>
  }
  if (manifest.files.includes(licencesFile)) {
    const { stdout } = await run(process.execPath, ['scripts/licences.js'], { cwd: from, maxBuffer: 1 << 26 })
    writeFileSync(join(from, licencesFile), stdout)
  }
  await run('npm', ['pack', '--ignore-scripts', '--pack-destination', folder], { cwd: from, maxBuffer: 1 << 26 })
  const tarball = join(folder, `${manifest.name.replace('@', '').replace('/', '-')}-${manifest.version}.tgz`)
  const modules = join(folder, 'node_modules')
  const to = join(modules, manifest.name)
  mkdirSync(to, { recursive: true })
  await run('tar', ['-xzf', tarball, '-C', to, '--strip-components=1'])
  for (const [command, path] of Object.entries(manifest.bin ?? {})) {
    mkdirSync(join(modules, '.bin'), { recursive: true })
    symlinkSync(join(to, path), join(modules, '.bin', command))
  }
  for (const dependency of Object.keys(manifest.dependencies ?? {})) {
    const link = join(modules, dependency)
    if (dependency === 'tallystick' || dependency.startsWith('@tallystick/') || existsSync(link)) continue
    mkdirSync(dirname(link), { recursive: true })
    symlinkSync(join(root, 'node_modules', dependency), link)
  }
  return tarball
}

/** Returns what publint finds wrong with a package. */
export async function lintPacked(tarball: string): Promise<string[]> {
  const { buffer, byteOffset, length } = readFileSync(tarball)
  const { messages, pkg } = await publint({ pack: { tarball: buffer.slice(byteOffset, byteOffset + length) } })
  return messages.map((message) => formatMessage(message, pkg) ?? message.code)
}
