import { expect, it } from 'vitest'
import { compileNotary } from '../src/compile.js'
import { notaryAbi, notaryBytecode } from '../src/notary.js'

it('has the bytecode and ABI committed that its source compiles to (else: node contract/dist/generate.js)', () => {
  expect({ abi: notaryAbi, bytecode: notaryBytecode }).toEqual(compileNotary())
}, 60_000)
