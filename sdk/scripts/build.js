import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeCommonJs } from '../../scripts/common-js.js'
import { licencesOf } from '../../scripts/licences.js'
import { makePrograms } from '../../scripts/programs.js'
import { repository, sourcesOf } from '../../scripts/sources.js'

/*
 * Makes two things from what tsc has compiled: the CommonJS form of the entry points, and the program, since loading its two hundred
 * small files takes longer than most commands. What is contained of others comes with its licence.
 */

const sdk = join(repository, 'sdk')
const dist = join(sdk, 'dist')

async function build() {
  await buildProgram()
  // So that a program which uses both has one class of errors.
  await makeCommonJs({ dist, entries: ['index', 'webhook'], external: [/^@tallystick\/proof(\/|$)/] })
}

async function buildProgram() {
  const { dependencies, optionalDependencies } = JSON.parse(readFileSync(join(sdk, 'package.json'), 'utf8'))
  // Those of package proof need not be within reach of this one.
  const { '@tallystick/proof': _, ...installed } = { ...dependencies, ...optionalDependencies }
  await makePrograms({
    input: { tallystick: join(dist, 'command', 'cli.js') },
    installed: Object.keys(installed),
    folder: join(dist, 'program'),
    output: { chunkFileNames: '[name]-[hash].js', banner: ({ moduleIds }) => licences(moduleIds) },
  })
}

function licences(moduleIds) {
  const text = licencesOf(moduleIds)
  return text && `/*\n${text}*/\n`
}

export const part = {
  sources: () => [import.meta.filename, ...sourcesOf(['proof', 'sdk'])],
  mark: join(dist, 'built-from'),
  build,
}
