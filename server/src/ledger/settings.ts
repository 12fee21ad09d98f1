import { embeddedChainId } from '../base/settings/config.js'
import { defineSettings, exactlyWith, type PartOf } from '../base/settings/define.js'
import { finality, flag, hex, number, oneOf, text, time, urls, whole } from '../base/settings/forms.js'
import type { GroundConfig } from '../base/settings/ground.js'

/** Defaults that depend on whether RPC_URL is set. */
interface ChainDefaults {
  chainId?: number
  networkName?: string
  networkPrivate: boolean
  networkKind: 'live' | 'test' | 'local'
  finality: 'finalized' | number
}

const embedded: ChainDefaults = {
  chainId: embeddedChainId,
  networkName: 'Tallystick embedded chain',
  networkPrivate: true,
  networkKind: 'local',
  finality: 1,
}
const elsewhere: ChainDefaults = { networkPrivate: false, networkKind: 'live', finality: 'finalized' }

/** The settings of the chain, and of the transactions on it. */
export const ledgerSettings = defineSettings(
  {
    rpcUrls: {
      name: 'RPC_URL',
      unit: 'addresses',
      secret: true,
      meaning:
        'JSON-RPC addresses of one or several nodes of a chain, separated by commas or spaces; by default, an embedded private chain in DATA_DIR.',
      parse: urls,
    },
    rpcTimeoutMs: {
      name: 'RPC_TIMEOUT_MS',
      default: '10s',
      unit: 'time, or milliseconds',
      meaning: 'How long to wait for a response from the node.',
      parse: time('ms', 100, 300_000),
    },
    chainId: {
      name: 'CHAIN_ID',
      unit: 'number',
      meaning: 'Chain ID to expect; the service does not start on another chain.',
      parse: whole(1, Number.MAX_SAFE_INTEGER),
    },
    contractAddress: {
      name: 'CONTRACT_ADDRESS',
      unit: '0x + 40 hex digits',
      meaning: 'Address of the Notary contract on the chain of RPC_URL.',
      parse: hex(20),
      deployed: true,
    },
    signerKey: {
      name: 'SIGNER_KEY',
      unit: '0x + 64 hex digits',
      secret: true,
      meaning: 'Private key that signs and pays for transactions on the chain of RPC_URL.',
      parse: hex(32),
    },
    networkName: {
      name: 'NETWORK_NAME',
      unit: 'text',
      meaning: 'Name of the chain in proofs and on pages; by default, "Tallystick embedded chain" or "Chain <id>".',
      parse: text(100),
    },
    networkPrivate: {
      name: 'NETWORK_PRIVATE',
      unit: 'true, false',
      meaning:
        'Whether the chain is private, as shown in every proof; by default, true for the embedded chain, else false.',
      parse: flag,
    },
    networkKind: {
      name: 'NETWORK_KIND',
      unit: 'live, test, local',
      meaning: 'Prefix of secret keys (sk_live_…); by default, local for the embedded chain, else live.',
      parse: oneOf('live', 'test', 'local'),
    },
    finality: {
      name: 'FINALITY',
      unit: 'finalized, or blocks',
      meaning:
        'When an anchor is final: by the finalized tag of the chain, or at this depth in blocks, counting its own; by default, 1 for the embedded chain, else finalized.',
      parse: finality,
    },
    anchorIntervalMs: {
      name: 'ANCHOR_INTERVAL_MS',
      default: '0',
      unit: 'time, or milliseconds',
      meaning: 'Minimum time between two transactions; longer is cheaper but slower to respond.',
      parse: time('ms', 0, 600_000),
    },
    /** Wei per gas. */
    maxFeePerGasCap: {
      name: 'FEE_CAP_GWEI',
      default: '500',
      unit: 'gwei per gas',
      meaning: 'Highest fee to offer.',
      parse: number(0.000000001, 1_000_000),
      scale: 1e9,
    },
    replaceAfterMs: {
      name: 'REPLACE_AFTER_SECONDS',
      default: '60s',
      unit: 'time, or seconds',
      meaning: 'How long a transaction may be pending before its fee is raised.',
      parse: time('s', 5, 86_400),
      scale: 1000,
    },
    trackIntervalMs: {
      name: 'TRACK_INTERVAL_MS',
      default: '1s',
      unit: 'time, or milliseconds',
      meaning: 'How often to check the chain.',
      parse: time('ms', 50, 600_000),
    },
  },
  {
    rules: [
      ...exactlyWith('RPC_URL', {
        SIGNER_KEY: ': 0x and 64 hex digits.',
        CONTRACT_ADDRESS: '. Deploy the contract with `tallystick admin contract deploy`.',
      }),
      {
        given: [{ name: 'CHAIN_ID', isNot: embeddedChainId }],
        needs: ['RPC_URL'],
        problem: `CHAIN_ID must be ${embeddedChainId} on the embedded chain. Set RPC_URL to use another chain, or remove CHAIN_ID.`,
      },
    ],
    derive: (values) => ({ ...(values.rpcUrls ? elsewhere : embedded), ...values }),
  },
)

export type LedgerConfig = PartOf<typeof ledgerSettings>

/** The settings that the ledger reads: its own, and those for the contract of the second chain, which it deploys. */
export type LedgerNeeds = GroundConfig &
  LedgerConfig & { witnesses: { chain?: { rpcUrl: string; signerKey: Uint8Array; maxFeePerGasCap: number } } }
