import { notaryBytecode } from '@tallystick/contract/notary'
import {
  ANCHOR_SELECTOR,
  BlockTable,
  commitment,
  fromHex,
  type ManifestDocument,
  type ProofAnchor,
  type ProofDocument,
  sha256,
  toHex,
  utf8,
  withChecksum,
  withManifestChecksum,
} from '@tallystick/proof'
import { encodeRpcHeader, encodeRpcTransaction, transactionTrie } from '@tallystick/proof/ethereum'
import { inclusionPath, leafHash, merkleRoot } from '@tallystick/proof/merkle'
import type { Anvil, RpcJson } from '../../proof/test/anvil.js'

type Block = RpcJson & { hash: string; number: string; timestamp: string; transactions: (RpcJson & { hash: string })[] }
type Receipt = { contractAddress: string | null; blockNumber: string } | null

/** Sends a transaction from the node's own first account, without mining it. */
async function send(anvil: Anvil, to: string | undefined, data: string): Promise<{ id: string; from: string }> {
  const [from] = await anvil.rpc<string[]>('eth_accounts')
  const id = await anvil.rpc<string>('eth_sendTransaction', [
    { from, ...(to === undefined ? {} : { to }), data, gas: '0x100000' },
  ])
  return { id, from: `${from}`.toLowerCase() }
}

/** Deploys the Notary contract. */
export async function deployNotary(anvil: Anvil): Promise<string> {
  const { id } = await send(anvil, undefined, notaryBytecode)
  await anvil.rpc('evm_mine')
  const receipt = await anvil.rpc<Receipt>('eth_getTransactionReceipt', [id])
  return `${receipt?.contractAddress}`.toLowerCase()
}

/** Makes a proof without its anchors. */
export function entryOf(digest: Uint8Array, size = 5, leafIndex = 3): Omit<ProofDocument, 'state' | 'anchors'> {
  const salt = sha256(utf8('salt')).subarray(0, 16)
  const details = { code: 'REAL1', fileName: 'a.bin' }
  const committed = commitment(salt, details)
  const leaves = Array.from({ length: size }, (_, i) => sha256(utf8(`other ${i}`)))
  leaves[leafIndex] = leafHash(digest, committed)
  return {
    format: 'tallystick-proof',
    version: 1,
    hash: toHex(digest),
    kind: 'stamp',
    code: 'REAL1',
    salt: toHex(salt),
    details,
    commitment: toHex(committed),
    leafIndex,
    treeSize: size,
    path: inclusionPath(leaves, leafIndex).map(toHex),
    root: toHex(merkleRoot(leaves)),
  }
}

/** Sends the root of a digest's tree to the contract, and returns the proof as of before the block. */
export async function submit(anvil: Anvil, contract: string, digest: Uint8Array): Promise<ProofDocument> {
  const entry = entryOf(digest)
  const { id, from } = await send(anvil, contract, `0x${ANCHOR_SELECTOR}${entry.root}`)
  const raw = encodeRpcTransaction(await anvil.rpc<RpcJson>('eth_getTransactionByHash', [id]))
  const anchor: ProofAnchor = {
    chain: `eip155:${Number(await anvil.rpc('eth_chainId'))}`,
    network: 'Test chain',
    private: true,
    contract,
    notary: from,
    transactionId: id,
    rawTransaction: `0x${toHex(raw)}`,
    state: 'submitted',
  }
  return withChecksum({ ...entry, state: 'submitted', anchors: [anchor] })
}

/** Adds the block of its transaction to a proof. */
export async function confirmed(anvil: Anvil, proof: ProofDocument): Promise<ProofDocument> {
  const anchor = proof.anchors[0]!
  const receipt = await anvil.rpc<Receipt>('eth_getTransactionReceipt', [anchor.transactionId])
  const block = await anvil.rpc<Block>('eth_getBlockByNumber', [receipt?.blockNumber, true])
  const index = block.transactions.findIndex(({ hash }) => hash === anchor.transactionId)
  const trie = transactionTrie(block.transactions.map(encodeRpcTransaction))
  const inBlock: ProofAnchor = {
    ...anchor,
    state: 'confirmed',
    transactionIndex: index,
    trieProof: trie.proof(index).map((node) => `0x${toHex(node)}`),
    header: `0x${toHex(encodeRpcHeader(block))}`,
    blockHash: block.hash,
    blockNumber: Number(block.number),
    blockTime: new Date(Number(block.timestamp) * 1000).toISOString(),
  }
  return withChecksum({ ...proof, state: 'confirmed', anchors: [inBlock] })
}

/** Anchors a digest (hex) in a new block and returns its proof. */
export async function anchored(anvil: Anvil, contract: string, digest: string): Promise<ProofDocument> {
  const proof = await submit(anvil, contract, fromHex(digest))
  await anvil.rpc('evm_mine')
  return confirmed(anvil, proof)
}

/** Makes the manifest of a folder from its files' proofs. */
export function manifestOf(
  files: readonly { readonly path: string; readonly size: number; readonly proof: ProofDocument }[],
): ManifestDocument {
  const table = new BlockTable()
  return withManifestChecksum({
    format: 'tallystick-manifest',
    version: 1,
    folder: { id: 'f1', name: 'Real' },
    issuedAt: '2026-01-01T00:00:00.000Z',
    files: files.map(({ path, size, proof: { hash, code, salt, details, leafIndex, anchors } }, batch) => ({
      path,
      size,
      hash,
      code,
      ...(salt === undefined || details === undefined ? {} : { salt, details }),
      leafIndex,
      batch,
      transactionId: `${anchors[0]?.transactionId}`,
    })),
    batches: files.map(({ proof: { treeSize, root, path, anchors } }) => ({
      treeSize,
      root,
      siblings: path,
      anchors: anchors.map((anchor) => table.add(anchor)),
    })),
    blocks: [...table.blocks()],
  })
}
