import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { rolldown } from 'rolldown'
import { licencesOf } from './licences.js'

/*
 * The CommonJS form of a package, made from what tsc has compiled: for programs and test runners that can only `require`. It contains
 * the libraries that are used, since most of them are ES modules alone, and their licences.
 */

/** Where the entry points' common code stands. */
const partsFolder = 'common'

/**
 * Writes the CommonJS form of entry points beside them, with types.
 *
 * @param dist the package's compiled files
 * @param entries paths in there, without their ending; what they share they share in CommonJS, too, so that classes are the same
 * @param external names of packages that stay outside, and have a CommonJS form of their own
 */
export async function makeCommonJs({ dist, entries, external = [] }) {
  const input = Object.fromEntries(entries.map((name) => [name, join(dist, `${name}.js`)]))
  const bundle = await rolldown({ input, external, platform: 'node', logLevel: 'warn' })
  const { output } = await bundle.generate({
    format: 'cjs',
    exports: 'named',
    entryFileNames: '[name].cjs',
    chunkFileNames: `${partsFolder}/[name].cjs`,
  })
  await bundle.close()
  rmSync(join(dist, partsFolder), { recursive: true, force: true })
  for (const { fileName, code, moduleIds } of output) {
    const path = join(dist, fileName)
    mkdirSync(dirname(path), { recursive: true })
    const licences = licencesOf(moduleIds)
    writeFileSync(path, licences ? `/*\n${licences}*/\n${code}` : code)
  }
  for (const [name, path] of Object.entries(input)) {
    writeFileSync(join(dist, `${name}.d.cts`), typesOf(path, await import(path)))
  }
}

/** Types that say: as in the ES module. So both forms share theirs. */
function typesOf(path, module) {
  const from = `'./${path.split('/').at(-1)}' with { 'resolution-mode': 'import' }`
  const values = Object.entries(module).flatMap(([key, value]) => [
    `export declare const ${key}: typeof esm.${key}`,
    ...(isClass(value) ? [`export type ${key} = esm.${key}`] : []),
  ])
  return [`import type * as esm from ${from}`, `export type * from ${from}`, ...values, ''].join('\n')
}

function isClass(value) {
  return typeof value === 'function' && Object.getOwnPropertyDescriptor(value, 'prototype')?.writable === false
}
