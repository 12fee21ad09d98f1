import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir, userInfo } from 'node:os'
import { isAbsolute, join } from 'node:path'
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3'
import { type DebianPrograms, debianPrograms } from '../../../test/debian.js'
import { eventually, Hopeless } from '../../../test/eventually.js'
import { guarded } from '../../../test/guarded.js'
import type { Config } from '../../src/settings.js'
import { freePort } from '../free-port.js'

/** An S3 service started for tests, with a bucket. */
export interface TestS3 {
  port: number
  /** The settings that point to it. */
  place: NonNullable<Config['s3']> & { credentials: { accessKeyId: string; secretAccessKey: string } }
  /** A client that looks behind the store's back. */
  client: S3Client
  stop(): Promise<void>
}

const packages = ['swift-proxy', 'swift-account', 'swift-container', 'swift-object', 'memcached']
const parts = ['account', 'container', 'object'] as const
const bucket = 'notary-files'
const accessKeyId = 'test:tester'
const secretAccessKey = 'testing'

/**
 * Runs a Swift script with its configuration beside the server's instead of in /etc. It patches threads before many modules
 * are loaded; later, that takes seconds.
 */
const launcher = `
import os, runpy, sys
import eventlet
eventlet.monkey_patch(all=False, socket=True, select=True, thread=True)
sys.argv = sys.argv[1:]
from swift.common import utils
utils.set_swift_dir(os.path.dirname(sys.argv[1]))
runpy.run_path(sys.argv[0], run_name='__main__')
`

/** Rings of one device each, in one process: starting swift-ring-builder nine times would take longer than everything else. */
const ringMaker = `
import os, sys
from swift.common import utils
home = sys.argv[1]
utils.set_swift_dir(home)
from swift.common.ring import RingBuilder
for part, port in (arg.split('=') for arg in sys.argv[2:]):
    builder = RingBuilder(4, 1, 0)
    builder.add_dev({'id': 0, 'region': 1, 'zone': 1, 'weight': 1, 'ip': '127.0.0.1', 'port': int(port), 'device': 'one'})
    builder.rebalance()
    builder.get_ring().save(os.path.join(home, part + '.ring.gz'))
`

/**
 * Starts OpenStack Swift with its S3 API, from Debian's packages, in a new temporary folder.
 *
 * @returns null without apt
 */
export async function startS3(): Promise<TestS3 | null> {
  const programs = await debianPrograms(packages)
  if (!programs) return null
  const home = mkdtempSync(join(tmpdir(), 'tallystick-s3-'))
  const servers: Server[] = []
  const stop = async () => {
    await Promise.all(servers.map((server) => server.end()))
    rmSync(home, { recursive: true, force: true })
  }
  try {
    const ports = await freePorts(parts.length + 2)
    const [proxyPort = 0, cachePort = 0, ...partPorts] = ports
    configure(programs, home, proxyPort, cachePort, partPorts)
    const run = (name: string, ...args: string[]) => servers.push(startServer(programs, home, name, args))
    const runSwift = (part: string) => {
      const script = `swift-${part}-server`
      run(interpreterOf(programs, script), '-c', launcher, programs.path(script), join(home, `${part}.conf`))
    }
    for (const part of parts) runSwift(part)
    run('memcached', '-l', '127.0.0.1', '-p', `${cachePort}`, ...(process.getuid?.() === 0 ? ['-u', 'root'] : []))
    runSwift('proxy')
    const endpoint = `http://127.0.0.1:${proxyPort}`
    const client = new S3Client({
      region: 'us-east-1',
      endpoint,
      credentials: { accessKeyId, secretAccessKey },
      forcePathStyle: true,
      requestChecksumCalculation: 'WHEN_REQUIRED',
    })
    await untilReady(client, ports, servers)
    const place = { bucket, prefix: '', endpoint, region: 'us-east-1', credentials: { accessKeyId, secretAccessKey } }
    return {
      port: proxyPort,
      place,
      client,
      stop: async () => {
        client.destroy()
        await stop()
      },
    }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Returns the Python that a Swift script expects. */
function interpreterOf(programs: DebianPrograms, script: string): string {
  return /^#! ?(\S+)/.exec(readFileSync(programs.path(script), 'utf8'))?.[1] ?? 'python3'
}

interface Server {
  name: string
  log(): string
  runs(): boolean
  end(): Promise<void>
}

function startServer(programs: DebianPrograms, home: string, name: string, args: readonly string[]): Server {
  const program = isAbsolute(name) ? name : programs.path(name)
  const child: ChildProcess = spawn(...guarded('KILL', [program, ...args]), {
    cwd: home,
    env: programs.env,
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  let log = ''
  const keep = (chunk: Buffer) => {
    log = (log + chunk.toString()).slice(-5000)
  }
  child.stdout?.on('data', keep)
  child.stderr?.on('data', keep)
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()))
  return {
    name,
    log: () => log,
    runs: () => child.exitCode === null,
    end: async () => {
      child.stdin?.end()
      await ended
    },
  }
}

/** Sends no request until every server listens: the proxy avoids a server for a minute after repeated failures. */
async function untilReady(client: S3Client, ports: readonly number[], servers: readonly Server[]): Promise<void> {
  const waiting = new Set(ports)
  try {
    await eventually('all of the S3 service listens', async () => {
      if (!servers.every(({ runs }) => runs())) throw new Hopeless('a part of the S3 service has ended')
      for (const port of waiting) if (await listens(port)) waiting.delete(port)
      return waiting.size === 0
    })
    await eventually('the bucket is made', async () => client.send(new CreateBucketCommand({ Bucket: bucket })))
  } catch (error) {
    const logs = servers.map(({ name, log, runs }) => `${name}: ${runs() ? 'runs' : 'ended'} ${log()}`).join('\n')
    throw new Error(`the S3 service did not start\n${logs}`, { cause: error })
  }
}

function listens(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(true))
    socket.once('error', () => resolve(false)).once('connect', () => socket.destroy())
  })
}

async function freePorts(count: number): Promise<number[]> {
  const ports = new Set<number>()
  while (ports.size < count) ports.add(await freePort())
  return [...ports]
}

/** Writes one ring of one device per server. None flushes or replicates: the tests are about our side. */
function configure(
  programs: DebianPrograms,
  home: string,
  proxyPort: number,
  cachePort: number,
  partPorts: readonly number[],
): void {
  mkdirSync(join(home, 'devices', 'one'), { recursive: true })
  const write = (name: string, lines: readonly string[]) => writeFileSync(join(home, name), `${lines.join('\n')}\n`)
  const common = [
    '[DEFAULT]',
    'bind_ip = 127.0.0.1',
    'workers = 0',
    `swift_dir = ${home}`,
    `user = ${userInfo().username}`,
    'log_level = ERROR',
  ]
  write('swift.conf', [
    ...['[swift-hash]', 'swift_hash_path_prefix = a', 'swift_hash_path_suffix = b'],
    ...['[storage-policy:0]', 'name = one', 'default = yes'],
  ])
  const rings = parts.map((part, at) => `${part}=${partPorts[at]}`)
  execFileSync(interpreterOf(programs, 'swift-ring-builder'), ['-c', ringMaker, home, ...rings], { env: programs.env })
  parts.forEach((part, at) => {
    write(`${part}.conf`, [
      ...common,
      ...[`bind_port = ${partPorts[at]}`, `devices = ${join(home, 'devices')}`, 'mount_check = false'],
      ...['[pipeline:main]', `pipeline = ${part}-server`],
      ...[`[app:${part}-server]`, `use = egg:swift#${part}`],
    ])
  })
  const filter = (name: string, egg: string, ...lines: string[]) => [
    `[filter:${name}]`,
    `use = egg:swift#${egg}`,
    ...lines,
  ]
  write('proxy.conf', [
    ...common,
    `bind_port = ${proxyPort}`,
    ...[
      '[pipeline:main]',
      'pipeline = catch_errors cache s3api tempauth slo dlo versioned_writes symlink proxy-server',
    ],
    ...['[app:proxy-server]', 'use = egg:swift#proxy', 'account_autocreate = true', 'allow_account_management = true'],
    ...filter('catch_errors', 'catch_errors'),
    ...filter('cache', 'memcache', `memcache_servers = 127.0.0.1:${cachePort}`),
    ...filter('s3api', 's3api', 's3_acl = false', 'location = us-east-1'),
    ...filter('tempauth', 'tempauth', `user_${accessKeyId.replace(':', '_')} = ${secretAccessKey} .admin`),
    ...filter('slo', 'slo'),
    ...filter('dlo', 'dlo'),
    ...filter('versioned_writes', 'versioned_writes', 'allow_object_versioning = true'),
    ...filter('symlink', 'symlink'),
  ])
}
