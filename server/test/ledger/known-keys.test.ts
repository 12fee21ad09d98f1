import { describe, expect, it } from 'vitest'
import { keyProblem } from '../../src/chain/known-keys.js'

describe('keyProblem', () => {
  const first = Buffer.from('ac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80', 'hex')
  const last = Buffer.from('df57089febbacf7ba0bc227dafbffa9fc08a93fdc68e1e42411a14efcf23656e', 'hex')

  it('refuses the keys of the development mnemonic, but on the development chain', () => {
    for (const key of [first, last]) {
      expect(keyProblem(key, 1)).toContain('chain 1')
      expect(keyProblem(key, 31_337)).toBeUndefined()
    }
  })

  it('accepts every other key', () => {
    expect(keyProblem(Buffer.alloc(32, 1), 1)).toBeUndefined()
  })
})
