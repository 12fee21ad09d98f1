import { readFileSync } from 'node:fs'
import solc from 'solc'

/** A compiled contract, or an interface. */
export interface Compiled {
  abi: readonly unknown[]
  /** Creation code, `0x…`; of an interface, nothing but `0x`. */
  bytecode: string
}

/** The sources, as they import each other: a consumer keeps its copy of the interface beside its own contract. */
const sources = {
  'Notary.sol': './Notary.sol',
  'INotary.sol': './INotary.sol',
  'DocumentRegistry.sol': '../examples/DocumentRegistry.sol',
}

type Name = 'Notary' | 'INotary' | 'DocumentRegistry'

interface SolcOutput {
  errors?: readonly { formattedMessage: string }[]
  contracts?: Record<string, Record<string, { abi: readonly unknown[]; evm: { bytecode: { object: string } } }>>
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
 * Compiles the contract, its interface and the example with the pinned compiler.
 * @throws Error with the compiler's messages when there are any, warnings included.
 */
export function compileContracts(): Record<Name, Compiled> {
  const contents = Object.entries(sources).map(([name, path]) => {
    // From src, also when this module runs from dist.
    const content = readFileSync(new URL(path, new URL('../src/', import.meta.url)), 'utf8')
    return [name, { content }]
  })
  const input = { language: 'Solidity', sources: Object.fromEntries(contents), settings }
  const { errors, contracts }: SolcOutput = JSON.parse(solc.compile(JSON.stringify(input)))
  if (errors?.length) throw new Error(errors.map((error) => error.formattedMessage).join('\n'))
  const compiled = (name: Name): Compiled => {
    const found = contracts?.[`${name}.sol`]?.[name]
    if (found === undefined) throw new Error(`the compiler returned no ${name}`)
    return { abi: found.abi, bytecode: `0x${found.evm.bytecode.object}` }
  }
  return { Notary: compiled('Notary'), INotary: compiled('INotary'), DocumentRegistry: compiled('DocumentRegistry') }
}
