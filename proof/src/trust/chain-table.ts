import type { ChainTable } from './chain.js'
import { rollups } from './rollup-table.js'
import { testChains } from './test-chain-table.js'

/*
 * The chains that people use, by CAIP-2 ID. Genesis hashes and times are those of the clients' own configuration and of the
 * registries ethereum-lists/chains, networks-registry and superchain-registry; nodes are public ones that ask for no key. A time
 * is that of the first block after block 0 where block 0 is dated 1970, and a lower bound where no source has it to the second.
 * Ethereum Classic shares block 0 with Ethereum, and Fuji with Avalanche: there the chain's number tells them apart.
 */

const mainChains: ChainTable = [
  [
    1,
    {
      name: 'Ethereum',
      kind: 'public',
      genesisHash: '0xd4e56740f876aef8c010b86a40d5f56745a118d0906a34e69aec8c0db1cb8fa3',
      firstBlockTime: '2015-07-30T15:26:28.000Z',
      nodes: ['https://ethereum-rpc.publicnode.com', 'https://eth.drpc.org', 'https://mainnet.gateway.tenderly.co'],
    },
  ],
  [
    100,
    {
      name: 'Gnosis',
      kind: 'sidechain',
      genesisHash: '0x4f1dd23188aab3a76b463e4af801b52b1248ef073c648cbdc4c9333d3da79756',
      firstBlockTime: '2018-10-08T18:43:05.000Z',
      nodes: [
        'https://rpc.gnosischain.com',
        'https://gnosis-rpc.publicnode.com',
        'https://gnosis.drpc.org',
        'https://rpc.gnosis.gateway.fm',
      ],
    },
  ],
  [
    137,
    {
      name: 'Polygon PoS',
      kind: 'sidechain',
      genesisHash: '0xa9c28ce2141b56c474f1dc504bee9b01eb1bd7d1a507580d5519d4437a97de1b',
      firstBlockTime: '2020-05-30T07:47:16.000Z',
      nodes: [
        'https://polygon-bor-rpc.publicnode.com',
        'https://polygon.drpc.org',
        'https://polygon.gateway.tenderly.co',
      ],
    },
  ],
  [
    56,
    {
      name: 'BNB Smart Chain',
      kind: 'public',
      genesisHash: '0x0d21840abff46b96c84b2ac9e10e4f5cdaeb5693cb665db62a2f3b02d2d57b5b',
      firstBlockTime: '2020-04-20T13:46:54.000Z',
      nodes: [
        'https://bsc-dataseed.bnbchain.org',
        'https://bsc.rpc.service.pinax.network',
        'https://bsc.rpc.sentio.xyz',
      ],
    },
  ],
  [
    43114,
    {
      name: 'Avalanche C-Chain',
      kind: 'public',
      genesisHash: '0x31ced5b9beb7f8782b014660da0cb18cc409f121f408186886e1ca3e8eeca96b',
      firstBlockTime: '2020-09-23T11:02:06.000Z',
      nodes: [
        'https://api.avax.network/ext/bc/C/rpc',
        'https://avalanche-c-chain-rpc.publicnode.com',
        'https://avalanche.drpc.org',
      ],
    },
  ],
  [
    61,
    {
      name: 'Ethereum Classic',
      kind: 'public',
      genesisHash: '0xd4e56740f876aef8c010b86a40d5f56745a118d0906a34e69aec8c0db1cb8fa3',
      firstBlockTime: '2015-07-30T15:26:28.000Z',
      nodes: ['https://etc.rivet.link', 'https://etc.etcdesktop.com', 'https://0xrpc.io/etc'],
    },
  ],
  [
    246,
    {
      name: 'Energy Web',
      kind: 'public',
      genesisHash: '0x0b6d3e680af2fc525392c720666cce58e3d8e6fe75ba4b48cb36bcc69039229b',
      firstBlockTime: '2019-06-07T17:21:20.000Z',
      nodes: ['https://rpc.energyweb.org'],
    },
  ],
  [
    1284,
    {
      name: 'Moonbeam',
      kind: 'public',
      genesisHash: '0x7e6b3bbed86828a558271c9c9f62354b1d8b5aa15ff85fd6f1e7cbe9af9dde7e',
      firstBlockTime: '2021-12-17T00:00:00.000Z',
      nodes: ['https://rpc.api.moonbeam.network', 'https://moonbeam-rpc.publicnode.com', 'https://moonbeam.drpc.org'],
    },
  ],
  [
    1285,
    {
      name: 'Moonriver',
      kind: 'public',
      genesisHash: '0xce24348303f7a60c4d2d3c82adddf55ca57af89cd9e2cd4b863906ef53b89b3c',
      nodes: [
        'https://rpc.api.moonriver.moonbeam.network',
        'https://moonriver.api.onfinality.io/public',
        'https://moonriver.unitedbloc.com',
      ],
    },
  ],
  [
    25,
    {
      name: 'Cronos',
      kind: 'public',
      isRefused: true,
      firstBlockTime: '2021-11-08T01:00:00.000Z',
      nodes: ['https://evm.cronos.org', 'https://cronos-evm-rpc.publicnode.com', 'https://cronos.drpc.org'],
    },
  ],
  [
    122,
    {
      name: 'Fuse',
      kind: 'public',
      genesisHash: '0x6e778e9491576a28bd06fac93844d8494be1f153e60ba7d29b4b51d991d4f830',
      nodes: ['https://rpc.fuse.io', 'https://fuse.drpc.org', 'https://fuse.api.pocket.network'],
    },
  ],
  [
    80094,
    {
      name: 'Berachain',
      kind: 'public',
      genesisHash: '0xd57819422128da1c44339fc7956662378c17e2213e669b427ac91cd11dfcfb38',
      nodes: ['https://rpc.berachain.com', 'https://berachain.drpc.org', 'https://berachain.rpc.sentio.xyz'],
    },
  ],
  [
    50,
    {
      name: 'XDC',
      kind: 'public',
      genesisHash: '0x4a9d748bd78a8d0385b67788c2435dcdb914f98a96250b68863a1f8b7642d6b1',
      nodes: ['https://rpc.xinfin.network'],
    },
  ],
]

export const chainTable: ChainTable = [...mainChains, ...rollups, ...testChains]
