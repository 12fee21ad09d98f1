import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type ProofDocument, readPage, readPdf, verifyManifest, verifyProof } from '@tallystick/proof'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { eventually, Hopeless } from '../../../test/eventually.js'
import { limitMs } from '../../../test/machine.js'
import { Chain } from '../../src/chain/chain.js'
import { hexOf } from '../../src/chain/hex.js'
import { checkInclusion } from '../../src/chain/inclusion.js'
import { signerOf, signTransaction } from '../../src/chain/sign.js'
import { transactionVersions } from '../../src/ledger/sql.js'
import { auditOf } from '../faults/load.js'
import { type Answer as NodeAnswer, type Question, RpcProxy } from '../faults/proxy.js'
import { fileParts, post } from '../files/upload.js'
import { newFolder } from '../folders/shapes.js'
import { type TestAccount, useOwnService } from '../service.js'
import { stamp } from '../stamps/shapes.js'

/** Sends transactions that the proxy shows as being of a type that does not exist. */
const strangerSigner = signerOf(Buffer.alloc(32, 0x5a))
const stranger = hexOf(strangerSigner.address)
const unknownType = '0x42'
const rawMethods = /^(eth_getRawTransaction|debug_getRawTransaction)/

const proxy = await new RpcProxy('').listen()
const service = useOwnService({ RPC_URL: proxy.url })
// The node is started with the service.
Object.defineProperty(proxy, 'target', { get: () => service.rpcUrl })

let ada: TestAccount
beforeAll(async () => {
  ada = await service.account()
  await service.rpc('anvil_setBalance', stranger, '0xffffffffffffffffffff')
  await service.rpc('evm_setAutomine', false)
})
afterEach(() => proxy.heal())
afterAll(() => proxy.close())

type Rpc = Record<string, unknown>
type Receipt = { blockNumber: string; blockHash: `0x${string}`; transactionIndex: string }

/** Shows the stranger's transactions as nodes of other chains would, and refuses the methods that match. */
function foreignNode(refused: (question: Question) => boolean): typeof proxy.forge {
  return (question, answer): NodeAnswer => {
    const { id } = answer
    if (refused(question)) return { jsonrpc: '2.0', id, error: { code: -32_601, message: `no ${question.method}` } }
    const block = answer.result as (Rpc & { transactions?: unknown[] }) | null
    if (question.method !== 'eth_getBlockByNumber' || question.params[1] !== true || !block?.transactions) return answer
    const transactions = (block.transactions as Rpc[]).map((one) => {
      if (one.from !== stranger) return one
      return { type: unknownType, hash: one.hash, from: one.from, to: one.to, input: one.input }
    })
    return { ...answer, result: { ...block, transactions } }
  }
}

/** Mines a block with the transaction, after others of the stranger's. */
async function mineAmongStrangers(transactionId: string): Promise<void> {
  await eventually('the node has the transaction', () => service.rpc('eth_getTransactionByHash', transactionId))
  const first = Number(await service.rpc('eth_getTransactionCount', stranger, 'latest'))
  const to = strangerSigner.address
  for (const i of [0, 1]) {
    const fees = { maxFeePerGas: 200e9, maxPriorityFeePerGas: 100e9 }
    const transfer = { chainId: 31_337, nonce: first + i, gas: 21_000, to, data: Buffer.alloc(0), ...fees }
    await service.rpc('eth_sendRawTransaction', hexOf(signTransaction(transfer, strangerSigner).raw))
  }
  await service.rpc('evm_mine')
  const { blockNumber } = await receiptOf(transactionId)
  const block = await service.rpc<{ transactions: string[] }>('eth_getBlockByNumber', blockNumber, false)
  expect(block.transactions.indexOf(transactionId)).toBeGreaterThan(0)
}

const receiptOf = (transactionId: string) => service.rpc<Receipt>('eth_getTransactionReceipt', transactionId)

/** Stamps a hash in a block with transactions of an unknown type. */
async function stampAmongStrangers() {
  const made = await stamp(service, ada)
  await mineAmongStrangers(made.txid)
  return made
}

/** Returns a proof, which verifies at any time. */
async function proofOf(code: string): Promise<ProofDocument> {
  const { body } = await service.call('GET', `/hash/${code}/proof`, undefined, ada.auth)
  const { failure } = verifyProof(body)
  if (failure) throw new Hopeless(failure.detail)
  return body
}

const finalProof = (code: string) =>
  eventually('the proof is final', async () => {
    const proof = await proofOf(code)
    return proof.state === 'final' && proof
  })

/** Checks a transaction's block as the service does. */
async function inclusionOf(transactionId: string) {
  const { blockNumber, blockHash, transactionIndex } = await receiptOf(transactionId)
  const { db } = service.database
  const hash = Buffer.from(transactionId.slice(2), 'hex')
  const [batch] = await db.query<{ batch_id: string }>('SELECT batch_id FROM transactions WHERE hash = $1', [hash])
  const [version] = await db.query<{ batch_id: string; hash: Buffer; raw: Buffer }>(transactionVersions, [
    [batch?.batch_id],
  ])
  const position = { blockNumber: Number(blockNumber), transactionIndex: Number(transactionIndex) }
  const receipt = { transactionHash: transactionId as `0x${string}`, blockHash, succeeded: true, ...position }
  return checkInclusion(new Chain(proxy.url, limitMs(5_000)), receipt.blockNumber, [{ receipt, version: version! }])
}

describe('a block with transactions of unknown types', () => {
  it('is proven by its transactions when the node gives their bytes, by whichever method', async () => {
    for (const offered of [
      'eth_getRawTransactionByHash',
      'eth_getRawTransactionByBlockHashAndIndex',
      'debug_getRawTransaction',
    ]) {
      proxy.forge = foreignNode(({ method }) => rawMethods.test(method) && method !== offered)
      const { code } = await stampAmongStrangers()
      const [anchor] = (await finalProof(code)).anchors
      expect(anchor).toMatchObject({ transactionIndex: expect.any(Number), trieProof: expect.any(Array) })
      expect(anchor).not.toHaveProperty('stateProof')
    }
  })

  it('is proven by its state when the node gives no bytes, or false ones', async () => {
    for (const forge of [
      foreignNode(({ method }) => rawMethods.test(method)),
      (question: Question, answer: NodeAnswer) =>
        rawMethods.test(question.method) ? { ...answer, result: '0x42c0' } : foreignNode(() => false)(question, answer),
    ]) {
      proxy.forge = forge
      const { code, txid } = await stampAmongStrangers()
      const proof = await finalProof(code)
      const [anchor] = proof.anchors
      expect(anchor).toMatchObject({ transactionId: txid, blockNumber: Number((await receiptOf(txid)).blockNumber) })
      expect(Object.keys(anchor?.stateProof ?? {})).toEqual(['accountProof', 'storageProof'])
      expect(anchor).not.toHaveProperty('transactionIndex')
      expect(anchor).not.toHaveProperty('trieProof')
    }
  })

  it('is proven by its state when the node lists a transaction that the root leaves out', async () => {
    const plain = foreignNode(() => false)
    proxy.forge = async (question, answer) => {
      const shown = await plain(question, answer)
      const block = shown.result as { transactions: Rpc[] } | null
      if (question.method !== 'eth_getBlockByNumber' || question.params[1] !== true || !block) return shown
      return { ...shown, result: { ...block, transactions: [...block.transactions, block.transactions[0]] } }
    }
    const { code } = await stampAmongStrangers()
    expect((await finalProof(code)).anchors[0]).toHaveProperty('stateProof')
  })

  it('gives proofs, manifests and certificates that verify, and an audit finds nothing', async () => {
    proxy.forge = foreignNode(({ method }) => rawMethods.test(method))
    const place = mkdtempSync(join(tmpdir(), 'tallystick-evidence-'))
    try {
      const folder = await newFolder(service, ada, { folderName: 'Contracts' })
      const contents: Record<string, string> = { 'a.txt': 'content of a', 'b.txt': 'content of b' }
      mkdirSync(join(place, 'files'))
      for (const [name, content] of Object.entries(contents)) {
        const made = await post(service, '/api/files', fileParts(ada, folder._id, Buffer.from(content), name), ada.auth)
        expect(made.status, made.text).toBe(200)
        await mineAmongStrangers(made.body.data.transactionId)
        writeFileSync(join(place, 'files', made.body.data.filename ?? name), content)
      }
      const manifest = await eventually('every batch of the folder is in a block', async () => {
        const { body, text } = await service.call('GET', `/api/folders/${folder._id}/manifest`, undefined, ada.auth)
        const { failure, waiting } = verifyManifest(body)
        if (failure) throw new Hopeless(failure.detail)
        return waiting === 0 && { body, text }
      })
      const anchors = manifest.body.batches.flatMap((batch: { anchors: object[] }) => batch.anchors)
      expect(anchors).toHaveLength(2)
      for (const anchor of anchors) expect(anchor).toHaveProperty('stateProof')
      for (const [i, { path }] of manifest.body.files.entries()) {
        writeFileSync(join(place, 'files', path), Object.values(contents)[i]!)
      }
      writeFileSync(join(place, 'manifest.json'), manifest.text)
      const report = await tallystick('verify', join(place, 'files'), join(place, 'manifest.json'), '--rpc', proxy.url)
      expect(report).toMatch(/2 files/)
      expect(report).not.toMatch(/REFUSED/)
    } finally {
      rmSync(place, { recursive: true, force: true })
    }

    const { code } = await stampAmongStrangers()
    const proof = await finalProof(code)
    for (const [format, read] of [
      ['pdf', async (bytes: Uint8Array) => (await readPdf(bytes))?.json],
      ['html', (bytes: Uint8Array) => readPage(Buffer.from(bytes).toString())?.json],
    ] as const) {
      const url = new URL(`/hash/${code}/proof?format=${format}`, service.url)
      const bytes = new Uint8Array(await (await fetch(url, { headers: ada.auth })).arrayBuffer())
      const carried = await read(bytes)
      expect(typeof carried === 'string' ? JSON.parse(carried) : carried).toEqual(proof)
    }
    const audited = () => auditOf(service.database.db, service.rpcUrl)
    expect(await audited()).toMatchObject({ submitted: 0 })
    const { db } = service.database
    const flip = 'UPDATE batches SET state_proof = set_byte(state_proof, 40, get_byte(state_proof, 40) # 1)'
    await db.execute(flip)
    await expect(audited()).rejects.toThrow('does not match its parent')
    await db.execute(flip)
  })

  it('is proven again after a reorg, by the state of its new block', async () => {
    proxy.forge = foreignNode(({ method }) => rawMethods.test(method))
    const snapshot = await service.rpc('evm_snapshot')
    const { code, txid } = await stampAmongStrangers()
    const before = await finalProof(code)
    await service.rpc('evm_revert', snapshot)
    await service.rpc('anvil_mine', '0x1', '0x5')
    // The same transactions would give the same state again.
    await service.rpc('anvil_setBalance', stranger, '0xffffffffffffffffff00')
    await eventually('the stamp is submitted again', async () => (await proofOf(code)).state === 'submitted')
    await mineAmongStrangers(txid)
    const after = await finalProof(code)
    const [was, is] = [before.anchors[0], after.anchors[0]]
    expect(is?.transactionId).toBe(was?.transactionId)
    expect(is?.blockHash).not.toBe(was?.blockHash)
    expect(is?.stateProof?.accountProof[0]).not.toBe(was?.stateProof?.accountProof[0])
  })

  it('leaves a stamp submitted while the node offers neither, says why, and confirms it once a node does', async () => {
    proxy.forge = foreignNode(({ method }) => rawMethods.test(method) || method === 'eth_getProof')
    const { code, txid } = await stampAmongStrangers()
    const neither = /cannot be encoded \(transaction type 66 is not supported\).* offers no state proofs/
    await expect(inclusionOf(txid)).rejects.toMatchObject({
      name: 'NoEvidenceError',
      message: expect.stringMatching(neither),
    })
    // A pruning node, as this one is, has the newest state only.
    await service.rpc('evm_mine')
    const number = Number((await receiptOf(txid)).blockNumber)
    proxy.forge = foreignNode(({ method, params }) => {
      return rawMethods.test(method) || (method === 'eth_getProof' && params[2] !== 'latest')
    })
    await expect(inclusionOf(txid)).rejects.toThrow(`no longer has the state of block ${number}`)
    expect((await proofOf(code)).state).toBe('submitted')
    proxy.forge = foreignNode(() => false)
    expect((await finalProof(code)).anchors[0]).toHaveProperty('trieProof')
  })

  it('is not proven by a state that lacks the root or belongs to another block', async () => {
    const noBytes = foreignNode(({ method }) => rawMethods.test(method))
    const { code, txid } = await stampAmongStrangers()
    await finalProof(code)
    const elsewhere = async (params: unknown[]): Promise<unknown> => service.rpc('eth_getProof', ...params)
    /** An empty slot. Its proof must not lead to the leaf of the root by chance. */
    const ofEmptySlot = async ([contract, slots, block]: unknown[]) => {
      const leafOf = (proof: unknown) =>
        (proof as { storageProof: { proof: string[] }[] }).storageProof[0]?.proof.at(-1)
      const leaf = leafOf(await elsewhere([contract, slots, block]))
      for (const digit of '0123456789abcdef') {
        const proof = await elsewhere([contract, [`0x${digit.repeat(64)}`], block])
        if (leafOf(proof) !== leaf) return proof
      }
      throw new Error('every slot is next to the root')
    }
    const lies: ((params: unknown[]) => Promise<unknown>)[] = [
      ofEmptySlot,
      ([, slots, block]) => elsewhere([stranger, slots, block]),
      async (params) => ({ ...((await elsewhere(params)) as Rpc), accountProof: [] }),
      async () => ({}),
      async () => null,
    ]
    for (const lie of lies) {
      proxy.forge = async (question, answer) => {
        if (question.method !== 'eth_getProof') return noBytes(question, answer)
        return { jsonrpc: '2.0', id: answer.id, result: await lie(question.params) }
      }
      await expect(inclusionOf(txid)).rejects.toMatchObject({ name: 'NoEvidenceError' })
    }
    proxy.forge = noBytes
    expect((await inclusionOf(txid))?.included[0]?.evidence.stateProof).toBeInstanceOf(Uint8Array)
  })
})

/** Runs the command as users do; returns what it prints. */
function tallystick(...args: string[]): Promise<string> {
  const bin = fileURLToPath(new URL('../../../command/bin/tallystick.js', import.meta.url))
  return new Promise((resolve) => {
    execFile(process.execPath, [bin, ...args], (_error, stdout, stderr) => resolve(stdout + stderr))
  })
}
