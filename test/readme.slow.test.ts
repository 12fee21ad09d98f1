import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import ts from 'typescript'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { blocksOf } from './blocks.js'
import { guarded } from './guarded.js'
import { packages, root } from './sources.js'

const run = promisify(execFile)

// The lines that readers copy run unchanged, on a service with its own database and chain; only its port, its data folder
// and the path of the first document differ.

const folder = mkdtempSync(join(tmpdir(), 'tallystick-readme-'))
let service: ChildProcess
let base = ''
let environment: NodeJS.ProcessEnv

beforeAll(async () => {
  // The lines write their files here, not into the repository.
  for (const name of ['node_modules', 'package.json', 'README.md', ...packages]) {
    symlinkSync(`${root}${name}`, join(folder, name))
  }
  environment = { ...process.env, PORT: '0', DATA_DIR: join(folder, 'data'), LOG_LEVEL: 'warn', TSA: 'accounts' }
  const main = [process.execPath, 'server/dist/main.js']
  service = spawn(...guarded('TERM', main), { cwd: folder, env: environment })
  base = await new Promise((resolve, reject) => {
    let output = ''
    const onOutput = (chunk: Buffer) => {
      output += chunk.toString()
      const ready = /Tallystick is ready: (\S+)/.exec(output)
      if (ready?.[1]) resolve(ready[1])
    }
    service.stdout?.on('data', onOutput)
    service.stderr?.on('data', onOutput)
    service.once('exit', (code) => reject(new Error(`the service ended with ${code}:\n${output}`)))
  })
})

afterAll(async () => {
  if (service && service.exitCode === null) {
    const ended = new Promise((resolve) => service.once('exit', resolve))
    service.stdin?.end()
    await ended
  }
  rmSync(folder, { recursive: true, force: true })
})

async function bash(script: string): Promise<string> {
  const here = script
    .replaceAll('http://127.0.0.1:3000', base)
    .replaceAll('/tmp/agreement.txt', join(folder, 'agreement.txt'))
    .replaceAll('/tmp/agreements', join(folder, 'agreements'))
  const { stdout } = await run('bash', ['-e', '-o', 'pipefail', '-c', here], { cwd: folder, env: environment })
  return stdout
}

test('the README has two commands, which this test stands in for: a run cannot install and test itself', () => {
  expect(blocksOf('README.md', 'sh')).toEqual(['npm ci && npm start\n', 'npm ci && npm test\n'])
  const { scripts } = JSON.parse(readFileSync(`${root}package.json`, 'utf8')) as { scripts: Record<string, string> }
  expect(scripts.start).toContain('node server/dist/main.js')
})

test('the lines of docs/integrators.md work', async () => {
  // Variables carry over from block to block, as in a reader's terminal.
  const output = await bash(blocksOf('docs/integrators.md', 'sh').join('\n'))
  expect(output).toContain('"state":"final"')
  expect(output).toMatch(/CONSISTENT: \S+agreement\.txt fits this proof\. /)
  expect(output).toMatch(
    /STATED: \S+agreement\.txt existed not later than .*, by the word of localhost:\d+, which issued the proof\./,
  )
  expect(output).toMatch(/CONSISTENT: the 2 files of .*\narchive contains all 2 files /)
  expect(output).toContain('"existing":true')
  expect(output).toContain('User logged out successfully')
  const verdict = JSON.parse(readFileSync(join(folder, 'verdict.json'), 'utf8')) as { outcome: string }
  expect(verdict.outcome).toBe('stated')
})

test('the TypeScript example works', async () => {
  const [example = ''] = blocksOf('docs/integrators.md', 'ts')
  const compilerOptions = { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 }
  // Next to the packages, so that it finds @tallystick/proof.
  writeFileSync(join(folder, 'example.mjs'), ts.transpileModule(example, { compilerOptions }).outputText)
  const { stdout } = await run(process.execPath, ['example.mjs'], { cwd: folder, env: exampleEnvironment() })
  expect(stdout).toMatch(/^consistent\nstated 20/)
})

test.skipIf(!hasPython())('the Python example works', async () => {
  // The other one, for OpenTimestamps, runs in server/test/protocols/clients.slow.test.ts.
  const example = blocksOf('docs/integrators.md', 'python').find((block) => block.includes('CLIENT_ID')) ?? ''
  const { stdout } = await run('python3', ['-c', example], { cwd: folder, env: exampleEnvironment() })
  expect(stdout).toMatch(/^the root is in transaction 0x\w+\nand the issuer's node has its block, dated 20/)
})

test('the audit finds nothing wrong afterwards', async () => {
  const report = JSON.parse(await bash('npm run -s admin -- audit --json')) as { ok: boolean; entries: number }
  expect(report.ok).toBe(true)
  expect(report.entries).toBeGreaterThanOrEqual(6)
})

function exampleEnvironment(): NodeJS.ProcessEnv {
  const account = JSON.parse(readFileSync(join(folder, 'account.json'), 'utf8')) as Record<string, string>
  return { ...environment, BASE: base, CLIENT_ID: account.clientId, SECRET_KEY: account.secretKey }
}

function hasPython(): boolean {
  try {
    execFileSync('python3', ['--version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
