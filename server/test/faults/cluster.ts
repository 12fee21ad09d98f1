import { execFile } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { appendFile, chown, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type DebianPrograms, debianPrograms } from '../../../test/debian.js'
import { eventually } from '../../../test/eventually.js'
import { Database } from '../../src/base/database/db.js'
import { databaseUser } from '../../src/embedded/postgres-programs.js'
import { freePort } from '../free-port.js'
import { type Program, start } from './programs.js'

const run = promisify(execFile)

/** The names of a cluster's servers, also towards each other. */
export const names = ['a', 'b', 'c'] as const
export type Name = (typeof names)[number]

/** A server of the cluster. */
interface Server {
  name: Name
  data: string
  port: number
  program: Program | undefined
}

/** Debian's PostgreSQL on three ports: whichever is the primary waits for one of the two others at each commit. */
export class Cluster {
  private readonly debian: DebianPrograms
  private readonly folder: string
  private readonly servers = new Map<Name, Server>()

  private constructor(debian: DebianPrograms, folder: string) {
    this.debian = debian
    this.folder = folder
  }

  /**
   * Starts the primary `a` and its standbys `b` and `c`.
   *
   * @returns null without apt
   */
  static async start(): Promise<Cluster | null> {
    const debian = await debianPrograms(['postgresql'])
    if (!debian) return null
    const cluster = new Cluster(debian, await mkdtemp(join(tmpdir(), 'tallystick-cluster-')))
    const user = databaseUser()
    if (user) await chown(cluster.folder, user.uid, user.gid)
    for (const name of names) {
      const server = { name, data: join(cluster.folder, name), port: await freePort(), program: undefined }
      cluster.servers.set(name, server)
    }
    const { data } = cluster.server('a')
    await cluster.run('initdb', '-D', data, '--username=postgres', '--auth=trust', '--encoding=UTF8', '--no-sync')
    const settings = {
      listen_addresses: '127.0.0.1',
      unix_socket_directories: cluster.folder,
      synchronous_commit: 'on',
      wal_log_hints: 'on',
      wal_keep_size: '1GB',
      synchronous_standby_names: `ANY 1 (${names.join(', ')})`,
    }
    const lines = Object.entries(settings).map(([name, value]) => `${name} = '${value}'\n`)
    await appendFile(join(data, 'postgresql.conf'), lines.join(''))
    await cluster.boot('a')
    for (const name of ['b', 'c'] as const) {
      const from = cluster.conninfo('a', name)
      await cluster.run('pg_basebackup', '-D', cluster.server(name).data, '-R', '-c', 'fast', '--no-sync', '-d', from)
      await cluster.boot(name)
    }
    return cluster
  }

  /** The setting DATABASE_URL. */
  get url(): string {
    const hosts = [...this.servers.values()].map(({ port }) => `127.0.0.1:${port}`)
    return `postgres://postgres@${hosts.join(',')}/postgres?target_session_attrs=read-write`
  }

  /** Runs a statement on one server. */
  async ask<Row>(name: Name, sql: string): Promise<Row[]> {
    const database = new Database({ url: this.urlOf(name), connectionsMax: 1 })
    try {
      return await database.query<Row>(sql)
    } finally {
      await database.close()
    }
  }

  /** The URL of one server, whatever it is at the moment. */
  urlOf(name: Name): string {
    return `postgres://postgres@127.0.0.1:${this.server(name).port}/postgres`
  }

  /** Starts a server with the data it has. */
  async boot(name: Name): Promise<void> {
    const server = this.server(name)
    const args = ['-D', server.data, '-p', String(server.port), '-c', `cluster_name=${name}`]
    const program = start(this.path('postgres'), args, this.debian.env, this.folder, databaseUser())
    server.program = program
    await eventually(`server ${name} answers:\n${program.output()}`, () => this.ask(name, 'SELECT 1'))
  }

  /** Kills a server with all its processes, as losing its machine would. */
  async kill(name: Name): Promise<void> {
    const { program } = this.server(name)
    if (!program) return
    // Stopped, it can't make new ones meanwhile.
    program.kill('SIGSTOP')
    const { stdout } = await run('ps', ['-o', 'pid=', '--ppid', String(program.pid)]).catch(() => ({ stdout: '' }))
    for (const pid of stdout.split('\n').map(Number)) if (pid > 0) killIfThere(pid)
    await program.kill9()
    this.server(name).program = undefined
  }

  /** Promotes that one of the standbys that has the most of the journal, and has the other one follow it. */
  async promote(standbys: readonly Name[]): Promise<Name> {
    const received = await Promise.all(
      standbys.map(async (name) => {
        const [row] = await this.ask<{ bytes: number }>(
          name,
          `SELECT pg_wal_lsn_diff(pg_last_wal_receive_lsn(), '0/0')::bigint AS bytes`,
        )
        return { name, bytes: row?.bytes ?? 0 }
      }),
    )
    const [first] = received.sort((one, other) => other.bytes - one.bytes)
    if (!first) throw new Error('there is no standby')
    await this.run('pg_ctl', 'promote', '-w', '-D', this.server(first.name).data)
    for (const name of standbys.filter((name) => name !== first.name)) await this.follow(name, first.name)
    return first.name
  }

  /** Has a running standby follow another primary. */
  private async follow(name: Name, primary: Name): Promise<void> {
    await this.ask(name, `ALTER SYSTEM SET primary_conninfo = '${this.conninfo(primary, name)}'`)
    await this.ask(name, 'SELECT pg_reload_conf()')
  }

  /** Makes a former primary, which must not run, a standby: takes back what the new primary doesn't have. */
  async rewind(name: Name, primary: Name): Promise<void> {
    const { data } = this.server(name)
    // Before version 16, pg_rewind knows of a promotion only once the new primary has made a checkpoint.
    await this.ask(primary, 'CHECKPOINT')
    await this.run('pg_rewind', '-D', data, '-R', '--no-sync', `--source-server=${this.conninfo(primary, name)}`)
    await this.boot(name)
  }

  /** Counts the standbys that a primary hears of. */
  async standbys(primary: Name): Promise<number> {
    const rows = await this.ask(primary, `SELECT 1 FROM pg_stat_replication WHERE state = 'streaming'`)
    return rows.length
  }

  async stop(): Promise<void> {
    for (const name of names) await this.kill(name)
    await rm(this.folder, { recursive: true, force: true })
  }

  private conninfo(primary: Name, standby: Name): string {
    const { port } = this.server(primary)
    return `host=127.0.0.1 port=${port} user=postgres dbname=postgres application_name=${standby}`
  }

  private server(name: Name): Server {
    return this.servers.get(name) as Server
  }

  private async run(program: string, ...args: string[]): Promise<void> {
    const options = { env: this.debian.env, cwd: this.folder, ...databaseUser() }
    await run(this.path(program), args, options).catch((error: { stderr?: string }) => {
      throw new Error(`${program}: ${error.stderr ?? error}`)
    })
  }

  /** Debian keeps PostgreSQL's own programs in a folder for each version. */
  private path(program: string): string {
    const tops = [this.debian.root, '/'].map((top) => join(top, 'usr/lib/postgresql')).filter(existsSync)
    const paths = tops.flatMap((top) => readdirSync(top).map((version) => join(top, version, 'bin', program)))
    const found = paths.find(existsSync)
    if (!found) throw new Error(`no package has ${program}`)
    return found
  }
}

function killIfThere(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has ended by itself.
  }
}
