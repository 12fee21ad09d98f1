import { expect, it } from 'vitest'
import { compileNotary } from '../src/compile.js'
import { notaryAbi, notaryBytecode } from '../src/notary.js'

it('commits the bytecode and ABI that the source compiles to (to update: node contract/dist/generate.js)', () => {
  expect({ abi: notaryAbi, bytecode: notaryBytecode }).toEqual(compileNotary())
}, 60_000)
