import { randomBytes } from 'node:crypto'
import { newUuid } from '../../src/base/ids.js'
import { type Signer, signTransaction } from '../../src/chain/sign.js'
import { random16 } from '../../src/ledger/entry.js'
import { Sheet, type SheetOptions } from '../../src/stamps/multi/sheet.js'
import type { RemoteSheet } from '../../src/stamps/multi/sheets.js'
import { MultiStampWork } from '../../src/stamps/multi/work.js'
import { addStamp } from '../../src/stamps/recording/add.js'
import type { StampRequest } from '../../src/stamps/recording/stamp.js'
import { liesOf } from './lies.js'
import type { SimulatedProcess } from './process.js'
import { noteWork } from './store.js'
import { chainId, type World } from './world.js'

/** Something that happens. @returns what, for the trace; null when it can't happen now */
type Step = (world: World) => Promise<string | null> | string | null

const accounts = [newUuid(random16()), newUuid(random16())]

function requestOf(world: World, digest: Buffer, isPrivate: boolean): StampRequest {
  const at = world.random.below(accounts.length)
  return {
    accountId: accounts[at] as string,
    clientId: 'model',
    version: 1 as const,
    owner: 'model',
    hash: digest,
    filename: undefined,
    claim: undefined,
    isPrivate,
  }
}

/** Sometimes with a code that was reserved, whether it is used by now or not. */
function withCode(world: World, request: StampRequest): StampRequest {
  if (world.reserved.length === 0 || !world.random.chance(0.3)) return request
  const recent = world.reserved.slice(-3)
  return { ...request, ...world.random.pick(recent) }
}

/** A new digest mostly, and sometimes one that was sent before. */
function someDigest(world: World): Buffer {
  return world.digests.length > 0 && world.random.chance(0.15) ? world.random.pick(world.digests) : world.newDigest()
}

/** Runs a step of work on a running process that isn't at it already. */
const onProcess =
  (name: string, begin: (world: World, process: SimulatedProcess) => (() => Promise<unknown>) | null): Step =>
  (world) => {
    const free = world.in('running').filter((process) => !world.isBusy(process, name))
    if (free.length === 0) return null
    const process = world.random.pick(free)
    const work = begin(world, process)
    if (!work) return null
    world.begin(process, name, work)
    return `${process.name} ${name}`
  }

const keep = onProcess('keeps its lane', (_world, process) => () => process.keeper.step())
const track = onProcess('looks at the chain', (_world, process) => () => process.tracker.step())

/** Waits for all, and says in one sentence why some failed. */
async function allOf(works: readonly Promise<void>[]): Promise<void> {
  const outcomes = await Promise.allSettled(works)
  const whys = new Set(outcomes.flatMap((one) => (one.status === 'rejected' ? String(one.reason?.message) : [])))
  if (whys.size > 0) throw new Error([...whys].join('; '))
}

/** Takes stamps; any number of requests at once. */
const stamp: Step = (world) => {
  const running = world.in('running')
  if (running.length === 0) return null
  const process = world.random.pick(running)
  const count = world.random.weighted([
    [6, 1],
    [3, 3],
    [1, 90],
  ])
  const requests = Array.from({ length: count }, () => withCode(world, requestOf(world, someDigest(world), false)))
  world.begin(process, 'takes stamps', () =>
    allOf(
      requests.map(async (request) => {
        const { data } = await addStamp(process, request, 'stamp_exists')
        const { hash, id, txid } = data
        world.acknowledged.push({ hash, id, txid, ...(request.code !== undefined && { code: request.code }) })
      }),
    ),
  )
  return `${process.name} takes ${count} stamps`
}

const reserve: Step = (world) => {
  const running = world.in('running')
  if (running.length === 0) return null
  const process = world.random.pick(running)
  const accountId = world.random.pick(accounts)
  world.begin(process, 'reserves a code', async () => {
    const { codes } = await process.codes.reserve(accountId, 1, () => undefined)
    for (const code of codes) world.reserved.push({ accountId, code })
  })
  return `${process.name} reserves a code`
}

/** A sheet without its thread, which would answer in an order of its own. */
function sheetHere(options: SheetOptions): RemoteSheet {
  const sheet = new Sheet(options) as unknown as Record<string, (...args: unknown[]) => never>
  return { close: () => undefined, call: async (method, ...args) => sheet[method]?.(...args) as never }
}

const stampMany: Step = (world) => {
  const running = world.in('running')
  if (running.length === 0) return null
  const process = world.random.pick(running)
  const [first] = world.random.chance(0.3) ? world.reserved.slice(-1) : []
  const items = Array.from({ length: world.random.between(2, 6) }, (_, at) => ({
    hash: someDigest(world).toString('hex'),
    filename: 'many',
    ...(first && at === 0 && { code: first.code }),
  }))
  const accountId = first?.accountId ?? world.random.pick(accounts)
  world.begin(process, 'stamps many', async () => {
    const whose = { accountId, clientId: 'model', owner: 'model' }
    const sheet = sheetHere({ ...whose, itemsMax: items.length, fingerprintOf: undefined })
    await sheet.call('read', Buffer.from(JSON.stringify(items)))
    const work = new MultiStampWork(process, accountId, sheet, await sheet.call('end'), undefined)
    const codes = first ? [first.code] : []
    const anchor = await process.codes.inTurn(codes, () => process.pool.submitMany(work))
    const results = Buffer.from(await sheet.call('results', 0, anchor?.transactionId ?? '')).toString()
    for (const { hash, id, txid } of JSON.parse(`[${results}]`)) world.acknowledged.push({ hash, id, txid })
  })
  return `${process.name} takes a multi-stamp of ${items.length}`
}

const change: Step = (world) => {
  const running = world.in('running')
  if (running.length === 0) return null
  const process = world.random.pick(running)
  const name = `note ${world.notes.size}`
  world.notes.add(name)
  world.begin(process, 'changes', async () => {
    await process.recorder.record(noteWork(name, randomBytes(32)))
    world.acknowledgedNotes.add(name)
  })
  return `${process.name} takes a change`
}

const mine: Step = (world) => {
  const blocks = world.random.weighted([
    [8, 1],
    [2, 3],
    [1, 8],
  ])
  for (let at = 0; at < blocks; at++) world.chain.mine(world.now())
  return `${blocks} blocks, the head is ${world.chain.head.number}`
}

const pass: Step = async (world) => {
  const ms = world.random.pick([200, 600, 600, 1_100, 2_000, 5_000, 15_000])
  await world.pass(ms)
  return `${ms} ms pass`
}

/** A while in which nothing special happens: everybody works, and blocks are made. */
const live: Step = async (world) => {
  const rounds = world.random.between(1, 5)
  for (let round = 0; round < rounds; round++) {
    for (const process of world.in('running')) {
      if (!world.isBusy(process, 'keeps its lane')) world.begin(process, 'keeps its lane', () => process.keeper.step())
      if (!world.isBusy(process, 'looks at the chain'))
        world.begin(process, 'looks at the chain', () => process.tracker.step())
    }
    await stamp(world)
    await world.drive()
    world.chain.mine(world.now())
    await world.pass(600)
  }
  return `${rounds} rounds of work`
}

/** Several things at once, as happens all the time. */
const race: Step = async (world) => {
  const choices = [stamp, stampMany, change, keep, keep, track, track]
  const done: (string | null)[] = []
  const count = world.random.between(2, 5)
  for (let at = 0; at < count; at++) done.push(await world.random.pick(choices)(world))
  return `at once: ${done.filter(Boolean).join('; ')}`
}

const kill: Step = (world) => {
  const running = [...world.in('running'), ...world.in('stalled')]
  if (running.length === 0) return null
  const process = world.random.pick(running)
  world.kill(process)
  return `${process.name} is killed`
}

const start: Step = async (world) => {
  if (world.in('running').length + world.in('stalled').length >= world.setup.processes) return null
  const process = await world.start()
  world.begin(process, 'keeps its lane', () => process.keeper.step())
  return `${process.name} starts`
}

const stop: Step = async (world) => {
  const [process] = world.in('running')
  if (!process || world.operations.some((one) => one.process === process.name)) return null
  world.begin(process, 'stops', () => process.stop())
  await world.drive()
  if (process.state === 'running') world.kill(process)
  return `${process.name} is stopped`
}

const stall: Step = (world) => {
  const running = world.in('running')
  if (running.length === 0) return null
  const process = world.random.pick(running)
  process.state = 'stalled'
  return `${process.name} hangs`
}

const resume: Step = (world) => {
  const stalled = world.in('stalled')
  if (stalled.length === 0) return null
  const process = world.random.pick(stalled)
  process.state = 'running'
  return `${process.name} goes on`
}

const reorganise: Step = (world) => {
  const depth = world.random.between(1, world.chain.manners.reorgsMax || 1)
  const keeps = world.random.chance(0.6)
  world.chain.reorganise(depth, keeps, world.now())
  return `a reorg of ${depth} blocks${keeps ? '' : ', whose transactions are lost'}, the head is ${world.chain.head.number}`
}

const forgetPending: Step = (world) => {
  world.chain.mempool.clear()
  return 'the node restarts and forgets what is pending'
}

const forgetBlocks: Step = (world) => {
  if (!world.setup.forgets) return null
  world.chain.forget(world.random.between(1, 12))
  return `the node restarts with an older state, the head is ${world.chain.head.number}`
}

const baseFee: Step = (world) => {
  world.chain.baseFee = world.random.pick([1e8, 1e9, 1e9, 5e9, 3e10])
  return `the base fee is ${world.chain.baseFee / 1e9} gwei`
}

const arrive: Step = (world) => {
  if (world.late.length === 0) return null
  const raws = world.late.splice(0)
  for (const raw of raws) world.chain.send(raw)
  return `${raws.length} transactions arrive late`
}

const foreign: Step = (world) => {
  if (!world.setup.shared) return null
  const signer = world.random.pick(world.signers) as Signer
  const nonce = world.chain.nonce(`0x${signer.address.toString('hex')}`)
  const fees = { maxFeePerGas: 2e11, maxPriorityFeePerGas: 1e10 }
  const { raw, hash } = signTransaction(
    { chainId, nonce, gas: 21_000, to: signer.address, data: new Uint8Array(0), ...fees },
    signer,
  )
  world.sendForeign(raw, hash)
  return `another holder of the key uses nonce ${nonce}`
}

const revert: Step = (world) => {
  if (!world.setup.reverts) return null
  world.chain.reverting = !world.chain.reverting
  return world.chain.reverting ? 'from now on transactions are reverted' : 'transactions succeed again'
}

const lie: Step = async (world) => {
  const alive = [...world.in('running'), ...world.in('stalled')]
  if (world.setup.faults.lies === 0 || alive.length === 0) return null
  const one = world.random.pick(liesOf(world.random))
  const ms = world.random.pick([700, 1_500, 4_000, 20_000])
  const all = world.random.chance(0.5)
  for (const process of all ? alive : [world.random.pick(alive)]) {
    world.episodes.push({ lie: one, process: process.name, untilMs: world.elapsedMs + ms })
  }
  const what = `for ${ms} ms, to ${all ? 'all' : world.episodes.at(-1)?.process}: ${one.name}`
  return world.random.chance(0.6) ? `${what}; ${await live(world)}` : what
}

const expire = onProcess('empties the bin', (_world, process) => () => process.expire())

const witness = onProcess('makes a tree', (_world, process) => () => process.makeTree())

const hourMs = 3_600_000
/** Set right, hours or weeks wrong, or so little that it is allowed. */
const settings = [0, 0, hourMs, -hourMs, -3 * hourMs, 40 * 24 * hourMs, -40 * 24 * hourMs, 120_000, -120_000]

const setClock: Step = (world) => {
  const alive = [...world.in('running'), ...world.in('stalled')]
  if (!world.setup.clocks || alive.length === 0) return null
  const process = world.random.pick(alive)
  process.clock.aheadMs = world.random.pick(settings)
  return `the clock of ${process.name} is ${process.clock.aheadMs / 1000} s ahead`
}

const setDatabaseClock: Step = async (world) => {
  if (!world.setup.clocks) return null
  const aheadMs = world.random.pick(settings)
  await world.setDatabaseClock(aheadMs)
  return `the clock of the database is ${aheadMs / 1000} s ahead`
}

/** One machine for all: process and database are wrong alike. */
const setAllClocks: Step = async (world) => {
  if (!world.setup.clocks) return null
  const aheadMs = world.random.pick(settings)
  await world.setDatabaseClock(aheadMs)
  for (const process of world.processes) process.clock.aheadMs = aheadMs
  return `all clocks are ${aheadMs / 1000} s ahead`
}

/** Steps, with their weights. */
export const steps: readonly (readonly [weight: number, step: Step])[] = [
  [18, stamp],
  [4, stampMany],
  [4, reserve],
  [7, change],
  [12, keep],
  [22, track],
  [12, mine],
  [12, pass],
  [14, race],
  [8, live],
  [2, kill],
  [6, start],
  [1, stop],
  [2, stall],
  [4, resume],
  [3, reorganise],
  [2, forgetPending],
  [2, forgetBlocks],
  [3, baseFee],
  [3, arrive],
  [2, foreign],
  [2, revert],
  [5, lie],
  [6, expire],
  [5, witness],
  [3, setClock],
  [2, setDatabaseClock],
  [2, setAllClocks],
]
