import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { type DebianPrograms, debianPrograms, noDebian } from './debian.js'
import { hasPrograms, helmPath, kubernetesTypes, noPrograms, npmProgram } from './npm-programs.js'
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
  })
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

interface Manifest {
  apiVersion: string
  kind: string
  metadata: { name: string; labels?: Record<string, string>; annotations?: object }
  spec?: { template?: { metadata: { annotations?: object } } }
}

const manifestsIn = (text: string) =>
  parseAllDocuments(text)
    .map((document) => document.toJS() as Manifest)
    .sort((a, b) => `${a.kind} ${a.metadata.name}`.localeCompare(`${b.kind} ${b.metadata.name}`))

describe('deploy/kubernetes, with the kubectl of Debian, and deploy/helm, with the helm of an npm package', () => {
  const chart = `${root}deploy/helm/tallystick`
  const folder = mkdtempSync(join(tmpdir(), 'tallystick-manifests-'))
  let debian: DebianPrograms | null
  let helm: string
  let types: string
  beforeAll(async () => {
    debian = await debianPrograms(['kubernetes-client'])
    if (!hasPrograms) return
    helm = await helmPath()
    types = await npmProgram(kubernetesTypes)
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  /** Keeps Helm's own files in the folder. */
  const env = { PATH: process.env.PATH, HOME: folder }
  const rendered = async (...args: string[]) =>
    manifestsIn((await run(helm, ['template', 'tallystick', chart, ...args], { env })).stdout)
  const kustomized = async ({ path, env }: DebianPrograms) =>
    (await run(path('kubectl'), ['kustomize', `${root}deploy/kubernetes`], { env })).stdout

  test('builds', async ({ skip }) => {
    if (!debian) return skip(noDebian)
    const stdout = await kustomized(debian)
    const kinds = ['ConfigMap', 'Ingress', 'PodDisruptionBudget', 'Service', 'Service', 'StatefulSet']
    expect(manifestsIn(stdout).map(({ kind }) => kind)).toEqual(kinds)
    expect(stdout).toMatch(/image: registry\.example\.com\/tallystick:\d+\.\d+\.\d+/)
  })

  test('is the same from either', async ({ skip }) => {
    if (!debian || !hasPrograms) return skip(debian ? noPrograms : noDebian)
    // Helm's own marks on what it manages.
    const made = (await rendered()).map((manifest) => {
      const name = manifest.metadata.labels?.['app.kubernetes.io/name']
      const template = manifest.spec?.template?.metadata
      if (template) delete template.annotations
      return { ...manifest, metadata: { ...manifest.metadata, labels: { 'app.kubernetes.io/name': name } } }
    })
    const labelled = manifestsIn(await kustomized(debian)).map((manifest) => ({
      ...manifest,
      metadata: { ...manifest.metadata, labels: { 'app.kubernetes.io/name': 'tallystick' } },
    }))
    expect(made).toEqual(labelled)
  })

  test('fits the types of Kubernetes', async ({ skip }) => {
    if (!hasPrograms) return skip(noPrograms)
    const module = (apiVersion: string) => apiVersion.replace('.k8s.io', '').replace(/^v1$/, 'core/v1')
    const lines = (await rendered('--set', 'ingress.className=nginx')).flatMap((manifest, at) => [
      `import type { ${manifest.kind} as T${at} } from 'kubernetes-types/${module(manifest.apiVersion)}'`,
      `export const m${at}: T${at} = ${JSON.stringify(manifest)}`,
    ])
    writeFileSync(join(folder, 'manifests.ts'), lines.join('\n'))
    const options = ['--noEmit', '--strict', '--skipLibCheck', '--module', 'nodenext', '--moduleResolution', 'nodenext']
    const paths = { baseUrl: '.', paths: { 'kubernetes-types/*': [join(types, 'node_modules/kubernetes-types/*')] } }
    writeFileSync(
      join(folder, 'tsconfig.json'),
      JSON.stringify({ compilerOptions: { ...paths, types: [] }, files: ['manifests.ts'] }),
    )
    await run(process.execPath, [`${root}node_modules/typescript/bin/tsc`, '-p', folder, ...options])
  })

  test('is a chart that passes lint, and refuses invalid values', async ({ skip }) => {
    if (!hasPrograms) return skip(noPrograms)
    await run(helm, ['lint', '--strict', chart], { env })
    await expect(rendered('--set', 'replicas=two')).rejects.toThrow(/replicas.*want integer/s)
    await expect(rendered('--set', 'hots=notary')).rejects.toThrow(/hots/)
    const other = await rendered('--set', 'ingress.enabled=false', '--set-string', 'settings.STOP_SECONDS=100')
    expect(other.map(({ kind }) => kind)).not.toContain('Ingress')
    expect(other.find(({ kind }) => kind === 'StatefulSet')?.spec?.template).toMatchObject({
      spec: { terminationGracePeriodSeconds: 130 },
    })
  })
})
