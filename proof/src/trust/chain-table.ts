/** Those able to confirm a block: everyone (`public`), everyone for as long as the test network lasts, or the operator alone. */
export type ChainKind = 'public' | 'test' | 'private'

/** The package's own knowledge of a chain, whatever a document says. */
export type Chain = {
  /** Absent for a number that everyone may use. */
  readonly name?: string
  readonly kind: ChainKind
  /** Hash of block 0. Distinguishes the chain from others that use the same number. */
  readonly genesisHash?: string
  /** Time of the first block made after the genesis block, or of the genesis block. No block of the chain is older. */
  readonly firstBlockTime?: string
  /** Public nodes, run by different operators. */
  readonly nodes: readonly string[]
}

/*
 * The chains that people use, by CAIP-2 ID. Genesis hashes and times are those of the clients' own configuration and of the
 * registries ethereum-lists/chains, networks-registry and superchain-registry; nodes are public ones that ask for no key. A time
 * is that of the first block after block 0 where block 0 is dated 1970, and a lower bound where no source has it to the second.
 * Ethereum Classic shares block 0 with Ethereum, and Fuji with Avalanche: there the chain's number tells them apart.
 */

/** The default of nodes for development: each has such a chain of its own. */
const development: Chain = { kind: 'private', nodes: [] }

export const chainTable: readonly (readonly [id: number, chain: Chain])[] = [
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
    11155111,
    {
      name: 'Sepolia',
      kind: 'test',
      genesisHash: '0x25a5cc106eea7138acab33231d7160d69cb777ee0c2c553fcddf5138993e6dd9',
      firstBlockTime: '2021-10-03T13:24:41.000Z',
      nodes: [
        'https://ethereum-sepolia-rpc.publicnode.com',
        'https://sepolia.drpc.org',
        'https://sepolia.gateway.tenderly.co',
      ],
    },
  ],
  [
    17000,
    {
      name: 'Holesky',
      kind: 'test',
      genesisHash: '0xb5f7f912443c940f21fd611f12828d75b534364ed9e95ca4e307729a4661bde4',
      firstBlockTime: '2023-09-28T11:55:00.000Z',
      nodes: [
        'https://ethereum-holesky-rpc.publicnode.com',
        'https://holesky.drpc.org',
        'https://holesky.gateway.tenderly.co',
      ],
    },
  ],
  [
    560048,
    {
      name: 'Hoodi',
      kind: 'test',
      genesisHash: '0xbbe312868b376a3001692a646dd2d7d1e4406380dfd86b98aa8a34d1557c971b',
      firstBlockTime: '2025-03-17T12:00:00.000Z',
      nodes: ['https://rpc.hoodi.ethpandaops.io', 'https://0xrpc.io/hoodi', 'https://hoodi.rpc.sentio.xyz'],
    },
  ],
  [
    100,
    {
      name: 'Gnosis',
      kind: 'public',
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
    10200,
    {
      name: 'Gnosis Chiado',
      kind: 'test',
      genesisHash: '0xada44fd8d2ecab8b08f256af07ad3e777f17fb434f8f8e678b312f576212ba9a',
      firstBlockTime: '2022-08-03T15:32:51.000Z',
      nodes: [
        'https://rpc.chiadochain.net',
        'https://rpc.chiado.gnosis.gateway.fm',
        'https://gnosis-chiado-rpc.publicnode.com',
        'https://gnosis-chiado.drpc.org',
      ],
    },
  ],
  [
    137,
    {
      name: 'Polygon PoS',
      kind: 'public',
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
    80002,
    {
      name: 'Polygon Amoy',
      kind: 'test',
      genesisHash: '0x7202b2b53c5a0836e773e319d18922cc756dd67432f9a1f65352b61f4406c697',
      firstBlockTime: '2023-11-17T12:44:25.000Z',
      nodes: [
        'https://rpc-amoy.polygon.technology',
        'https://polygon-bor-amoy-rpc.publicnode.com',
        'https://polygon-amoy.drpc.org',
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
        'https://bsc-dataseed1.defibit.io',
        'https://bsc-dataseed1.ninicoin.io',
      ],
    },
  ],
  [
    10,
    {
      name: 'OP Mainnet',
      kind: 'public',
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
    11155420,
    {
      name: 'OP Sepolia',
      kind: 'test',
      genesisHash: '0x102de6ffb001480cc9b8b548fd05c34cd4f46ae4aa91759393db90ea0409887d',
      firstBlockTime: '2023-08-12T01:09:00.000Z',
      nodes: [
        'https://sepolia.optimism.io',
        'https://optimism-sepolia.drpc.org',
        'https://optimism-sepolia.gateway.tenderly.co',
      ],
    },
  ],
  [
    8453,
    {
      name: 'Base',
      kind: 'public',
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
    84532,
    {
      name: 'Base Sepolia',
      kind: 'test',
      genesisHash: '0x0dcc9e089e30b90ddfc55be9a37dd15bc551aeee999d2e2b51414c54eaf934e4',
      firstBlockTime: '2023-09-26T22:44:48.000Z',
      nodes: ['https://sepolia.base.org', 'https://base-sepolia-rpc.publicnode.com', 'https://base-sepolia.drpc.org'],
    },
  ],
  [
    42161,
    {
      name: 'Arbitrum One',
      kind: 'public',
      genesisHash: '0x7ee576b35482195fc49205cec9af72ce14f003b9ae69f6ba0faef4514be8b442',
      firstBlockTime: '2021-05-28T22:13:20.000Z',
      nodes: ['https://arb1.arbitrum.io/rpc', 'https://arbitrum-one-rpc.publicnode.com', 'https://arbitrum.drpc.org'],
    },
  ],
  [
    421614,
    {
      name: 'Arbitrum Sepolia',
      kind: 'test',
      genesisHash: '0x77194da4010e549a7028a9c3c51c3e277823be6ac7d138d0bb8a70197b5c004c',
      firstBlockTime: '2023-08-21T11:12:36.000Z',
      nodes: [
        'https://sepolia-rollup.arbitrum.io/rpc',
        'https://arbitrum-sepolia-rpc.publicnode.com',
        'https://arbitrum-sepolia.drpc.org',
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
    43113,
    {
      name: 'Avalanche Fuji',
      kind: 'test',
      genesisHash: '0x31ced5b9beb7f8782b014660da0cb18cc409f121f408186886e1ca3e8eeca96b',
      firstBlockTime: '2020-09-10T00:00:00.000Z',
      nodes: [
        'https://api.avax-test.network/ext/bc/C/rpc',
        'https://avalanche-fuji-c-chain-rpc.publicnode.com',
        'https://avalanche-fuji.drpc.org',
      ],
    },
  ],
  [
    59144,
    {
      name: 'Linea',
      kind: 'public',
      genesisHash: '0xb6762a65689107b2326364aefc18f94cda413209fab35c00d4af51eaa20ffbc6',
      firstBlockTime: '2022-12-08T10:44:03.000Z',
      nodes: ['https://rpc.linea.build', 'https://linea-rpc.publicnode.com', 'https://linea.drpc.org'],
    },
  ],
  [
    534352,
    {
      name: 'Scroll',
      kind: 'public',
      genesisHash: '0xbbc05efd412b7cd47a2ed0e5ddfcf87af251e414ea4c801d78b6784513180a80',
      firstBlockTime: '2023-10-10T06:00:00.000Z',
      nodes: ['https://rpc.scroll.io', 'https://scroll.drpc.org', 'https://scroll.api.onfinality.io/public'],
    },
  ],
  [
    42220,
    {
      name: 'Celo',
      kind: 'public',
      genesisHash: '0x19ea3339d3c8cda97235bc8293240d5b9dadcdfbb5d4b0b90ee731cac1bd11c3',
      firstBlockTime: '2020-04-22T16:00:00.000Z',
      nodes: ['https://forno.celo.org', 'https://celo.drpc.org', 'https://celo.api.onfinality.io/public'],
    },
  ],
  [
    324,
    {
      name: 'zkSync Era',
      kind: 'public',
      genesisHash: '0xe8e77626586f73b955364c7b4bbf0bb7f7685ebd40e852b164633a4acbd3244c',
      firstBlockTime: '2023-02-14T14:22:22.000Z',
      nodes: ['https://mainnet.era.zksync.io', 'https://zksync.drpc.org', 'https://zksync.api.onfinality.io/public'],
    },
  ],
  [
    5000,
    {
      name: 'Mantle',
      kind: 'public',
      firstBlockTime: '2023-07-02T16:21:26.000Z',
      nodes: ['https://rpc.mantle.xyz', 'https://mantle-rpc.publicnode.com', 'https://mantle.drpc.org'],
    },
  ],
  [
    81457,
    {
      name: 'Blast',
      kind: 'public',
      genesisHash: '0xb689b35ef29d0bec5816938e0e52683c7257d2e325420ea69b739a2be4754b89',
      firstBlockTime: '2024-02-24T21:23:35.000Z',
      nodes: ['https://rpc.blast.io', 'https://blast-rpc.publicnode.com', 'https://blast.drpc.org'],
    },
  ],
  [
    1101,
    {
      name: 'Polygon zkEVM',
      kind: 'public',
      genesisHash: '0x81005434635456a16f74ff7023fbe0bf423abbc8a8deb093ffff455c0ad3b741',
      firstBlockTime: '2023-03-24T10:19:23.000Z',
      nodes: ['https://zkevm-rpc.com', 'https://polygon-zkevm.drpc.org', 'https://rpc.polygon-zkevm.gateway.fm'],
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
    25,
    {
      name: 'Cronos',
      kind: 'public',
      firstBlockTime: '2021-11-08T01:00:00.000Z',
      nodes: ['https://evm.cronos.org', 'https://cronos-evm-rpc.publicnode.com', 'https://cronos.drpc.org'],
    },
  ],
  // geth --dev, ganache default chain id, besu dev network, bor developer chain
  [1337, development],
  // Hardhat Network and Foundry anvil default
  [31337, development],
  // Ganache GUI
  [5777, development],
  // Arbitrum Nitro arb-dev-test (dev node, testnode)
  [412346, development],
  // Arbitrum Nitro anytrust-dev-test
  [412347, development],
  // Avalanche local network C-Chain
  [43112, development],
  // Kurtosis ethereum-package default network
  [3151908, development],
  // Hedera Localnet
  [298, development],
]
