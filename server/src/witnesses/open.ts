import { createdAt } from '../base/ids.js'
import { exchangeBy } from '../base/outgoing/exchange.js'
import type { Ground, OpenRoom, Room } from '../base/room.js'
import { ConfigError } from '../base/settings/config.js'
import { type Loop, startLoop } from '../base/turns/loop.js'
import { type Signer, signerOf } from '../chain/sign.js'
import type { ClockConfig } from '../clock/settings.js'
import type { Ledger } from '../ledger/ledger.js'
import type { LedgerConfig } from '../ledger/settings.js'
import { AskInTurns } from './ask.js'
import { witnessAuditor } from './audit.js'
import { authorityAt } from './authority.js'
import { calendarAt } from './calendar.js'
import { recordTokens } from './record.js'
import { requestBy } from './request.js'
import { witnessRoutes } from './routes.js'
import { SecondChain, secondChainKey } from './second-chain.js'
import type { WitnessesConfig } from './settings.js'
import * as sql from './sql.js'
import { makeTree } from './trees.js'
import type { NamedWitness, Witness } from './witness.js'

type Needs = Ground<WitnessesConfig & LedgerConfig & ClockConfig> & { ledger: Ledger }

/** Shared with the room of certificates. */
export interface WitnessesRoom {
  /** The timestamping authorities that the operator set, for digests of any kind. */
  authorities: readonly TimestampingAuthority[]
}

interface TimestampingAuthority {
  name: string
  /** Returns a verified token about a SHA-256. @throws {Error} when the authority gives none */
  timestamp(digest: Buffer, signal: AbortSignal): Promise<Buffer>
}

/** How often to look for trees to make and witnesses to ask; sooner if the interval is shorter. */
const idleMsMax = 5_000
/** How long after its tree a witness that fails becomes a note for the operator. */
const silentMs = 3_600_000

/** Has others witness the roots of batches outside of the chain. Nothing waits for it. */
export const witnesses: Room<'witnesses', Needs, unknown, WitnessesRoom> = {
  name: 'witnesses',
  auditor: witnessAuditor,
  open: openWitnesses,
}

async function openWitnesses(ground: Needs): Promise<OpenRoom<WitnessesRoom>> {
  const { config, database } = ground
  const { intervalMs, tsaUrls, calendarUrls, chain } = config.witnesses
  const request = requestBy(exchangeBy(config.proxies))
  const authorities = tsaUrls.map((address) => authorityAt(address, request))
  const asked = [...authorities, ...calendarUrls.map((address) => calendarAt(address, request))]
  const named: NamedWitness[] = chain
    ? [...asked, { kind: 'chain', address: secondChainKey, name: new URL(chain.rpcUrl).host }]
    : asked
  /** Returns the witnesses in use that have not answered about a tree, with the time of the oldest. */
  const waiting = async () => {
    const rows = await database.query<sql.WitnessState>(sql.witnessStates)
    return rows.flatMap(({ kind, witness, waiting_since, failure }) => {
      const one = named.find((other) => other.kind === kind && other.address === witness)
      if (one === undefined || waiting_since === null) return []
      const since = createdAt(waiting_since)
      return [{ name: one.name, since, ageMs: Date.now() - Date.parse(since), failure }]
    })
  }
  return {
    shared: { authorities: authorities.map(timestamping) },
    routes: async (app, onRequest) => {
      await app.register(witnessRoutes, { database, witnesses: named, intervalMs, onRequest })
    },
    loops: [
      ...(config.roles.worker && named.length > 0 ? startLoops(ground, named, asked) : []),
      ...(config.roles.api && authorities.length > 0 ? [recordLoop(ground)] : []),
    ],
    async warnings() {
      return (await waiting()).flatMap(({ name, since, ageMs, failure }) =>
        failure === null || ageMs < intervalMs + silentMs
          ? []
          : [`The witness ${name} has not answered since ${since}: ${failure}`],
      )
    },
    metrics(metrics) {
      metrics.gauge('witness_waiting_seconds', 'Age of the oldest tree that a witness has not answered', async () =>
        Math.max(0, ...(await waiting()).map(({ ageMs }) => ageMs / 1000)),
      )
    },
  }
}

function timestamping(authority: ReturnType<typeof authorityAt>): TimestampingAuthority {
  const { name } = authority
  return { name, timestamp: async (digest, signal) => (await authority.ask(digest, null, signal)).statement }
}

/** Any number of processes may run these: trees are made, and each witness is asked about a tree, by one at a time. */
function startLoops(
  { config, database, ledger, logger }: Needs,
  named: readonly NamedWitness[],
  asked: readonly Witness[],
): Loop[] {
  const { intervalMs, chain } = config.witnesses
  const idleMs = Math.min(intervalMs, idleMsMax)
  const stopping = new AbortController()
  const { signal } = stopping
  let madeAtMs = Number.NEGATIVE_INFINITY
  const step = async () => {
    const make = () =>
      makeTree(database, { intervalMs, witnesses: named, nowMs: Date.now(), sinceMs: performance.now() - madeAtMs })
    for (let more = true; more && !signal.aborted; ) {
      const made = await make()
      if (made !== 'none') {
        madeAtMs = performance.now()
        asks.wake()
      }
      more = made === 'full'
    }
  }
  const asking = { database, witnesses: asked, toleranceMs: config.clockToleranceMs, logger, signal }
  const inTurns = new AskInTurns(asking, () => asks.wake())
  const asks = startLoop({ name: 'witnesses', step: () => inTurns.step(), idleMs, logger })
  const loops = [startLoop({ name: 'witness-trees', step, idleMs, logger }), asks]
  // A witness that hangs must not keep the service from stopping.
  const stoppable = loops.map((loop) => ({
    ...loop,
    async stop() {
      stopping.abort()
      await loop.stop()
      await inTurns.ended()
    },
  }))
  if (chain === undefined) return stoppable
  const { rpcUrl, signerKey, contractAddress: contract, finality, maxFeePerGasCap } = chain
  const { rpcTimeoutMs, proxies, replaceAfterMs } = config
  const second = new SecondChain({
    database,
    rpcUrl,
    rpcTimeoutMs,
    proxies,
    signer: witnessSigner(signerKey),
    contract,
    finality,
    policy: { maxFeePerGasCap, replaceAfterMs },
    ownChainId: ledger.network.chainId,
    toleranceMs: config.clockToleranceMs,
  })
  return [...stoppable, startLoop({ name: 'witness-chain', step: () => second.step(), idleMs, logger })]
}

/** Records tokens in batches, which takes a lane: so it runs where stamps are taken. */
function recordLoop({ config, database, ledger, logger }: Needs): Loop {
  const step = async () => {
    for (let more = true; more && ledger.recorder.takes; ) {
      const waiting = await database.query(sql.isUnrecorded)
      more = waiting.length > 0 && (await recordTokens(ledger.recorder))
    }
  }
  const idleMs = Math.min(config.witnesses.intervalMs, idleMsMax)
  return startLoop({ name: 'witness-records', step, idleMs, logger })
}

/** @throws {ConfigError} when it isn't a private key */
function witnessSigner(key: Uint8Array): Signer {
  try {
    return signerOf(key)
  } catch {
    throw new ConfigError(['WITNESS_SIGNER_KEY is not a valid private key: expected 0x and 64 hex digits.'])
  }
}
