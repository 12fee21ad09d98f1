import { Chain } from '../../src/chain/chain.js'
import { AuditError, audit } from '../../src/ledger/proofs/audit.js'
import { stampAuditor } from '../../src/stamps/audit.js'
import { witnessAuditor } from '../../src/witnesses/audit.js'
import { Broken, Checks } from './checks.js'
import { Random } from './random.js'
import { steps } from './steps.js'
import { noteAuditor, type Store } from './store.js'
import { Trace } from './trace.js'
import { chainId, contract, type Setup, startMs, World } from './world.js'

/** A sequence in which an invariant broke. */
export interface Failure {
  number: number
  invariant: string
  message: string
  setup: Setup
  trace: string
}

const stepsRange = [15, 45] as const
/** Rounds without faults in which everything has to come to rest, and those that it must stay so: what the chain lost last is seen late. */
const roundsMax = 120
const roundsAtRest = 4

function draw(random: Random): Setup {
  return {
    processes: random.weighted([
      [3, 1],
      [4, 2],
      [1, 3],
    ]),
    lanes: random.weighted([
      [3, 1],
      [1, 2],
    ]),
    nodes: random.chance(0.2) ? 3 : 1,
    finality: random.chance(0.4) ? 'finalized' : random.between(1, 8),
    forgets: random.chance(0.15),
    shared: random.chance(0.2),
    reverts: random.chance(0.2),
    replaceAfterMs: random.pick([1_000, 5_000, 30_000]),
    faults: {
      database: random.pick([0, 1, 3, 8]),
      rpc: random.pick([0, 2, 10]),
      lies: random.pick([0, 0, 2, 10]),
    },
    deaths: random.pick([0, 2, 8]),
    clocks: random.chance(0.5),
    stampsPerDay: random.pick([0, 0, 8]),
  }
}

/** Outcome of a sequence; the counts show that it did something. */
export interface Outcome {
  failure: Failure | null
  acknowledged: number
  final: number
}

/** Runs one sequence; with `isWhole`, its trace has every call. */
export async function runSequence(store: Store, number: number, isWhole = false): Promise<Outcome> {
  const random = new Random(`model ${number}`)
  const trace = new Trace(isWhole)
  const setup = draw(random)
  await store.begin(chainId, contract, startMs)
  const world = new World(setup, random, trace, store)
  const checks = new Checks(world)
  let failure: Failure | null = null
  try {
    await happen(world, checks)
  } catch (error) {
    failure = { number, ...whatBroke(error), setup, trace: trace.toString() }
  } finally {
    await end(world)
  }
  return { failure, acknowledged: world.acknowledged.length, final: checks.finalCount }
}

function whatBroke(error: unknown): Pick<Failure, 'invariant' | 'message'> {
  if (error instanceof Broken) return { invariant: error.invariant, message: error.message }
  if (error instanceof AuditError) return { invariant: 'audit', message: `audit: ${error.message}` }
  return { invariant: 'error', message: String(error instanceof Error ? error.stack : error) }
}

async function happen(world: World, checks: Checks): Promise<void> {
  const { random, trace } = world
  await world.pass(0)
  for (let at = 0; at < world.setup.processes; at++) {
    const process = await world.start()
    world.begin(process, 'keeps its lane', () => process.keeper.step())
    await world.drive()
  }
  const count = random.between(...stepsRange)
  for (let at = 1; at <= count; at++) {
    const what = await random.weighted(steps)(world)
    if (what === null) continue
    trace.step(at, world.elapsedMs, what)
    await world.drive()
    await world.pass(random.between(5, 100))
    await checks.afterStep()
  }
  trace.step(count + 1, world.elapsedMs, 'no faults any more')
  await comeToRest(world, checks)
}

/** Lets time pass without faults, as long as it may take until everything is final. */
async function comeToRest(world: World, checks: Checks): Promise<void> {
  const { chain, late, random } = world
  world.heal()
  for (const raw of late.splice(0)) chain.send(raw)
  await world.drive()
  let problem: string | null = null
  let atRest = 0
  for (let round = 0; round < roundsMax; round++) {
    // Each key has a process that can sign with it.
    for (const [key, signer] of world.signers.entries()) {
      if (!world.in('running').some((process) => process.signer === signer)) await world.start(key)
    }
    for (const process of world.in('running')) {
      if (!world.isBusy(process, 'keeps its lane')) world.begin(process, 'keeps its lane', () => process.keeper.step())
      if (!world.isBusy(process, 'looks at the chain'))
        world.begin(process, 'looks at the chain', () => process.tracker.step())
      if (!world.isBusy(process, 'makes a tree')) world.begin(process, 'makes a tree', () => process.makeTree())
      if (!world.isBusy(process, 'empties the bin')) world.begin(process, 'empties the bin', () => process.expire())
    }
    await world.drive()
    chain.mine(world.now())
    await world.pass(random.between(1_000, 3_000))
    problem = world.operations.length > 0 ? `${world.operations[0]?.name} does not end` : await checks.atEnd()
    atRest = problem === null ? atRest + 1 : 0
    if (atRest === roundsAtRest) break
  }
  await checks.afterStep()
  if (problem !== null) throw new Broken('rest', problem)
  const { real } = world.store
  const auditor = new Chain('http://0.audit/', 10_000, world.transport)
  await audit(real, auditor, [stampAuditor(real), noteAuditor(real), witnessAuditor(real)])
}

/** Ends what still runs, so that the next sequence begins alone. */
async function end(world: World): Promise<void> {
  for (const process of world.processes) if (process.state !== 'dead') world.kill(process)
  await world.drive().catch(() => undefined)
}
