import { beforeAll, expect, it } from 'vitest'
import { pooledMax } from '../../src/ledger/batch-state.js'
import { someHash, type TestAccount, useService } from '../service.js'
import { dataOf, expectError } from './shapes.js'

// Statements look at a bulk in other ways than at a batch that accounts share: it may be long.

const service = useService()
let ada: TestAccount
let bea: TestAccount
beforeAll(async () => {
  ada = await service.account()
  bea = await service.account()
})

/** Makes a bulk whose stamps are private up to one. Returns its transaction ID. */
async function bulk(size: number, privateUntil: number): Promise<string> {
  const items = Array.from({ length: size }, (_, at) => ({
    hash: someHash(),
    filename: `${at}`,
    isPrivate: at < privateUntil,
  }))
  return dataOf(await service.call('POST', '/multi-stamp', items, ada.auth))[0].txid
}

const first = async (txid: string, by: TestAccount) => {
  const answer = await service.call('GET', `/hash?txid=${txid}&page=1&limit=1`, undefined, by.auth)
  return dataOf(answer).files[0].hash
}
const find = (txid: string, by: TestAccount) => service.call('GET', `/hash?id=${txid}`, undefined, by.auth)

it.each([20, pooledMax + 1])('by transaction ID: the first stamp of %i that the caller sees', async (size) => {
  const mixed = await bulk(size, size - 3)
  expect(dataOf(await find(mixed, ada)).hash).toBe(await first(mixed, ada))
  expect(dataOf(await find(mixed, bea)).hash).toBe(await first(mixed, bea))
  expect(await first(mixed, bea)).not.toBe(await first(mixed, ada))
  const hidden = await bulk(size, size)
  expect(dataOf(await find(hidden, ada)).hash).toBe(await first(hidden, ada))
  expectError(await find(hidden, bea), 404, 'stamp_not_found', 'Stamp does not exist')
})
