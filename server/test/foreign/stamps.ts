import { verifyProof } from '@tallystick/proof'
import { expect } from 'vitest'
import { eventually } from '../../../test/eventually.js'
import { Database } from '../../src/base/database/db.js'
import { auditOf } from '../faults/load.js'
import { type OwnService, someHash, type TestAccount } from '../service.js'

/** Makes stamps: half in one request, half one by one. */
export async function stampMany(service: OwnService, ada: TestAccount, count: number): Promise<string[]> {
  const hashes = Array.from({ length: count }, () => someHash())
  const many = hashes.slice(0, count >> 1).map((hash) => ({ hash, filename: 'a' }))
  const answers = [
    await service.call('POST', '/multi-stamp', many, ada.auth),
    ...(await Promise.all(hashes.slice(count >> 1).map((hash) => service.call('POST', '/hash', { hash }, ada.auth)))),
  ]
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  return hashes
}

/** Waits until every batch is final. */
export async function allFinal({ database }: Pick<OwnService, 'database'>): Promise<void> {
  await eventually('every batch is final', async () => {
    const [row] = await database.db.query<{ open: number }>('SELECT count(*)::int AS open FROM batches WHERE state < 2')
    return row?.open === 0
  })
}

/** Expects that stamps are final, their proofs verify, and the audit finds nothing. */
export async function expectProven(service: OwnService, ada: TestAccount, hashes: readonly string[]): Promise<void> {
  await allFinal(service)
  for (const hash of hashes) {
    const { code, state } = (await service.call('GET', `/hash?id=${hash}`, undefined, ada.auth)).body.data
    expect(state).toBe('final')
    const proof = await service.call('GET', `/hash/${code}/proof`, undefined, ada.auth)
    const verdict = verifyProof(JSON.parse(proof.text), { digest: Buffer.from(hash, 'hex') })
    expect([verdict.failure, verdict.checks.some(({ name, status }) => name === 'block' && status === 'ok')]).toEqual([
      undefined,
      true,
    ])
  }
  const database = new Database({ url: service.database.url, connectionsMax: 2 })
  try {
    expect((await auditOf(database, service.rpcUrl)).submitted).toBe(0)
  } finally {
    await database.close()
  }
}
