import { finality, hex, number, time, url, urls } from './forms.js'

/** The settings of witnesses outside of the chain. */
export const witnessSettings = {
  WITNESS_INTERVAL: {
    default: '1h',
    unit: 'time, or seconds',
    meaning: 'How often the roots of new batches go to the witnesses, if any is set.',
    parse: time('s', 1, 31_536_000),
  },
  WITNESS_TSA_URLS: {
    default: '',
    unit: 'addresses',
    secret: true,
    meaning:
      'Timestamping authorities (RFC 3161) that witness the roots, separated by commas; user and password go in front of the host.',
    parse: urls,
  },
  WITNESS_OTS_CALENDARS: {
    default: '',
    unit: 'addresses',
    secret: true,
    meaning: 'OpenTimestamps calendars that witness the roots in Bitcoin, separated by commas.',
    parse: urls,
  },
  WITNESS_RPC_URL: {
    default: '',
    unit: 'http(s)://…',
    secret: true,
    meaning: 'JSON-RPC address of a node of a second chain, which witnesses the roots.',
    parse: url('http:', 'https:'),
  },
  WITNESS_SIGNER_KEY: {
    default: '',
    unit: '0x + 64 hex digits',
    secret: true,
    meaning: 'Private key that signs and pays for transactions on the chain of WITNESS_RPC_URL; used for nothing else.',
    parse: hex(32),
  },
  WITNESS_CONTRACT_ADDRESS: {
    default: '',
    unit: '0x + 40 hex digits',
    meaning: 'Address of the Notary contract on the chain of WITNESS_RPC_URL.',
    parse: hex(20),
  },
  WITNESS_FINALITY: {
    default: 'finalized',
    unit: 'finalized, or blocks',
    meaning: 'When a block of the second chain is final, like FINALITY. Proofs name it then.',
    parse: finality,
  },
  WITNESS_FEE_CAP_GWEI: {
    default: '500',
    unit: 'gwei per gas',
    meaning: 'Highest fee to offer on the second chain.',
    parse: number(0.000000001, 1_000_000),
  },
} as const
