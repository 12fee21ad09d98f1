import type { Chain, ChainTable } from './chain.js'

/** The default of nodes for development: each has such a chain of its own. */
const development: Chain = { kind: 'private', nodes: [] }

/** Test networks, and the numbers that nodes for development use. */
export const testChains: ChainTable = [
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
      isEnded: true,
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
