import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { clientGenerators, npmProgram } from '../../../test/npm-programs.js'
import { someHash, useService } from '../service.js'

// Clients generated from docs/openapi.json by what integrators use, compiled in strict mode as a bundler and as Node resolve modules,
// and used on the service.

const run = promisify(execFile)
const root = fileURLToPath(new URL('../../../', import.meta.url))
const document = join(root, 'docs/openapi.json')
const folder = mkdtempSync(join(tmpdir(), 'tallystick-clients-'))
const service = useService()

afterAll(() => rmSync(folder, { recursive: true }))

const uses = {
  openapiTypescript: `
import createClient from 'openapi-fetch'
import type { paths } from './openapi-typescript.js'
const { URL: baseUrl = '', HASH: hash = '', CLIENT_ID = '', SECRET_KEY = '' } = process.env
const api = createClient<paths>({ baseUrl })
const login = await api.POST('/authenticate', { params: { header: { 'client-id': CLIENT_ID, 'secret-key': SECRET_KEY } } })
const headers = { authorization: \`Bearer \${login.data?.data.token}\` }
const made = await api.POST('/hash', { body: { hash }, headers, params: { header: { 'Idempotency-Key': 'a' } } })
const again = await api.POST('/hash', { body: { hash }, headers })
// Not \`never\`: errors have a type.
const words: string | undefined = again.error?.message
const code: string | undefined = made.data?.data.code
console.log(JSON.stringify([made.response.status, code?.length, again.response.status, words]))
`,
  heyApi: `
import { addStamp, authenticate, type StampCreation } from './hey-api/index.js'
import { client } from './hey-api/client.gen.js'
const { URL: baseUrl = '', HASH: hash = '', CLIENT_ID = '', SECRET_KEY = '' } = process.env
client.setConfig({ baseUrl: baseUrl as never })
const login = await authenticate({ headers: { 'client-id': CLIENT_ID, 'secret-key': SECRET_KEY } })
client.setConfig({ baseUrl: baseUrl as never, auth: () => login.data?.data.token ?? '' })
const made = await addStamp({ body: { hash }, headers: { 'Idempotency-Key': 'b' } })
const again = await addStamp({ body: { hash } })
const stamp: StampCreation | undefined = made.data?.data
const words: string | undefined = again.error?.message
console.log(JSON.stringify([made.response?.status, stamp?.code.length, again.response?.status, words]))
`,
  orval: `
import { addStamp, authenticate } from './orval.js'
const { URL: baseUrl = '', HASH: hash = '', CLIENT_ID = '', SECRET_KEY = '' } = process.env
// It leaves the address to a fetch of one's own.
const send = globalThis.fetch
globalThis.fetch = (path, init) => send(new URL(String(path), baseUrl), init)
const login = await authenticate({ headers: { 'client-id': CLIENT_ID, 'secret-key': SECRET_KEY } })
if (login.status !== 200) throw new Error(login.data.message)
const headers = { authorization: \`Bearer \${login.data.data.token}\` }
const made = await addStamp({ hash }, { headers })
const again = await addStamp({ hash }, { headers })
const code = made.status === 200 ? made.data.data.code : ''
const words = again.status === 409 ? again.data.message : ''
console.log(JSON.stringify([made.status, code.length, again.status, words]))
`,
}

const compilerOptions = {
  strict: true,
  target: 'es2022',
  lib: ['es2023', 'dom', 'dom.iterable'],
  types: ['node'],
  skipLibCheck: true,
  exactOptionalPropertyTypes: false,
  noUncheckedIndexedAccess: true,
  outDir: 'out',
}

beforeAll(async () => {
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }')
  const hey = {
    input: document,
    logs: { level: 'silent' },
    plugins: ['@hey-api/client-fetch', '@hey-api/sdk'],
    output: { path: join(folder, 'hey-api'), module: { extension: '.js' } },
  }
  writeFileSync(join(folder, 'hey.config.mjs'), `export default ${JSON.stringify(hey)}`)
  const [heyApi, orval] = await Promise.all([npmProgram(clientGenerators.heyApi), npmProgram(clientGenerators.orval)])
  const program = (home: string, name: string) => join(home, 'node_modules/.bin', name)
  const here = { cwd: folder }
  await Promise.all([
    run(program(root, 'openapi-typescript'), [document, '-o', 'openapi-typescript.ts'], here),
    run(program(heyApi, 'openapi-ts'), ['-f', 'hey.config.mjs'], here),
    run(program(orval, 'orval'), ['--input', document, '--output', './orval.ts', '--client', 'fetch'], here),
  ])
  for (const [name, source] of Object.entries(uses)) writeFileSync(join(folder, `use-${name}.ts`), source)
})

async function compile(module: string, moduleResolution: string): Promise<string> {
  const include = ['*.ts', 'hey-api']
  const config = { compilerOptions: { ...compilerOptions, module, moduleResolution }, include }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config))
  const compiled = run(join(root, 'node_modules/.bin/tsc'), ['-p', '.'], { cwd: folder })
  return compiled.then(
    () => '',
    ({ stdout }: { stdout: string }) => stdout,
  )
}

it('compile in strict mode', async () => {
  expect(await compile('esnext', 'bundler')).toBe('')
  expect(await compile('nodenext', 'nodenext')).toBe('')
})

it.each(Object.keys(uses))("%s: stamps, and says why it can't stamp again", async (name) => {
  const { clientId, secretKey } = await service.account()
  const env = { ...process.env, URL: service.url, HASH: someHash(), CLIENT_ID: clientId, SECRET_KEY: secretKey }
  const { stdout } = await run(process.execPath, [join(folder, `out/use-${name}.js`)], { env })
  expect(JSON.parse(stdout)).toEqual([200, 10, 409, 'Stamp Already Exists'])
})
