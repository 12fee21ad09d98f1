import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { type DebianPrograms, debianPrograms, debianWaitMs, noDebian } from './debian.js'
import { root } from './sources.js'

const run = promisify(execFile)

describe('deploy/compose.yaml, with the docker-compose of Debian', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tallystick-compose-'))
  let debian: DebianPrograms | null

  beforeAll(async () => {
    const example = readFileSync(`${root}deploy/compose.env.example`, 'utf8')
    const filled = example.replace('POSTGRES_PASSWORD=', '$&password').replace('MASTER_KEY=', `$&${'ab'.repeat(32)}`)
    writeFileSync(join(folder, 'filled.env'), filled)
    debian = await debianPrograms(['docker-compose'])
  }, debianWaitMs)
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  const config = ({ path, env }: DebianPrograms, file: string, ...args: string[]) =>
    run(path('docker-compose'), ['-f', `${root}deploy/compose.yaml`, '--env-file', file, ...args, 'config'], { env })

  test('is valid, with its profiles', async ({ skip }) => {
    if (!debian) return skip(noDebian)
    const { stdout } = await config(debian, join(folder, 'filled.env'), '--profile', 's3', '--profile', 'chain')
    const { services } = parse(stdout) as { services: Record<string, object> }
    expect(Object.keys(services).sort()).toEqual(['bucket', 'caddy', 'chain', 'postgres', 'store', 'tallystick'])
  })

  test('refuses to start before the settings are filled in', async ({ skip }) => {
    if (!debian) return skip(noDebian)
    await expect(config(debian, `${root}deploy/compose.env.example`)).rejects.toThrow(/MASTER_KEY|POSTGRES_PASSWORD/)
  })
})

describe('deploy/kubernetes, with the kubectl of Debian', () => {
  let debian: DebianPrograms | null
  beforeAll(async () => {
    debian = await debianPrograms(['kubernetes-client'])
  }, debianWaitMs)

  test('is put together', async ({ skip }) => {
    if (!debian) return skip(noDebian)
    const { stdout } = await run(debian.path('kubectl'), ['kustomize', `${root}deploy/kubernetes`], { env: debian.env })
    const made = parseAllDocuments(stdout).map((document) => document.toJS() as { kind: string })
    const kinds = ['ConfigMap', 'Ingress', 'PodDisruptionBudget', 'Service', 'Service', 'StatefulSet']
    expect(made.map(({ kind }) => kind).sort()).toEqual(kinds)
    expect(stdout).toMatch(/image: registry\.example\.com\/tallystick:\d+\.\d+\.\d+/)
  })
})
