import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { encodeFunctionData } from 'viem'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { registryAbi, registryBytecode } from '../examples/registry.js'
import { notaryAbi, notaryBytecode } from '../src/notary.js'
import { startAnvil, type TestChain } from './anvil.js'
import { type Hex, hex, inclusion, leafHash, treeRoot } from './rfc9162.js'

/** Gas limit for one batch. */
const anchorGasMax = 50_000

const snapshot = new URL('../gas.json', import.meta.url)
let chain: TestChain

beforeAll(async () => {
  chain = await startAnvil()
})
afterAll(() => chain.stop())

/** Trees to verify in: each doubling adds one step to the longest path. */
const sizes = [1, 2, 16, 256, 1024, 65_536]

/** Measures the gas of each operation. Inputs are fixed, because zero bytes of calldata cost less than others. */
async function measure(): Promise<Record<string, number>> {
  const { client, receiptOf } = chain
  const [notary] = (await client.getAddresses()) as [Hex]
  const deployed = await receiptOf(
    await client.deployContract({ abi: notaryAbi, bytecode: notaryBytecode, account: notary }),
  )
  const contract = { address: deployed.contractAddress!, abi: notaryAbi, account: notary } as const
  const constructed = { abi: registryAbi, bytecode: registryBytecode, args: [contract.address, [notary]] } as const
  const registry = await receiptOf(await client.deployContract({ ...constructed, account: notary }))

  const anchor = async (root: Buffer) =>
    receiptOf(await client.writeContract({ ...contract, functionName: 'anchor', args: [hex(root)] }))
  const costs = { verify: {} as Record<string, number>, register: {} as Record<string, number> }
  const anchors: bigint[] = []
  for (const size of sizes) {
    const fixed = (text: string) => createHash('sha256').update(`${text} of ${size}`).digest()
    const entry = { digest: fixed('digest'), commitment: fixed('commitment') }
    // In the middle, so that siblings are left and right.
    const index = Math.floor(size / 2)
    const leaves = Array.from({ length: size }, (_, i) => (i === index ? leafHash(entry) : fixed(`leaf ${i}`)))
    anchors.push((await anchor(treeRoot(leaves))).gasUsed)
    const proof = inclusion(leaves, index)
    const args = [notary, hex(entry.digest), hex(entry.commitment), proof.index, proof.size, proof.path] as const
    const data = encodeFunctionData({ abi: notaryAbi, functionName: 'verify', args })
    costs.verify[`verifyOf${size}`] = Number(await client.estimateGas({ account: notary, to: contract.address, data }))
    const call = { abi: registryAbi, address: registry.contractAddress!, account: notary } as const
    const registered = await receiptOf(await client.writeContract({ ...call, functionName: 'register', args }))
    costs.register[`registerOf${size}`] = Number(registered.gasUsed)
  }
  const again = createHash('sha256').update('again').digest()
  await anchor(again)
  return {
    deploy: Number(deployed.gasUsed),
    anchor: Math.max(...anchors.map(Number)),
    anchorAgain: Number((await anchor(again)).gasUsed),
    ...costs.verify,
    deployRegistry: Number(registry.gasUsed),
    ...costs.register,
  }
}

it('costs the gas in gas.json (to update: UPDATE_GAS=1), and at most 50,000 per batch', async () => {
  const measured = await measure()
  if (process.env.UPDATE_GAS === '1') writeFileSync(snapshot, `${JSON.stringify(measured, null, 2)}\n`)
  expect(measured).toEqual(JSON.parse(readFileSync(snapshot, 'utf8')))
  expect(measured.anchor).toBeLessThanOrEqual(anchorGasMax)
})
