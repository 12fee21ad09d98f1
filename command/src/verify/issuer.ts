import type { KnownBlock } from '@tallystick/proof'
import { type NodeAnswers, type RootedAnchor, RpcError } from '@tallystick/sdk'

/**
 * The service whose word the person takes: named by them, or the one they are logged in to. Never one that a document names: its forger
 * would choose it.
 */
export interface Issuer {
  /** Address of the service. */
  url: string
  /**
   * The addresses that have signed for it, in lower case, where the person hasn't said that it issued the proof. Null when they have.
   * @throws {Error} when it cannot be asked
   */
  notaries: (() => Promise<ReadonlySet<string>>) | null
  /** Called when the service that wasn't named does not answer: the verdict goes on without it. */
  onSilent(reason: string): void
}

/** Long enough for a service that asks its node first. */
const answerMs = 30_000
const askedAtOnceMax = 8

/**
 * Asks a service for the blocks of anchors, as it recorded them. It learns their numbers and nothing else.
 * @throws {RpcError} when a service that the person named does not answer: this says nothing about the proof.
 */
export async function askIssuer(issuer: Issuer, anchors: readonly RootedAnchor[]): Promise<NodeAnswers> {
  try {
    const notaries = (await issuer.notaries?.()) ?? null
    const own = anchors.filter(({ anchor }) => notaries === null || notaries.has(`${anchor.notary}`.toLowerCase()))
    const numbers = [...new Set(own.flatMap(({ anchor }) => anchor.blockNumber ?? []))]
    const known: KnownBlock[] = []
    for (let from = 0; from < numbers.length; from += askedAtOnceMax) {
      const some = numbers.slice(from, from + askedAtOnceMax)
      known.push(...(await Promise.all(some.map((number) => blockOf(issuer.url, number)))).flat())
    }
    return { answers: [], known, caveats: [] }
  } catch (error) {
    if (issuer.notaries === null) throw error
    issuer.onSilent((error as Error).message)
    return { answers: [], known: [], caveats: [] }
  }
}

async function blockOf(service: string, number: number): Promise<KnownBlock[]> {
  const { host } = new URL(service)
  const failed = (why: string, cause?: unknown) =>
    new RpcError(`${host} doesn't say which block ${number} is: ${why}`, { cause })
  const response = await fetch(`${service}/network/blocks/${number}`, { signal: AbortSignal.timeout(answerMs) }).catch(
    (error: Error) => {
      throw failed(error.name === 'TimeoutError' ? 'no answer' : 'it cannot be reached', error)
    },
  )
  if (response.headers.get('error-code') === 'block_not_found') return []
  const body = response.ok ? await response.json().catch(() => null) : null
  const { blockchainId: chain, hash } = (body as { data?: Record<string, unknown> } | null)?.data ?? {}
  if (typeof chain !== 'string' || typeof hash !== 'string' || !/^0x[0-9a-f]{64}$/.test(hash))
    throw failed(response.ok ? 'this is no Tallystick service' : `it answered ${response.status}`)
  return [{ chain, number, hash, source: { kind: 'issuer-node', name: host } }]
}
