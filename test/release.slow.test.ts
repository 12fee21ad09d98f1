import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { version as commandVersion } from '../command/src/version.js'
import { version as sdkVersion } from '../sdk/src/version.js'
import { version as serviceVersion } from '../server/src/base/version.js'
import { packages, root } from './sources.js'

const jsonOf = (path: string) => JSON.parse(readFileSync(`${root}${path}`, 'utf8'))
const published = ['proof', 'contract', 'sdk', 'command', 'server']
const { version } = jsonOf('package.json') as { version: string }

describe('the version', () => {
  test.each(packages)('in %s/package.json is that of package.json, also for our packages it depends on', (folder) => {
    const manifest = jsonOf(`${folder}/package.json`)
    expect(manifest.version).toBe(version)
    const needed = Object.entries<string>({ ...manifest.dependencies, ...manifest.devDependencies })
    const ours = needed.filter(([name]) => name === 'tallystick' || name.startsWith('@tallystick/'))
    expect(ours.filter(([, wanted]) => wanted !== version)).toEqual([])
  })

  test('is the same in the service, the SDK, the command, the API description, the image and the chart', () => {
    const kustomization = readFileSync(`${root}deploy/kubernetes/kustomization.yaml`, 'utf8')
    const named = [serviceVersion, sdkVersion, commandVersion, jsonOf('docs/openapi.json').info.version]
    expect(named).toEqual(named.map(() => version))
    expect(/newTag: (.*)/.exec(kustomization)?.[1]).toBe(version)
    const chart = readFileSync(`${root}deploy/helm/tallystick/Chart.yaml`, 'utf8')
    expect([...chart.matchAll(/^(?:version|appVersion): (.*)$/gm)].map(([, named]) => named)).toEqual([
      version,
      version,
    ])
  })
})

interface Component {
  'bom-ref': string
  type: string
  name: string
  version: string
  purl: string
}
interface Sbom {
  bomFormat: string
  specVersion: string
  metadata: { component: Component }
  components: Component[]
  dependencies: { ref: string; dependsOn: string[] }[]
}

describe('a release', () => {
  const printedBy = (script: string) =>
    execFileSync('node', [`server/scripts/${script}`], { cwd: root, encoding: 'utf8', maxBuffer: 1 << 26 })
  const licences = [...printedBy('licences.js').matchAll(/^={80}\n(\S+) (\S+): (.*)$/gm)]

  test('is listed in CycloneDX: third-party packages as in the licences, and ours, each with its dependencies', () => {
    const list = JSON.parse(printedBy('sbom.js')) as Sbom
    expect([list.bomFormat, list.specVersion]).toEqual(['CycloneDX', '1.5'])
    const { type, name, purl } = list.metadata.component
    expect([type, name, purl]).toEqual(['application', '@tallystick/server', `pkg:npm/%40tallystick/server@${version}`])
    const isOurs = (one: string) => /^(@tallystick\/\w+|tallystick) /.test(one)
    const listed = [...new Set(list.components.map((one) => `${one.name} ${one.version}`))].sort()
    const ours = ['contract', 'proof', 'sdk', 'web'].map((folder) => `@tallystick/${folder} ${version}`)
    expect(listed.filter(isOurs)).toEqual([...ours, `tallystick ${version}`])
    const named = licences.map(([, name, version]) => `${name} ${version}`)
    expect(listed.filter((one) => !isOurs(one))).toEqual([...new Set(named)].sort())
    // Direct ones, and none that only builds or tests.
    const { dependencies } = jsonOf('server/package.json') as { dependencies: Record<string, string> }
    const missing = Object.entries(dependencies).filter(([name, version]) => !listed.includes(`${name} ${version}`))
    expect(missing).toEqual([])
    for (const tool of ['typescript', 'vite', 'vitest', 'rolldown'])
      expect(listed.filter((one) => one.startsWith(`${tool} `))).toEqual([])
    const refs = new Set([list.metadata.component, ...list.components].map((one) => one['bom-ref']))
    expect(
      list.dependencies.flatMap(({ ref, dependsOn }) => [ref, ...dependsOn]).filter((one) => !refs.has(one)),
    ).toEqual([])
    const needed = new Set(list.dependencies.flatMap(({ dependsOn }) => dependsOn))
    expect(list.components.filter((one) => !needed.has(one['bom-ref'])).map((one) => one.name)).toEqual([])
  })

  test('has only licences that allow it', () => {
    expect(licences.length).toBeGreaterThan(100)
    const unknown = licences.filter(([, name = '', , license = '']) => !isAllowed(name, license))
    expect(unknown.map(([line]) => line.split('\n')[1])).toEqual([])
  })

  test.each(published)('in %s is built before it is packed', (folder) => {
    const { scripts, files } = jsonOf(`${folder}/package.json`) as { scripts: { prepack: string }; files: string[] }
    const [builds, ...others] = scripts.prepack.split(' && ')
    const parts: Record<string, string> = { proof: 'proof', sdk: 'sdk', command: 'command', server: 'server web' }
    const compiled = 'node ../node_modules/typescript-native/bin/tsc -b'
    expect(builds).toBe(parts[folder] === undefined ? compiled : `node ../scripts/build.js ${parts[folder]}`)
    const licences = 'LICENCES-OF-OTHERS.txt'
    expect(others).toEqual(files.includes(licences) ? [`node scripts/licences.js > ${licences}`] : [])
  })

  test.each(published)('in %s has the licence of the repository', (folder) => {
    expect(readFileSync(`${root}${folder}/LICENSE`, 'utf8')).toBe(readFileSync(`${root}LICENSE`, 'utf8'))
  })

  test('has what was built in the published packages, and none of their tests', () => {
    const folders = published.map((folder) => `--workspace=${folder}`)
    const printed = execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts', ...folders], {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    const packed = JSON.parse(printed) as { files: { path: string }[] }[]
    expect(packed).toHaveLength(published.length)
    for (const { files } of packed) {
      const paths = files.map(({ path }) => path)
      expect(paths).toEqual(expect.arrayContaining(['package.json', 'README.md', 'LICENSE']))
      expect(paths.filter((path) => /^dist\/.*\.js$/.test(path))).not.toEqual([])
      expect(paths.filter((path) => /(^|\/)(test|src)\/|tsbuildinfo/.test(path))).toEqual([])
    }
  })
})

/** Permissive ones. The LGPL is of a library that sharp loads and that can be replaced; the MPL asks for nothing where its files are unchanged. */
function isAllowed(name: string, license: string): boolean {
  // Their package.json does not say; their texts do: MIT.
  if (['combine-errors', 'png-js'].includes(name)) return license === 'see below'
  const known =
    /^(MIT|MIT-0|ISC|0BSD|BSD-[23]-Clause|Apache-2\.0|BlueOak-1\.0\.0|CC0-1\.0|Unlicense|Zlib|OFL-1\.1|MPL-2\.0)$/
  const parts = license.replace(/[()]/g, '').split(/ (?:OR|AND) /)
  return parts.some((part) => known.test(part)) || (name.startsWith('@img/sharp-') && license.includes('LGPL'))
}
