import { type Abi, encodeDeployData, encodeFunctionData, toFunctionSelector } from 'viem'
import { beforeAll, describe, expect, it } from 'vitest'
import { verifyArguments } from '../../../contract/examples/arguments.js'
import { registryAbi, registryBytecode } from '../../../contract/examples/registry.js'
import { eventually } from '../../../test/eventually.js'
import { someHash, type TestAccount, useService } from '../service.js'
import { dataOf, stamp } from '../stamps/shapes.js'

const service = useService()
const sender = `0x${someHash(20)}`
let ada: TestAccount
let registry: string
let network: { blockchainId: string; contract: `0x${string}`; notaries: `0x${string}`[] }

/** Sends a transaction and returns its receipt. */
async function send(transaction: { to?: string; data: string }) {
  const hash = await service.rpc<string>('eth_sendTransaction', { from: sender, gas: '0x2dc6c0', ...transaction })
  return eventually('the transaction has a receipt', () =>
    service.rpc<{ contractAddress: string; status: string } | null>('eth_getTransactionReceipt', hash),
  )
}

beforeAll(async () => {
  ada = await service.account()
  await service.rpc('anvil_setBalance', sender, '0xffffffffffffffff')
  await service.rpc('anvil_impersonateAccount', sender)
  network = dataOf(await service.call('GET', '/network', undefined, ada.auth))
  const args = [network.contract, network.notaries] as const
  const data = encodeDeployData({ abi: registryAbi, bytecode: registryBytecode, args })
  registry = (await send({ data })).contractAddress
})

const call = (abi: Abi, functionName: string, args: readonly unknown[]) => ({
  to: registry,
  data: encodeFunctionData({ abi, functionName, args }),
})

/** Stamps a hash, and returns its proof once it is final. */
async function finalProof() {
  const { code } = await stamp(service, ada)
  return eventually('the proof is final', async () => {
    const { body } = await service.call('GET', `/hash/${code}/proof`, undefined, ada.auth)
    return body.state === 'final' && body
  })
}

describe('a contract that requires a stamp', () => {
  it('accepts a stamped digest by its proof document, at the time of the block', async () => {
    const proof = await finalProof()
    const args = verifyArguments(proof, network.blockchainId)
    expect((await send(call(registryAbi, 'register', args))).status).toBe('0x1')
    const time = await service.rpc<string>('eth_call', call(registryAbi, 'stampedAt', [args[1]]), 'latest')
    expect(new Date(Number(time) * 1000).toISOString()).toBe(proof.anchors[0].blockTime)
  })

  it('accepts it even after salt and details are erased', async () => {
    const { salt, details, ...rest } = await finalProof()
    expect(details).toBeDefined()
    const args = verifyArguments(rest, network.blockchainId)
    expect((await send(call(registryAbi, 'register', args))).status).toBe('0x1')
  })

  it('refuses a digest without a stamp, and a notary that is not pinned', async () => {
    const proof = await finalProof()
    const [notary, digest, ...rest] = verifyArguments(proof, network.blockchainId)
    const attempt = (args: readonly unknown[]) =>
      service.rpc('eth_call', { from: sender, ...call(registryAbi, 'register', args) }, 'latest')
    await expect(attempt([notary, `0x${someHash()}`, ...rest])).rejects.toThrow(toFunctionSelector('NotStamped(bytes)'))
    await expect(attempt([sender, digest, ...rest])).rejects.toThrow(toFunctionSelector('UnknownNotary(address)'))
    await expect(attempt([notary, digest, ...rest])).resolves.toBe('0x')
  })

  it('finds no anchor on a chain that the proof does not name', async () => {
    const proof = await finalProof()
    expect(() => verifyArguments(proof, 'eip155:1')).toThrow('The proof has no anchor on eip155:1.')
  })
})
