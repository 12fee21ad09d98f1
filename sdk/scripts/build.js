import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'
import { isStale, makePrograms } from '../../scripts/programs.js'
import { filesIn } from '../../scripts/sources.js'

/*
 * Makes two things from what tsc has compiled. The program: loading its two hundred small files takes longer than most commands.
 * The CommonJS form of the entry points: for programs and test runners that can only `require`; it contains the libraries that are
 * used, since most of them are ES modules alone. What is contained of others comes with its licence.
 */

const sdk = fileURLToPath(new URL('..', import.meta.url))
const dist = join(sdk, 'dist')
const program = join(dist, 'program')
const library = /^.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//

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
    folder: program,
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
  const folders = new Map(moduleIds.flatMap((id) => [...(id.match(library) ?? [])].slice(1).map((name) => [name, id])))
  const texts = [...folders].sort().map(([name, id]) => {
    const folder = id.match(library)[0]
    const file = readdirSync(folder).find((entry) => /^LICEN[CS]E/.test(entry))
    return `${name}\n\n${readFileSync(join(folder, file), 'utf8').replaceAll('\r', '').trim()}\n`
  })
  return texts.length === 0 ? '' : `/*\nThis file contains code of these packages:\n\n${texts.join('\n')}*/\n`
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

// Except for generated files.
const compiled = [dist, join(sdk, '..', 'proof', 'dist')]
  .flatMap(filesIn)
  .filter((path) => path.endsWith('.js') && !path.startsWith(program))
if (isStale(join(program, 'tallystick.js'), [import.meta.filename, ...compiled])) await build()
