import { expect, it } from 'vitest'
import { useDatabase } from './postgres.js'

const test = useDatabase()

it('gives a migrated database', async () => {
  expect(await test.db.query('SELECT count(*) AS accounts FROM accounts')).toEqual([{ accounts: 0 }])
})
