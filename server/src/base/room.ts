import type { Command } from 'commander'
import type { FastifyInstance, FastifyReply, onRequestAsyncHookHandler, onRequestHookHandler } from 'fastify'
import type { Logger } from 'pino'
import type { ArchiveEntry } from './archives/archive.js'
import type { Database } from './database/db.js'
import type { CheckContext, Finding } from './finding.js'
import type { SealedPart } from './sealed.js'
import type { MasterKey } from './secrets.js'
import type { LoadConfig } from './settings/config.js'
import type { GroundConfig } from './settings/ground.js'
import type { Metrics } from './telemetry/metrics.js'
import type { TrustedClock } from './turns/clock.js'
import type { Loop } from './turns/loop.js'

/**
 * The ground every room stands on.
 *
 * @typeParam Own the settings that a room reads, beside those of the ground
 */
export interface Ground<Own = unknown> {
  config: GroundConfig & Own
  logger: Logger
  database: Database
  /** For parts that keep connections of their own. */
  databaseUrl: string
  /** The database runs inside the data folder: one machine, one operator. */
  isEmbedded: boolean
  masterKey: MasterKey
  /** Says whether the time can be trusted. What expires asks it. */
  clock: TrustedClock
}

/** A room's part in an audit: the leaves its rows give. */
export interface Auditor {
  /** The leaves of this batch that the room's rows give, by index; null where the row was erased. */
  leaves(batchId: string): Promise<Map<number, Uint8Array | null>>
  /** Checks what spans batches, such as counters. @throws AuditError */
  totals(): Promise<void>
}

/** A room's part in the export of an account. */
export interface Exporter {
  /** A line of the archive's README.txt for each file and folder: its path and what it holds. */
  guide: Readonly<Record<string, string>>
  /** The files, in the order they are written. `now` is the time of the export. */
  entries(accountId: string, now: Date): AsyncIterable<ArchiveEntry>
}

/** The words of a page for whoever shows its link. Nothing in them is private. */
export interface PagePreview {
  title: string
  description: string
}

/** An open room; every part but `shared` is optional. */
export interface OpenRoom<Shared = unknown> {
  /** The parts that rooms to its right may use. */
  shared: Shared
  /**
   * Mounts the interface.
   *
   * @param onRequest lets only requests with a valid token pass
   * @param onOperator comes after it, and lets only operators pass who are logged in to the portal
   */
  routes?(app: FastifyInstance, onRequest: onRequestHookHandler, onOperator: onRequestAsyncHookHandler): Promise<void>
  /** Messages that the room sends to others, by event: path items of OpenAPI. */
  webhooks?: Readonly<Record<string, object>>
  /** Mounts public pages. `sendPage` sends the page that shows the data to people. */
  pages?(
    app: FastifyInstance,
    sendPage: (reply: FastifyReply, preview: PagePreview) => Promise<FastifyReply>,
  ): Promise<void>
  /** Running loops; stopped before `stop` is called. */
  loops?: readonly Loop[]
  exporter?: Exporter
  /**
   * Erases what an account owns, or some of it. Called again until nothing is left, also after a crash in the middle.
   *
   * @returns whether nothing is left
   */
  eraser?(accountId: string): Promise<boolean>
  /** Values that the room keeps sealed with the master key. */
  sealed?: readonly SealedPart[]
  /** Registers gauges. */
  metrics?(metrics: Metrics): void
  /** Reasons why the room could not do its work now; empty when it could. */
  readiness?(): Promise<string[]>
  /** Further problems for the operator, though the room does its work. */
  warnings?(): Promise<string[]>
  stop?(): Promise<void>
}

/**
 * A room, before it is opened.
 *
 * @typeParam Needs the parts of the ground it stands on
 * @typeParam Left the parts it uses of rooms to its left, by room
 * @typeParam Shared the parts that rooms to its right may use
 */
export interface Room<Name extends string, Needs extends { config: GroundConfig }, Left, Shared> {
  readonly name: Name
  /** Works without an open room: an audit runs in a process of its own. */
  readonly auditor?: (database: Database) => Auditor
  /** Adds the room's commands to the administrator's command line, which runs in a process of its own. */
  readonly commands?: (program: Command, load: LoadConfig<Needs['config']>) => void
  /** Tests what the settings name, for `tallystick serve --check`, without changing it. Works without an open room. */
  readonly check?: (context: CheckContext<Needs['config']>) => Promise<Finding[]>
  // A property, not a method: TypeScript checks only a property's parameters strictly, so that a list lacking them is refused.
  readonly open: (ground: Needs, left: Left) => Promise<OpenRoom<Shared>>
}

type AnyRoom = Room<string, never, never, unknown>

/** Rooms in order. Each may use the rooms to its left; the compiler checks it. */
export class RoomList<Full extends { config: GroundConfig }, Left> {
  private readonly rooms: readonly AnyRoom[]

  private constructor(rooms: readonly AnyRoom[]) {
    this.rooms = rooms
  }

  /** Returns a list without rooms. */
  static on<Full extends { config: GroundConfig }>(): RoomList<Full, unknown> {
    return new RoomList([])
  }

  /** Returns the list with one more room at its right end. */
  add<Name extends string, Shared>(
    room: Room<Name, Full, Left, Shared>,
  ): RoomList<Full, Left & Readonly<Record<Name, Shared>>> {
    return new RoomList([...this.rooms, room])
  }

  get names(): string[] {
    return this.rooms.map(({ name }) => name)
  }

  auditors(database: Database): Auditor[] {
    return this.rooms.flatMap(({ auditor }) => auditor?.(database) ?? [])
  }

  addCommands(program: Command, load: LoadConfig<Full['config']>): void {
    for (const { commands } of this.rooms) commands?.(program, load as never)
  }

  /** Runs the checks of the rooms one after the other. */
  async *check(context: CheckContext<Full['config']>): AsyncGenerator<Finding, void, undefined> {
    for (const { check } of this.rooms) if (check) yield* await check(context as never)
  }

  /**
   * Opens the rooms from left to right.
   *
   * @param onOpened called after each, so that the rooms opened before a failure can be closed
   * @returns the shared parts, by room
   */
  async open(ground: Full, onOpened: (room: OpenRoom) => void): Promise<Left> {
    const shared: Record<string, unknown> = {}
    for (const { name, open } of this.rooms) {
      const room = await open(ground as never, shared as never)
      onOpened(room)
      shared[name] = room.shared
    }
    return shared as Left
  }
}

/** Stops the loops of a room, then the room. */
export async function closeRoom(room: OpenRoom): Promise<void> {
  await Promise.all((room.loops ?? []).map((loop) => loop.stop()))
  await room.stop?.()
}
