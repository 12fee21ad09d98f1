import {
  ANCHOR_SELECTOR,
  commitment,
  keccak256,
  type ProofAnchor,
  type ProofDocument,
  sha256,
  toHex,
  utf8,
  withChecksum,
} from '@tallystick/proof'
import { transactionTrie } from '@tallystick/proof/ethereum'
import { leafHash } from '@tallystick/proof/merkle'
import { account, contract, headerOf, hex } from '../../../proof/test/vectors/chain.js'

/** Claims of a forger. */
interface Claims {
  chainId?: number
  network?: string
  isPrivate?: boolean
  blockTime?: string
  blockNumber?: number
}

/**
 * Makes a proof whose transaction, block and chain are all the forger's own: everything in it fits, and nothing of it is on the
 * chain that it names.
 */
export async function forgedProof(content: Uint8Array, claims: Claims = {}): Promise<ProofDocument> {
  const salt = sha256(utf8('salt')).subarray(0, 16)
  const details = { code: 'FORGED0001', filename: 'contract.pdf' }
  const committed = commitment(salt, details)
  const digest = sha256(content)
  const root = leafHash(digest, committed)
  return withChecksum({
    format: 'tallystick-proof',
    version: 1,
    hash: toHex(digest),
    kind: 'stamp',
    code: details.code,
    state: 'final',
    salt: toHex(salt),
    details,
    commitment: toHex(committed),
    leafIndex: 0,
    treeSize: 1,
    path: [],
    root: toHex(root),
    anchors: [await forgedAnchor(root, claims)],
  })
}

async function forgedAnchor(root: Uint8Array, claims: Claims): Promise<ProofAnchor> {
  const { chainId = 1, network = 'Ethereum Mainnet', isPrivate = false } = claims
  const { blockTime = '2016-01-01T00:00:00.000Z', blockNumber = 3_141_592 } = claims
  const gas = { gas: 80_000n, maxFeePerGas: 2_000_000_000n, maxPriorityFeePerGas: 1_000_000n }
  const data = `0x${ANCHOR_SELECTOR}${toHex(root)}` as const
  const raw = Buffer.from(
    (await account.signTransaction({ type: 'eip1559', chainId, nonce: 0, to: contract, data, ...gas })).slice(2),
    'hex',
  )
  const trie = transactionTrie([raw])
  const header = headerOf(trie.root, blockNumber, Date.parse(blockTime) / 1000)
  return {
    chain: `eip155:${chainId}`,
    network,
    private: isPrivate,
    contract,
    notary: account.address.toLowerCase(),
    transactionId: hex(keccak256(raw)),
    rawTransaction: hex(raw),
    state: 'final',
    transactionIndex: 0,
    trieProof: trie.proof(0).map(hex),
    header: hex(header),
    blockHash: hex(keccak256(header)),
    blockNumber,
    blockTime,
  }
}
