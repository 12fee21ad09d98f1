import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { registryAbi, registryBytecode } from '../examples/registry.js'
import { compileContracts } from '../src/compile.js'
import { notaryAbi, notaryBytecode } from '../src/notary.js'

it('commits what the sources compile to (to update: node contract/dist/generate.js)', () => {
  const { Notary, INotary, DocumentRegistry } = compileContracts()
  expect({ abi: notaryAbi, bytecode: notaryBytecode }).toEqual(Notary)
  expect({ abi: registryAbi, bytecode: registryBytecode }).toEqual(DocumentRegistry)
  expect(JSON.parse(readFileSync(new URL('../abi/Notary.json', import.meta.url), 'utf8'))).toEqual(Notary.abi)
  // The interface promises exactly what the contract has.
  expect(INotary.abi).toEqual(Notary.abi)
})
