import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { encodeFunctionData } from 'viem'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { notaryAbi, notaryBytecode } from '../src/notary.js'
import { startAnvil, type TestChain } from './anvil.js'
import { hex, inclusion, leafHash, treeRoot } from './rfc9162.js'

/** Gas limit for one batch. */
const anchorGasMax = 50_000

const snapshot = new URL('../gas.json', import.meta.url)
let chain: TestChain

beforeAll(async () => {
  chain = await startAnvil()
}, 60_000)
afterAll(() => chain.stop())

/** Measures the gas of each operation. Inputs are fixed, because zero bytes of calldata cost less than others. */
async function measure(): Promise<Record<string, number>> {
  const { client } = chain
  const [account] = await client.getAddresses()
  const receiptOf = (hash: `0x${string}`) => client.waitForTransactionReceipt({ hash })
  const deployed = await receiptOf(
    await client.deployContract({ abi: notaryAbi, bytecode: notaryBytecode, account: account! }),
  )
  const contract = { address: deployed.contractAddress!, abi: notaryAbi, account: account! }

  const fixed = (text: string) => createHash('sha256').update(text).digest()
  const entries = Array.from({ length: 1024 }, (_, i) => ({ digest: fixed(`d${i}`), commitment: fixed(`c${i}`) }))
  const leaves = entries.map(leafHash)
  const { index, size, path } = inclusion(leaves, 500)
  const entry = entries[500]!

  const anchor = async () =>
    receiptOf(await client.writeContract({ ...contract, functionName: 'anchor', args: [hex(treeRoot(leaves))] }))
  const first = await anchor()
  const again = await anchor()
  const verify = await client.estimateGas({
    account: account!,
    to: contract.address,
    data: encodeFunctionData({
      abi: notaryAbi,
      functionName: 'verify',
      args: [account!, hex(entry.digest), hex(entry.commitment), index, size, path],
    }),
  })
  return {
    deploy: Number(deployed.gasUsed),
    anchor: Number(first.gasUsed),
    anchorAgain: Number(again.gasUsed),
    verifyOf1024: Number(verify),
  }
}

it('costs the gas in gas.json (to update: UPDATE_GAS=1), and at most 50,000 per batch', async () => {
  const measured = await measure()
  if (process.env.UPDATE_GAS === '1') writeFileSync(snapshot, `${JSON.stringify(measured, null, 2)}\n`)
  expect(measured).toEqual(JSON.parse(readFileSync(snapshot, 'utf8')))
  expect(measured.anchor).toBeLessThanOrEqual(anchorGasMax)
}, 60_000)
