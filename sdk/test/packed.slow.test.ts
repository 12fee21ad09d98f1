import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { rolldown } from 'rolldown'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { installPacked, lintPacked } from '../../test/packed.js'
import { root } from '../../test/sources.js'
import { sized, tier } from '../../test/tier.js'

// The packages as someone gets them who has no checkout: packed, and unpacked into an empty folder beside what they depend on.

const run = promisify(execFile)
const folder = mkdtempSync(join(tmpdir(), 'tallystick-packed-'))
const tarballs: string[] = []

beforeAll(async () => {
  for (const name of ['proof', 'sdk']) tarballs.push(await installPacked(name, folder))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const written = (name: string, text: string) => {
  writeFileSync(join(folder, name), text)
  return name
}

test('ES modules and CommonJS load both entry points, without a flag and without each other', async () => {
  const code = `
    const t = new Tallystick({ baseUrl: 'http://127.0.0.1:9', token: 'x', retry: { attempts: 1 } })
    t.stamp('x').catch((error) => console.log(error instanceof NetworkError, error.message))
    t.verify({}).then(({ outcome }) => console.log(outcome))
    hashFile(new Blob(['abc'])).then(console.log)
    verifyWebhook({}, '', 'whsec_' + btoa('0123456789abcdef')).catch((error) => console.log(error.message))`
  const names = '{ hashFile, NetworkError, Tallystick }'
  const esm = `import ${names} from '@tallystick/sdk'\nimport { verifyWebhook } from '@tallystick/sdk/webhook'${code}`
  const cjs = `const ${names} = require('@tallystick/sdk')\nconst { verifyWebhook } = require('@tallystick/sdk/webhook')${code}`
  const expected = [
    'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
    'refused',
    'the header webhook-id is missing',
    expect.stringMatching(/^true No answer from 127\.0\.0\.1:9: /),
  ]
  for (const file of [written('program.mjs', esm), written('program.cjs', cjs)]) {
    const { stdout, stderr } = await run(process.execPath, ['--no-experimental-require-module', file], { cwd: folder })
    expect([stdout.trim().split('\n').sort(), stderr]).toEqual([expected, ''])
  }
})

test('package proof loads in both forms, with the same names and one class of errors', async () => {
  const parts = ['', '/merkle', '/certificate', '/ethereum', '/tsa'].map((part) => `@tallystick/proof${part}`)
  const code = (load: string) => `
    async function main() {
      for (const part of ${JSON.stringify(parts)}) {
        const names = Object.keys(await ${load}(part)).filter((name) => name !== 'default')
        console.log(part, names.sort().join())
      }
      const { ProofError } = await ${load}('@tallystick/proof')
      const { decodeRlp } = await ${load}('@tallystick/proof/ethereum')
      try {
        decodeRlp(new Uint8Array())
      } catch (error) {
        console.log(error instanceof ProofError)
      }
    }
    main()`
  const printed: string[] = []
  for (const [name, load] of [
    ['parts.mjs', 'import'],
    ['parts.cjs', 'require'],
  ] as const) {
    const file = written(name, code(load))
    const { stdout, stderr } = await run(process.execPath, ['--no-experimental-require-module', file], { cwd: folder })
    expect(stderr).toBe('')
    printed.push(stdout)
  }
  expect(printed[1]).toBe(printed[0])
  expect(printed[0]).toMatch(/verifyProof[\s\S]*\ntrue\n$/)
})

test('TypeScript finds the same types for both, and no error in them', async () => {
  const body = `
export async function first(t: Tallystick): Promise<string> {
  for await (const { code } of t.stamps({ status: true })) return code
  const bytes: Uint8Array = await t.proof('x', { format: 'pdf' })
  const page: Page<{ name: string }> = await t.stamps().page()
  const { action } = await verifyWebhook(new Headers(), '', 'x')
  const error: Error = new ServiceError(action, { status: 404, code: 'x', requestId: null, retryAfterS: null })
  const finding: ProofFinding = verifyProof(rootFromPath)
  return \`\${finding.outcome} \${bytes.length} \${page.count} \${error.message} \${(await t.proof('x')).code}\`
}`
  const imports = `import { type ProofFinding, verifyProof } from '@tallystick/proof'
import { rootFromPath } from '@tallystick/proof/merkle'
import { type Page, ServiceError, Tallystick } from '@tallystick/sdk'
import { verifyWebhook } from '@tallystick/sdk/webhook'`
  const compilerOptions = {
    module: 'node16',
    moduleResolution: 'node16',
    target: 'es2022',
    lib: ['es2023', 'dom', 'dom.iterable', 'dom.asynciterable'],
    types: [],
    strict: true,
    exactOptionalPropertyTypes: true,
    noEmit: true,
    // TypeScript's own are right.
    skipDefaultLibCheck: true,
  }
  const files = [written('types.mts', imports + body), written('types.cts', imports + body)]
  written('tsconfig.json', JSON.stringify({ compilerOptions, files }))
  // The native one takes a tenth of the time.
  for (const compiler of sized({ short: ['typescript-native'], long: ['typescript-native', 'typescript'] })) {
    const compiling = run(process.execPath, [join(root, 'node_modules', compiler, 'bin/tsc'), '-p', folder])
    const { stdout } = await compiling.catch((error: { stdout: string }) => error)
    expect([compiler, stdout]).toEqual([compiler, ''])
  }
})

test('publint finds nothing', async () => {
  for (const tarball of tarballs) expect(await lintPacked(tarball)).toEqual([])
})

// A second opinion on the types, which takes a third of the time of this file.
test.runIf(tier === 'long')('attw finds nothing', async () => {
  const attw = join(
    dirname(createRequire(import.meta.url).resolve('@arethetypeswrong/cli/package.json')),
    'dist/index.js',
  )
  for (const tarball of tarballs)
    await run(process.execPath, [attw, tarball, '--profile', 'node16', '--no-emoji', '--no-color'])
})

test('a page loads what sdk/README.md says, and nothing from Node', async () => {
  const entry = written('page.js', "export { Tallystick } from '@tallystick/sdk'\n")
  const bundle = await rolldown({ input: join(folder, entry), platform: 'browser', logLevel: 'silent' })
  const { output } = await bundle.generate({ format: 'es', minify: true })
  const chunks = output.flatMap((one) => (one.type === 'chunk' ? [one] : []))
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
  const atOnce = new Set(chunks.flatMap(({ isEntry, fileName }) => (isEntry ? [fileName] : [])))
  for (const name of atOnce) for (const more of byName.get(name)?.imports ?? []) atOnce.add(more)
  const named = chunks.flatMap(({ imports, dynamicImports }) => [...imports, ...dynamicImports])
  expect(named.filter((name) => !byName.has(name))).toEqual([])
  const [main, later] = [true, false].map((isMain) => {
    const own = chunks.filter(({ fileName }) => atOnce.has(fileName) === isMain)
    return own.reduce((sum, { code }) => sum + gzipSync(code).length, 0)
  })
  const readme = readFileSync(join(root, 'sdk/README.md'), 'utf8')
  const [, first, second] = /takes (\d+) kB of a page, and (\d+) kB more/.exec(readme) ?? []
  for (const [size, stated] of [
    [main, first],
    [later, second],
  ]) {
    expect(Number(size) / 1000).toBeLessThanOrEqual(Number(stated))
    expect(Number(size) / 1000).toBeGreaterThan(Number(stated) - 1)
  }
})
