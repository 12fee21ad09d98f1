import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Document } from '../server/src/http/openapi/document.js'
import { inOpenApi30 } from '../server/src/http/openapi/older.js'
import { apiLinters, npmProgram } from './npm-programs.js'
import { root } from './sources.js'

const folder = mkdtempSync(join(tmpdir(), 'tallystick-lint-'))
const path = (name: string) => join(folder, name)
beforeAll(() => {
  const document = JSON.parse(readFileSync(`${root}docs/openapi.json`, 'utf8')) as Document
  writeFileSync(path('openapi.json'), JSON.stringify(document))
  writeFileSync(path('openapi-3.0.json'), JSON.stringify(inOpenApi30(document)))
})
afterAll(() => rmSync(folder, { recursive: true }))

/** Findings of Redocly that stay, each with its reason. One that is gone has to go from here. */
const accepted = [
  // No code is as short as `runs` or `exports`, and no ID or token as short as `proof`.
  'no-ambiguous-paths #/paths/~1hash~1runs~1{id}',
  'no-ambiguous-paths #/paths/~1hash~1exports~1{token}',
  // An upload's ID and a file's are UUIDs, so no address fits both; the address of uploads is older than that of versions.
  'no-ambiguous-paths #/paths/~1api~1files~1upload~1{uploadId}',
]

/** Runs a linter, which fails when it finds something, and returns its output. */
function lint(program: string, args: readonly string[]): Promise<string> {
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off' }
  return new Promise((resolve, reject) => {
    execFile(program, args, { cwd: folder, env, maxBuffer: 1 << 26 }, (error, stdout) => {
      if (error && stdout === '') reject(error)
      else resolve(stdout)
    })
  })
}

const names = ['openapi.json', 'openapi-3.0.json']

it.each(names)('%s passes the recommended rules of Redocly', async (name) => {
  const program = join(await npmProgram(apiLinters.redocly), 'node_modules/.bin/redocly')
  const output = await lint(program, ['lint', path(name), '--format=json'])
  const { problems } = JSON.parse(output.slice(output.indexOf('{'))) as {
    problems: { ruleId: string; location: { pointer: string }[] }[]
  }
  expect(problems.map(({ ruleId, location: [at] }) => `${ruleId} ${at?.pointer}`)).toEqual(accepted)
})

it.each(names)('%s passes the rules of Spectral', async (name) => {
  const program = join(await npmProgram(apiLinters.spectral), 'node_modules/.bin/spectral')
  writeFileSync(join(folder, 'rules.yaml'), 'extends: ["spectral:oas"]\n')
  const output = await lint(program, ['lint', '-r', 'rules.yaml', path(name), '-f', 'json', '--quiet'])
  const problems = JSON.parse(output) as unknown[]
  expect(problems).toEqual([])
})

it.each(names)('%s is valid by the schema of its version', async (name) => {
  const program = join(await npmProgram(apiLinters.schema), 'node_modules/.bin/validate-api')
  const output = await lint(program, [path(name)])
  expect(JSON.parse(output)).toEqual({ valid: true })
})
