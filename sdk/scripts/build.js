import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { rolldown } from 'rolldown'
import { licencesOf } from '../../scripts/licences.js'
import { makePrograms } from '../../scripts/programs.js'
import { repository, sourcesOf } from '../../scripts/sources.js'

/*
 * Makes two things from what tsc has compiled. The program: loading its two hundred small files takes longer than most commands.
 * The CommonJS form of the entry points: for programs and test runners that can only `require`; it contains the libraries that are
 * used, since most of them are ES modules alone. What is contained of others comes with its licence.
 */

const sdk = join(repository, 'sdk')
const dist = join(sdk, 'dist')

async function build() {
  await buildProgram()
  for (const name of ['index', 'webhook']) await buildCommonJs(name)
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

async function buildCommonJs(name) {
  const input = join(dist, `${name}.js`)
  const bundle = await rolldown({ input, platform: 'node', logLevel: 'warn' })
  const { output } = await bundle.generate({ format: 'cjs', exports: 'named', codeSplitting: false })
  await bundle.close()
  const [{ code, moduleIds }] = output
  writeFileSync(join(dist, `${name}.cjs`), `${licences(moduleIds)}${code}`)
  writeFileSync(join(dist, `${name}.d.cts`), typesOf(name, await import(input)))
}

function licences(moduleIds) {
  const text = licencesOf(moduleIds)
  return text && `/*\n${text}*/\n`
}

/** Types that say: as in the ES module. So both forms share theirs. */
function typesOf(name, module) {
  const from = `'./${name}.js' with { 'resolution-mode': 'import' }`
  const values = Object.entries(module).flatMap(([key, value]) => [
    `export declare const ${key}: typeof esm.${key}`,
    ...(isClass(value) ? [`export type ${key} = esm.${key}`] : []),
  ])
  return [`import type * as esm from ${from}`, `export type * from ${from}`, ...values, ''].join('\n')
}

function isClass(value) {
  return typeof value === 'function' && Object.getOwnPropertyDescriptor(value, 'prototype')?.writable === false
}

export const part = {
  sources: () => [import.meta.filename, ...sourcesOf(['proof', 'sdk'])],
  mark: join(dist, 'built-from'),
  build,
}
