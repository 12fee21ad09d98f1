import type { ChainTable } from './chain.js'

/** Chains whose blocks one sequencer orders and dates, before another chain records them. */
export const rollups: ChainTable = [
  [
    10,
    {
      name: 'OP Mainnet',
      kind: 'rollup',
      genesisHash: '0x7ca38a1916c42007829c55e69d3e9a73265554b586a499015373241b8a3fa48b',
      firstBlockTime: '2021-11-11T21:16:39.000Z',
      nodes: [
        'https://mainnet.optimism.io',
        'https://optimism-rpc.publicnode.com',
        'https://optimism.drpc.org',
        'https://optimism.gateway.tenderly.co',
      ],
    },
  ],
  [
    8453,
    {
      name: 'Base',
      kind: 'rollup',
      genesisHash: '0xf712aa9241cc24369b143cf6dce85f0902a9731e70d66818a3a5845b296c73dd',
      firstBlockTime: '2023-06-15T00:35:47.000Z',
      nodes: [
        'https://mainnet.base.org',
        'https://base-rpc.publicnode.com',
        'https://base.drpc.org',
        'https://base.gateway.tenderly.co',
      ],
    },
  ],
  [
    42161,
    {
      name: 'Arbitrum One',
      kind: 'rollup',
      genesisHash: '0x7ee576b35482195fc49205cec9af72ce14f003b9ae69f6ba0faef4514be8b442',
      firstBlockTime: '2021-05-28T22:13:20.000Z',
      nodes: ['https://arb1.arbitrum.io/rpc', 'https://arbitrum-one-rpc.publicnode.com', 'https://arbitrum.drpc.org'],
    },
  ],
  [
    42170,
    {
      name: 'Arbitrum Nova',
      kind: 'rollup',
      genesisHash: '0x2ad24e03026118f9b3a48626f0636e38c93660e90a6812e853a99aa8c5371561',
      firstBlockTime: '2022-06-25T01:20:00.000Z',
      nodes: ['https://nova.arbitrum.io/rpc', 'https://arbitrum-nova.publicnode.com'],
    },
  ],
  [
    59144,
    {
      name: 'Linea',
      kind: 'rollup',
      genesisHash: '0xb6762a65689107b2326364aefc18f94cda413209fab35c00d4af51eaa20ffbc6',
      firstBlockTime: '2022-12-08T10:44:03.000Z',
      nodes: ['https://rpc.linea.build', 'https://linea-rpc.publicnode.com', 'https://linea.drpc.org'],
    },
  ],
  [
    534352,
    {
      name: 'Scroll',
      kind: 'rollup',
      genesisHash: '0xbbc05efd412b7cd47a2ed0e5ddfcf87af251e414ea4c801d78b6784513180a80',
      firstBlockTime: '2023-10-10T06:00:00.000Z',
      nodes: ['https://rpc.scroll.io', 'https://scroll.drpc.org', 'https://scroll.api.onfinality.io/public'],
    },
  ],
  [
    42220,
    {
      name: 'Celo',
      kind: 'rollup',
      genesisHash: '0x19ea3339d3c8cda97235bc8293240d5b9dadcdfbb5d4b0b90ee731cac1bd11c3',
      firstBlockTime: '2020-04-22T16:00:00.000Z',
      nodes: ['https://forno.celo.org', 'https://celo.drpc.org', 'https://celo.api.onfinality.io/public'],
    },
  ],
  [
    324,
    {
      name: 'zkSync Era',
      kind: 'rollup',
      isRefused: true,
      genesisHash: '0xe8e77626586f73b955364c7b4bbf0bb7f7685ebd40e852b164633a4acbd3244c',
      firstBlockTime: '2023-02-14T14:22:22.000Z',
      nodes: ['https://mainnet.era.zksync.io', 'https://zksync.drpc.org', 'https://zksync.api.onfinality.io/public'],
    },
  ],
  [
    5000,
    {
      name: 'Mantle',
      kind: 'rollup',
      firstBlockTime: '2023-07-02T16:21:26.000Z',
      nodes: ['https://rpc.mantle.xyz', 'https://mantle-rpc.publicnode.com', 'https://mantle.drpc.org'],
    },
  ],
  [
    81457,
    {
      name: 'Blast',
      kind: 'rollup',
      genesisHash: '0xb689b35ef29d0bec5816938e0e52683c7257d2e325420ea69b739a2be4754b89',
      firstBlockTime: '2024-02-24T21:23:35.000Z',
      nodes: ['https://rpc.blast.io', 'https://blast-rpc.publicnode.com', 'https://blast.drpc.org'],
    },
  ],
  [
    1101,
    {
      name: 'Polygon zkEVM',
      kind: 'rollup',
      isEnded: true,
      genesisHash: '0x81005434635456a16f74ff7023fbe0bf423abbc8a8deb093ffff455c0ad3b741',
      firstBlockTime: '2023-03-24T10:19:23.000Z',
      nodes: ['https://zkevm-rpc.com', 'https://polygon-zkevm.drpc.org', 'https://rpc.polygon-zkevm.gateway.fm'],
    },
  ],
  [
    480,
    {
      name: 'World Chain',
      kind: 'rollup',
      genesisHash: '0x70d316d2e0973b62332ba2e9768dd7854298d7ffe77f0409ffdb8d859f2d3fa3',
      firstBlockTime: '2024-06-25T17:13:59.000Z',
      nodes: ['https://worldchain-mainnet.gateway.tenderly.co', 'https://worldchain.drpc.org'],
    },
  ],
  [
    130,
    {
      name: 'Unichain',
      kind: 'rollup',
      genesisHash: '0x3425162ddf41a0a1f0106d67b71828c9a9577e6ddeb94e4f33d2cde1fdc3befe',
      firstBlockTime: '2024-11-04T19:25:59.000Z',
      nodes: [
        'https://mainnet.unichain.org',
        'https://unichain.rpc.service.pinax.network',
        'https://unichain.drpc.org',
      ],
    },
  ],
  [
    57073,
    {
      name: 'Ink',
      kind: 'rollup',
      genesisHash: '0x23a2658170ba70d014ba0d0d2709f8fbfe2fa660cd868c5f282f991eecbe38ee',
      firstBlockTime: '2024-12-06T15:20:11.000Z',
      nodes: ['https://rpc-gel.inkonchain.com', 'https://ink.drpc.org', 'https://ink.api.pocket.network'],
    },
  ],
  [
    1868,
    {
      name: 'Soneium',
      kind: 'rollup',
      genesisHash: '0x295d22d269634c7d0055b33b887519362d0b31899e97109d1789a8a168de1b21',
      firstBlockTime: '2024-12-02T10:19:11.000Z',
      nodes: ['https://rpc.soneium.org', 'https://soneium.rpc.service.pinax.network', 'https://soneium.drpc.org'],
    },
  ],
]
