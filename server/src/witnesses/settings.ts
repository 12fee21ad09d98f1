import { defineSettings, given, type PartOf } from '../base/settings/define.js'
import { finality, hex, number, time, url, urls } from '../base/settings/forms.js'
import { authoritiesOf, freeAuthorities } from './presets.js'

const chainNames = ['WITNESS_RPC_URL', 'WITNESS_SIGNER_KEY', 'WITNESS_CONTRACT_ADDRESS'] as const

/** The settings of witnesses outside of the chain. */
export const witnessesSettings = defineSettings(
  {
    intervalMs: {
      name: 'WITNESS_INTERVAL',
      default: '1h',
      unit: 'time, or seconds',
      meaning: 'How often the roots of new batches go to the witnesses, if any is set.',
      parse: time('s', 1, 31_536_000),
      scale: 1000,
    },
    tsaPresets: {
      name: 'WITNESS_TSA',
      unit: 'names',
      meaning:
        'Free timestamping authorities (RFC 3161) that witness the roots, by name, separated by commas: digicert, sectigo, globalsign, freetsa. By default none.',
      parse: authoritiesOf(freeAuthorities),
      unset: [],
    },
    tsaUrls: {
      name: 'WITNESS_TSA_URLS',
      unit: 'addresses',
      secret: true,
      meaning:
        'More timestamping authorities, by address, separated by commas; user and password go in front of the host.',
      parse: urls,
      unset: [],
    },
    calendarUrls: {
      name: 'WITNESS_OTS_CALENDARS',
      unit: 'addresses',
      secret: true,
      meaning: 'OpenTimestamps calendars that witness the roots in Bitcoin, separated by commas.',
      parse: urls,
      unset: [],
    },
    rpcUrl: {
      name: 'WITNESS_RPC_URL',
      unit: 'http(s)://…',
      secret: true,
      meaning: 'JSON-RPC address of a node of a second chain, which witnesses the roots.',
      parse: url('http:', 'https:'),
    },
    signerKey: {
      name: 'WITNESS_SIGNER_KEY',
      unit: '0x + 64 hex digits',
      secret: true,
      meaning:
        'Private key that signs and pays for transactions on the chain of WITNESS_RPC_URL; used for nothing else.',
      parse: hex(32),
    },
    contractAddress: {
      name: 'WITNESS_CONTRACT_ADDRESS',
      unit: '0x + 40 hex digits',
      meaning: 'Address of the Notary contract on the chain of WITNESS_RPC_URL.',
      parse: hex(20),
      deployed: true,
    },
    finality: {
      name: 'WITNESS_FINALITY',
      default: 'finalized',
      unit: 'finalized, or blocks',
      meaning: 'When a block of the second chain is final, like FINALITY. From then on, proofs name it.',
      parse: finality,
    },
    /** Wei per gas. */
    maxFeePerGasCap: {
      name: 'WITNESS_FEE_CAP_GWEI',
      default: '500',
      unit: 'gwei per gas',
      meaning: 'Highest fee to offer on the second chain.',
      parse: number(0.000000001, 1_000_000),
      scale: 1e9,
    },
  },
  {
    rules: [
      {
        given: chainNames,
        needs: chainNames,
        problem: `${chainNames.join(', ')} must be set together. Set the missing ones, or remove the others.`,
      },
    ],
    derive: ({ rpcUrl, signerKey, contractAddress, finality, maxFeePerGasCap, tsaPresets, tsaUrls, ...others }) => {
      // Its contract is about to be deployed if it has no address.
      const contract = { contractAddress: contractAddress ?? new Uint8Array(20), finality, maxFeePerGasCap }
      const chain = rpcUrl && signerKey ? { rpcUrl, signerKey, ...contract } : undefined
      const authorities = [...new Set([...tsaPresets, ...tsaUrls])]
      return { witnesses: { ...others, tsaUrls: authorities, ...given('chain', chain) } }
    },
  },
)

export type WitnessesConfig = PartOf<typeof witnessesSettings>
