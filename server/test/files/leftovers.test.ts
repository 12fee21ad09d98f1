import { expect, it } from 'vitest'
import { addLeftovers, claimBlobs, renewLeftovers } from '../../src/files/blobs/sql.js'
import { useDatabase } from '../postgres.js'

const test = useDatabase()

it('postpones the sweep of objects without waiting for those that are being claimed', async () => {
  const { db } = test
  await addLeftovers(db, ['content', 'thumbnail', 'other'], 60_000)
  await db.transaction(async (tx) => {
    expect(await claimBlobs(tx, ['thumbnail'])).toBe(true)
    // If it waited here, the claim of the content would wait for it in turn.
    expect(await renewLeftovers(db, ['content', 'thumbnail', 'other'], 60_000)).toBe(2)
    expect(await claimBlobs(tx, ['content'])).toBe(true)
  })
  expect(await renewLeftovers(db, ['content', 'thumbnail', 'other'], 60_000)).toBe(1)
})
