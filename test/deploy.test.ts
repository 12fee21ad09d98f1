import { existsSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { validate } from 'dockerfile-utils'
import { describe, expect, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { loadConfig, settings } from '../server/src/settings.js'
import { root, trackedFiles } from './sources.js'

const textOf = (path: string) => readFileSync(`${root}${path}`, 'utf8')
const isSetting = (name: string) => settings.some((setting) => setting.name === name)
const unknownIn = (env: object) => Object.keys(env).filter((name) => !isSetting(name))

/** Reads NAME=value lines. */
function environmentIn(path: string): Record<string, string> {
  return Object.fromEntries(
    textOf(path)
      .split('\n')
      .filter((line) => /^\w+=/.test(line))
      .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  )
}

/** The settings that an operator has to fill in. */
const secrets = {
  MASTER_KEY: 'ab'.repeat(32),
  SIGNER_KEY: `0x${'cd'.repeat(32)}`,
  CONTRACT_ADDRESS: `0x${'ef'.repeat(20)}`,
  S3_ACCESS_KEY_ID: 'key',
  S3_SECRET_ACCESS_KEY: 'secret',
}

describe('deploy/container/Dockerfile', () => {
  const text = textOf('deploy/container/Dockerfile')
  const stages = text.split(/^FROM /m).slice(1)
  const last = stages.at(-1) ?? ''

  test('is valid', () => {
    expect(validate(text)).toEqual([])
  })

  test('copies files that exist or are built', () => {
    const from = [...last.matchAll(/^COPY --from=build (.+) \S+$/gm)].flatMap(([, paths = '']) => paths.split(' '))
    const inside = from.map((path) => path.replace('/opt/tallystick/', ''))
    const isMade = (path: string) =>
      ['node_modules', 'LICENCES-OF-OTHERS.txt'].includes(path) || /^(\w+\/dist|server\/(portal|verifier))$/.test(path)
    expect(inside.length).toBeGreaterThan(5)
    expect(inside.filter((path) => !isMade(path) && !existsSync(root + path))).toEqual([])
  })

  test('ends with an image that builds nothing, runs as its own user and reports its health', () => {
    expect(stages).toHaveLength(2)
    expect(last).not.toMatch(/\b(npm|apt-get|gcc|make)\b/)
    expect(last).toMatch(/^USER 1000:1000$/m)
    expect(last).toMatch(/^HEALTHCHECK .*\\\n {2}CMD \["node",/m)
    expect(last).toMatch(
      /^ENTRYPOINT \["node", "--disable-sigusr1"\]\nCMD \["command\/bin\/tallystick\.js", "serve"\]$/m,
    )
    const [, given = ''] = /^ENV (.*)$/m.exec(last) ?? []
    expect(unknownIn(Object.fromEntries(given.split(' ').map((pair) => pair.split('='))))).toEqual([])
  })
})

interface ComposeService {
  environment?: Record<string, string>
  volumes?: string[]
  networks?: string[] | Record<string, { ipv4_address?: string } | null>
  depends_on?: string[] | Record<string, unknown>
  ports?: string[]
  user?: string
  init?: boolean
  read_only?: boolean
  cap_drop?: string[]
  stop_grace_period?: string
  build?: { context: string; dockerfile: string }
}
interface Compose {
  services: Record<string, ComposeService>
  networks: Record<string, { internal?: boolean } | null>
  volumes: Record<string, null>
}

describe('deploy/compose.yaml', () => {
  const text = textOf('deploy/compose.yaml')
  const compose = parse(text, { merge: true }) as Compose
  const services = Object.entries(compose.services)
  const example = environmentIn('deploy/compose.env.example')

  /** Fills variables in as Compose does. */
  const filled = (values: Record<string, string>, service: string) =>
    Object.fromEntries(
      Object.entries(compose.services[service]?.environment ?? {}).map(([name, value]) => [
        name,
        value.replace(/\$\{(\w+)(?::-([^}]*)|:\?)\}/g, (_, variable: string, usual = '') => values[variable] || usual),
      ]),
    )

  test('takes its variables from compose.env.example', () => {
    const used = new Set([...text.matchAll(/\$\{(\w+)/g)].map(([, name]) => name))
    expect([...used].sort()).toEqual(Object.keys(example).sort())
  })

  test.each([
    ['by itself', {}],
    ['with an S3 store', { STORAGE_URL: 's3://notary-files?endpoint=http://store:8333' }],
    ['with another chain', { RPC_URL: 'http://chain:8545' }],
  ])('sets the service up %s', (_what, chosen: Record<string, string>) => {
    const { S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY, SIGNER_KEY, CONTRACT_ADDRESS, MASTER_KEY } = secrets
    const values = {
      ...example,
      POSTGRES_PASSWORD: 'password',
      MASTER_KEY,
      ...chosen,
      ...(chosen.STORAGE_URL && { S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY }),
      ...(chosen.RPC_URL && { SIGNER_KEY, CONTRACT_ADDRESS }),
    }
    const env = filled(values, 'tallystick')
    expect(unknownIn(env)).toEqual([])
    const config = loadConfig(env)
    expect(config).toMatchObject({ publicUrl: 'https://notary.example.com', registration: 'closed' })
    expect([config.s3 !== undefined, config.rpcUrls !== undefined]).toEqual([
      chosen.STORAGE_URL !== undefined,
      chosen.RPC_URL !== undefined,
    ])
  })

  test('names services, volumes, networks and files that exist', () => {
    const missing = services.flatMap(([name, service]) => {
      const volumes = (service.volumes ?? []).map((volume) => volume.split(':')[0] ?? '')
      const networks = Array.isArray(service.networks) ? service.networks : Object.keys(service.networks ?? {})
      const others = Array.isArray(service.depends_on) ? service.depends_on : Object.keys(service.depends_on ?? {})
      const isThere = (volume: string) =>
        volume.startsWith('.') ? existsSync(posix.join(root, 'deploy', volume)) : volume in compose.volumes
      const dockerfile = service.build && posix.join('deploy', service.build.context, service.build.dockerfile)
      return [
        ...volumes.filter((volume) => !isThere(volume)),
        ...networks.filter((network) => !(network in compose.networks)),
        ...others.filter((other) => !(other in compose.services)),
        ...(dockerfile && !existsSync(root + dockerfile) ? [dockerfile] : []),
      ].map((what) => `${name}: ${what}`)
    })
    expect(missing).toEqual([])
  })

  test('exposes only Caddy, which the service trusts by its address', () => {
    expect(services.filter(([, { ports }]) => ports).map(([name]) => name)).toEqual(['caddy'])
    const { networks } = compose.services.caddy as { networks: { outer: { ipv4_address: string } } }
    expect(compose.services.tallystick?.environment?.TRUST_PROXY).toBe(networks.outer.ipv4_address)
    expect(compose.networks.inner?.internal).toBe(true)
    for (const name of ['postgres', 'store', 'chain']) expect(compose.services[name]?.networks).toEqual(['inner'])
  })

  test('runs the image with a read-only root and no privileges, and gives it time to stop', () => {
    const own = services.filter(([, { build }]) => build)
    expect(own.map(([name]) => name)).toEqual(['tallystick', 'bucket', 'chain'])
    for (const [, service] of own) expect(service).toMatchObject({ init: true, read_only: true, cap_drop: ['ALL'] })
    const chosen = { POSTGRES_PASSWORD: 'password', RPC_URL: 'http://chain:8545', STORAGE_URL: 's3://abc' }
    const { stopDelayMs, stopMs } = loadConfig(filled({ ...example, ...secrets, ...chosen }, 'tallystick'))
    expect(Number.parseInt(compose.services.tallystick?.stop_grace_period ?? '0', 10) * 1000).toBeGreaterThan(
      stopDelayMs + stopMs + 10_000,
    )
  })
})

interface Container {
  name: string
  image: string
  ports: { name: string; containerPort: number }[]
  volumeMounts: { name: string; mountPath: string }[]
  securityContext: object
  envFrom: { configMapRef?: { name: string }; secretRef?: { name: string } }[]
}
type Probes = Record<`${'startup' | 'liveness' | 'readiness'}Probe`, { httpGet: { path: string; port: string } }>
interface PodSpec {
  terminationGracePeriodSeconds: number
  securityContext: object
  containers: [Container & Probes]
  volumes: { name: string }[]
}
interface Manifest {
  kind: string
  metadata: { name: string }
  data?: Record<string, string>
  spec?: Record<string, unknown>
}

describe('deploy/kubernetes', () => {
  const { resources } = parse(textOf('deploy/kubernetes/kustomization.yaml')) as { resources: string[] }
  const manifests = resources.flatMap((path) =>
    parseAllDocuments(textOf(`deploy/kubernetes/${path}`)).map((document) => document.toJS() as Manifest),
  )
  const all = (kind: string) => manifests.filter((manifest) => manifest.kind === kind)
  const [set] = all('StatefulSet') as [Manifest & { spec: { replicas: number; serviceName: string; selector: object } }]
  const template = (set.spec as unknown as { template: { metadata: { labels: object }; spec: PodSpec } }).template
  const pod = template.spec
  const [container] = pod.containers

  test('lists all of its files', () => {
    const files = trackedFiles('deploy/kubernetes/*.yaml').map((path) => posix.basename(path))
    expect([...resources, 'kustomization.yaml'].sort()).toEqual(files.sort())
  })

  test('sets the service up, and gives it time to stop', () => {
    const [settingsMap] = all('ConfigMap')
    const example = environmentIn('deploy/kubernetes/secrets.env.example')
    const env = { ...settingsMap?.data, ...example, ...secrets, SMTP_URL: 'smtp://mail', METRICS_TOKEN: 'scraper' }
    expect(unknownIn(env)).toEqual([])
    const { stopDelayMs, stopMs, s3, rpcUrls, databaseUrl } = loadConfig(env)
    // Nothing is embedded: the pods share all of it.
    expect([s3, rpcUrls, databaseUrl]).not.toContain(undefined)
    expect(pod.terminationGracePeriodSeconds * 1000).toBeGreaterThan(stopDelayMs + stopMs + 10_000)
  })

  test('names what exists', () => {
    const volumes = pod.volumes.map(({ name }) => name)
    expect(container.volumeMounts.map(({ name }) => name)).toEqual(volumes)
    expect(container.volumeMounts.map(({ mountPath }) => mountPath)).toEqual(['/data', '/tmp', '/run/signers'])
    const probes = [container.startupProbe, container.livenessProbe, container.readinessProbe]
    expect(probes.map(({ httpGet }) => httpGet)).toEqual([
      { path: '/healthz', port: 'http' },
      { path: '/healthz', port: 'http' },
      { path: '/readyz', port: 'http' },
    ])
    expect(container.ports).toEqual([{ name: 'http', containerPort: loadConfig({}).port }])
    const { labels } = template.metadata
    for (const { spec } of all('Service')) expect(spec?.selector).toEqual(labels)
    for (const { spec } of [...all('PodDisruptionBudget'), set]) expect(spec?.selector).toEqual({ matchLabels: labels })
    const services = all('Service').map(({ metadata }) => metadata.name)
    expect(services).toContain(set.spec.serviceName)
    expect(JSON.stringify(all('Ingress'))).toContain(`"service":{"name":"${services[0]}","port":{"name":"http"}}`)
    const [ingress] = all('Ingress')
    const host = new URL(all('ConfigMap')[0]?.data?.PUBLIC_URL ?? '').host
    expect(ingress?.spec).toMatchObject({ tls: [{ hosts: [host] }], rules: [{ host }] })
  })

  test('has several replicas that keep to the restricted security standard', () => {
    expect(set.spec.replicas).toBeGreaterThan(1)
    expect(pod.securityContext).toMatchObject({ runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } })
    expect(container.securityContext).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    })
  })
})
