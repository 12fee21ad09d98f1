import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { root } from './sources.js'

const folder = mkdtempSync(join(tmpdir(), 'tallystick-verifier-'))
const own = join(root, 'server/verifier')
afterAll(() => rmSync(folder, { recursive: true, force: true }))

beforeAll(() => {
  execFileSync(process.execPath, ['web/scripts/build-verifier.js'], { cwd: root })
})

test('the verifier has the same bytes wherever and whenever it is built', () => {
  const other = join(folder, 'a copy elsewhere')
  mkdirSync(other)
  const parts = [
    'proof/dist',
    'proof/schema',
    'proof/package.json',
    'proof/tsconfig.json',
    'sdk/dist',
    'sdk/package.json',
    'sdk/tsconfig.json',
    'command/dist',
    'command/package.json',
    'command/tsconfig.json',
    'scripts',
    'docs',
    'package-lock.json',
  ]
  const web = [
    'web/src',
    'web/scripts',
    'web/verifier',
    'web/package.json',
    'web/tsconfig.json',
    'tsconfig.base.json',
    'package.json',
    'tsconfig.json',
  ]
  for (const part of [...parts, ...web]) cpSync(join(root, part), join(other, part), { recursive: true })
  // Our own packages are those of the copy; the others are the same for both.
  mkdirSync(join(other, 'node_modules/@tallystick'), { recursive: true })
  for (const name of readdirSync(join(root, 'node_modules'))) {
    if (['@tallystick', 'tallystick', '.bin'].includes(name)) continue
    symlinkSync(join(root, 'node_modules', name), join(other, 'node_modules', name))
  }
  for (const name of ['proof', 'sdk']) symlinkSync(join(other, name), join(other, 'node_modules/@tallystick', name))
  execFileSync(process.execPath, [join(other, 'web/scripts/build-verifier.js')], { cwd: folder })
  const names = readdirSync(own).sort()
  expect(names).toContain('tallystick.mjs')
  expect(readdirSync(join(other, 'server/verifier')).sort()).toEqual(names)
  for (const name of names) {
    const built = readFileSync(join(other, 'server/verifier', name))
    expect(built.equals(readFileSync(join(own, name))), name).toBe(true)
  }
})

test('the program runs alone, and knows its version', () => {
  const alone = join(folder, 'alone')
  mkdirSync(alone)
  cpSync(join(own, 'tallystick.mjs'), join(alone, 'tallystick.mjs'))
  const run = (...args: string[]) =>
    execFileSync(process.execPath, ['tallystick.mjs', ...args], { cwd: alone, stdio: 'pipe' })
  const { version } = JSON.parse(readFileSync(join(root, 'command/package.json'), 'utf8')) as { version: string }
  expect(run('--version').toString()).toBe(`${version}\n`)
  const text = readFileSync(join(alone, 'tallystick.mjs'), 'utf8')
  expect(text).not.toContain(root)
  for (const name of ['@noble/curves', '@noble/hashes', 'commander', 'pkijs', 'uqr'])
    expect(text).toContain(`\n${name}\n\n`)
})

test('no text names a package that is not published', () => {
  const served = readdirSync(own).filter((name) => /\.(html|md|js|mjs)$/.test(name))
  for (const name of served) {
    const text = readFileSync(join(own, name), 'utf8')
    // The bundles hold both words, of which the constant chooses one.
    if (!/\.(js|mjs)$/.test(name) && name !== 'tallystick.html') expect(text, name).not.toContain('npx tallystick')
  }
  for (const name of [
    'README.md',
    'docs/users.md',
    'docs/integrators.md',
    'docs/proof-format.md',
    'docs/openapi.json',
  ]) {
    expect(readFileSync(join(root, name), 'utf8'), name).not.toMatch(/npx tallystick|npm i(nstall)? tallystick/)
  }
})
