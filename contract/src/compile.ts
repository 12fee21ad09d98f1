import { readFileSync } from 'node:fs'
import solc from 'solc'

/** The compiled `Notary.sol`. */
export interface Compiled {
  abi: readonly unknown[]
  /** Creation code, `0x…`. */
  bytecode: string
}

interface SolcOutput {
  errors?: readonly { formattedMessage: string }[]
  contracts?: { 'Notary.sol': { Notary: { abi: readonly unknown[]; evm: { bytecode: { object: string } } } } }
}

const settings = {
  // No PUSH0, MCOPY or transient storage, so the same bytecode runs on every EVM chain, however old.
  evmVersion: 'paris',
  optimizer: { enabled: true, runs: 1_000_000 },
  // No source hash or compiler version at the end, so equal code gives equal bytes.
  metadata: { bytecodeHash: 'none', appendCBOR: false },
  outputSelection: { '*': { '*': ['abi', 'evm.bytecode.object'] } },
}

/**
 * Compiles `Notary.sol` with the pinned compiler.
 * @throws Error with the compiler's messages when there are any, warnings included.
 */
export function compileNotary(): Compiled {
  const content = readFileSync(new URL('./Notary.sol', import.meta.url), 'utf8')
  const input = { language: 'Solidity', sources: { 'Notary.sol': { content } }, settings }
  const output: SolcOutput = JSON.parse(solc.compile(JSON.stringify(input)))
  if (output.errors?.length) throw new Error(output.errors.map((error) => error.formattedMessage).join('\n'))
  if (output.contracts === undefined) throw new Error('the compiler returned no contract')
  const { abi, evm } = output.contracts['Notary.sol'].Notary
  return { abi, bytecode: `0x${evm.bytecode.object}` }
}
