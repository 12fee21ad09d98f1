import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { licencesOf } from '../../scripts/licences.js'
import { makePrograms } from '../../scripts/programs.js'
import { repository, sourcesOf } from '../../scripts/sources.js'

/*
 * Makes the program from what tsc has compiled, since loading its two hundred small files takes longer than most commands. It contains
 * our packages and theirs, with the licences of others.
 */

const command = join(repository, 'command')
const dist = join(command, 'dist')

/** The script that certificates run, see web/scripts/build-verifier.js. */
const check = join(repository, 'server', 'verifier', 'check.js')

function build() {
  const { dependencies, optionalDependencies } = JSON.parse(readFileSync(join(command, 'package.json'), 'utf8'))
  return makePrograms({
    input: { tallystick: join(dist, 'cli.js') },
    installed: Object.keys({ ...dependencies, ...optionalDependencies }),
    folder: join(dist, 'program'),
    define: { PAGE_SCRIPT_HASH: JSON.stringify(createHash('sha256').update(readFileSync(check)).digest('hex')) },
    output: { chunkFileNames: '[name]-[hash].js', banner: ({ moduleIds }) => licences(moduleIds) },
  })
}

function licences(moduleIds) {
  const text = licencesOf(moduleIds)
  return text && `/*\n${text}*/\n`
}

export const part = {
  sources: () => [import.meta.filename, ...sourcesOf(['proof', 'sdk', 'command']), ...[check].filter(existsSync)],
  mark: join(dist, 'built-from'),
  build,
}
