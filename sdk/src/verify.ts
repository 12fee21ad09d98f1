import { fromHex, judge, type KnownBlock, type ProofAnchor, type ProofFinding, rootedAnchors } from '@tallystick/proof'
import { askNodes, askPublicNodes } from './chain/ask-nodes.js'
import type { Client } from './client.js'
import { type HashAlgorithm, hashFile } from './hash-file.js'
import type { RequestOptions } from './request-options.js'
import { ServiceError } from './service-error.js'
import type { Source } from './source.js'
import { unlessAborted } from './waiting.js'

/** References to compare a proof with. */
export interface VerificationOptions extends RequestOptions {
  /** The document it should be about, which is hashed here. */
  file?: Source
  /** The document's hash, in hex or as bytes, where the document itself is elsewhere. */
  hash?: string | Uint8Array
  /**
   * Asked whether the block is part of the chain: addresses of nodes, which have to agree; `public` for the known public nodes of the
   * chain; `issuer` for the service's own node, which is the best there is on a private chain. By default no one is asked.
   */
  nodes?: readonly string[] | 'public' | 'issuer'
  /** Blocks known from elsewhere, such as an explorer. */
  known?: readonly KnownBlock[]
}

/** Verifies a proof alone, then compares its blocks with what the options name. */
export async function verify(
  client: Client,
  host: string,
  proof: unknown,
  { file, hash, nodes = [], known = [], signal }: VerificationOptions,
): Promise<ProofFinding> {
  const hex = file === undefined ? hash : await hashFile(file, { algorithm: algorithmOf(proof), signal })
  const digest = typeof hex === 'string' ? fromHex(hex.toLowerCase().replace(/^0x/, '')) : hex
  const evidence = { form: 'json', json: proof } as const
  const now = Date.now()
  const alone = judge(evidence, digest, { known, now })
  if (alone.outcome === 'refused' || alone.proof === undefined || nodes.length === 0) return alone
  const asked = rootedAnchors(alone.proof)
  const answers =
    nodes === 'issuer'
      ? { known: await askIssuer(client, host, asked, signal), caveats: [] }
      : await unlessAborted(nodes === 'public' ? askPublicNodes(asked) : askNodes(nodes, asked), signal)
  return judge(evidence, digest, { known: [...known, ...answers.known], answers: answers.caveats, now })
}

/** Asks the service which hashes the proof's blocks have for its own node. */
async function askIssuer(
  client: Client,
  host: string,
  asked: readonly { anchor: ProofAnchor }[],
  signal: AbortSignal | undefined,
): Promise<KnownBlock[]> {
  const numbers = new Set(asked.flatMap(({ anchor }) => anchor.blockNumber ?? []))
  const blocks = await Promise.all(
    [...numbers].map(async (number) => {
      try {
        const params = { path: { number: String(number) } }
        return await client.get('/network/blocks/{number}', { params, signal: signal ?? null })
      } catch (error) {
        if (error instanceof ServiceError && error.code === 'block_not_found') return []
        throw error
      }
    }),
  )
  return blocks.flat().map(({ blockchainId, number, hash }) => {
    return { chain: blockchainId, number, hash, source: { kind: 'issuer-node', name: host } }
  })
}

/** The algorithm that made a proof's hash, by its length; a malformed proof is refused anyway. */
function algorithmOf(proof: unknown): HashAlgorithm {
  const { hash } = (proof ?? {}) as { hash?: unknown }
  const digits = typeof hash === 'string' ? hash.length : 0
  return digits === 96 ? 'sha384' : digits === 128 ? 'sha512' : 'sha256'
}
