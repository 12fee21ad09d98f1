import type { Hex } from 'viem'
import { type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { fromHex, sha256, utf8 } from '../src/encoding/hash.js'
import { toHex } from '../src/encoding/to-hex.js'

/** The kinds of transaction a block may hold. */
export const kinds = ['legacy', 'early', 'eip2930', 'eip1559', 'eip4844', 'eip7702'] as const
export type Kind = (typeof kinds)[number]

export type Signed = { kind: Kind; raw: Uint8Array; sender: string; nonce: number; chainId: number | undefined }

const hex = (bytes: Uint8Array): Hex => `0x${toHex(bytes)}`
export const chainBytes = (text: string) => fromHex(text.slice(2))
export const accountOf = (name: string) => privateKeyToAccount(hex(sha256(utf8(name))))

/** Signs a transaction with every member derived from `i`. */
export async function sign(
  i: number,
  kind: Kind = kinds[i % kinds.length]!,
  account = accountOf(`sender ${i % 3}`),
): Promise<Signed> {
  const noise = sha256(utf8(`noise ${i}`))
  const chainId = kind === 'early' ? undefined : ([1, 31337, 11155111][i % 3] ?? 1)
  const common = {
    nonce: i,
    to: i % 11 === 10 && kind !== 'eip4844' && kind !== 'eip7702' ? undefined : hex(noise.subarray(0, 20)),
    value: BigInt(i % 5) * 10n ** 17n,
    gas: 100_000n + BigInt(i),
    data: hex(noise.subarray(0, i % 33)),
  }
  const raw = await account.signTransaction(await membersOf(kind, common, chainId ?? 1, noise, account))
  return { kind, raw: chainBytes(raw), sender: account.address.toLowerCase(), nonce: i, chainId }
}

type Members = Parameters<PrivateKeyAccount['signTransaction']>[0]

const delegate = async (account: PrivateKeyAccount, nonce: number) => {
  const contractAddress = hex(sha256(utf8('delegate')).subarray(0, 20))
  return account.signAuthorization({ contractAddress, chainId: nonce % 2, nonce })
}

async function membersOf(
  kind: Kind,
  common: { readonly nonce: number },
  chainId: number,
  noise: Uint8Array,
  account: PrivateKeyAccount,
): Promise<Members> {
  const fees = { maxFeePerGas: 30_000_000_000n, maxPriorityFeePerGas: 1_000_000_000n }
  const accessList = [{ address: hex(noise.subarray(3, 23)), storageKeys: [hex(noise), hex(sha256(noise))] }]
  const versioned = hex(new Uint8Array([1, ...noise.subarray(1)]))
  const blob = { blobVersionedHashes: [versioned], maxFeePerBlobGas: 7n }
  switch (kind) {
    case 'legacy':
      return { ...common, type: 'legacy', gasPrice: 9n, chainId }
    case 'early':
      return { ...common, type: 'legacy', gasPrice: 9n }
    case 'eip2930':
      return { ...common, type: 'eip2930', gasPrice: 9n, chainId, accessList }
    case 'eip1559':
      return { ...common, type: 'eip1559', ...fees, chainId }
    case 'eip4844':
      return { ...common, type: 'eip4844', ...fees, ...blob, chainId, accessList } as unknown as Members
    case 'eip7702':
      return {
        ...common,
        type: 'eip7702',
        ...fees,
        chainId,
        authorizationList: [await delegate(account, common.nonce)],
      }
  }
}
