import { randomBytes } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '../../../test/eventually.js'
import { wallTime } from '../../../test/wall-time.js'
import { createAccount } from '../../src/accounts/account.js'
import { accountKeys } from '../../src/accounts/keys.js'
import { runAdmin } from '../command-line.js'
import { externalSettings, Service } from '../faults/stack.js'
import { someFolder, upload } from '../files/upload.js'
import { expectDone, newFolder } from '../folders/shapes.js'
import { query, statusOf, timestamp } from '../protocols/requests.js'
import { call, dataSettings, someHash, type TestAccount, useOwnService } from '../service.js'

const operator = 'operator@example.com'
const service = useOwnService({ TSA: 'open', ANONYMOUS_ACCOUNT: operator, BIN_DAYS: '30' })
let ada: TestAccount
beforeAll(async () => {
  ada = await service.account()
  const keys = accountKeys(service.masterKey)
  await createAccount(service.database.db, keys, 'live', { email: operator, name: 'Operator' })
})

const db = () => service.database.db
const ready = () => service.call('GET', '/readyz')
const becomes = (status: number, words: RegExp) =>
  eventually(`/readyz answers ${status} and ${words}`, async () => {
    const { status: found, body } = await ready()
    return found === status && words.test(body.message)
  })
/** Runs the operator's command line on the service's database. */
const admin = (...args: string[]) => runAdmin(args, dataSettings(service))
const isThere = async (id: string) => (await db().query('SELECT FROM folders WHERE id = $1', [id])).length === 1
const failInfo = async () => statusOf(await timestamp(service, query({ hash: randomBytes(32) })))

/** Puts a folder into the bin, as if it had been there for longer than it may. */
async function expiredFolder(): Promise<string> {
  const { _id } = await newFolder(service, ada)
  await service.call('DELETE', `/api/folders/${_id}`, undefined, ada.auth)
  await db().execute("UPDATE folders SET deleted_at = deleted_at - interval '31 days' WHERE bin_id = $1", [_id])
  return _id
}

/** Wakes the loop of the bin, and waits until it has purged what it may. */
async function emptyBin(): Promise<void> {
  const { _id } = await newFolder(service, ada)
  expectDone(
    await service.call('DELETE', `/api/folders/${_id}?permanent=true`, undefined, ada.auth),
    'Folder deleted permanently',
  )
  await eventually('the folder that was deleted permanently is gone', async () => !(await isThere(_id)))
}

/** Starts a process beside the service, whose clock is 40 days behind. */
async function startBehind(): Promise<Service> {
  const module = `
    const { now } = Date
    globalThis.Date = class extends Date {
      static now = () => now() - 40 * 86_400_000
      constructor(...given) { super(...(given.length > 0 ? given : [Date.now()])) }
    }`
  const behind = await Service.prepare({
    ...externalSettings(service.database.url, service.rpcUrl, service.contract),
    ...dataSettings(service),
    ROLES: 'api',
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(module)}`,
  })
  return behind.start('healthz')
}

it('what a process deletes that is 40 days behind stays in the bin for its time', async () => {
  const folder = await newFolder(service, ada)
  const { fileId } = await upload(service, ada, await someFolder(service, ada), randomBytes(10))
  const behind = await startBehind()
  try {
    for (const path of [`/api/folders/${folder._id}`, `/api/files/${fileId}`])
      expect((await call(behind.url, 'DELETE', path, undefined, ada.auth)).status).toBe(200)
    await eventually('the process finds its clock behind', async () =>
      /40 days behind/.test((await call(behind.url, 'GET', '/readyz')).body.message),
    )
  } finally {
    await behind.stop()
  }
  await becomes(200, /^Ready to stamp/)
  await emptyBin()
  const binned = `SELECT id FROM folders WHERE id = $1 AND deleted_at > now() - interval '1 hour'
    UNION ALL SELECT id FROM files WHERE id = $2 AND deleted_at > now() - interval '1 hour'`
  expect(await db().query(binned, [folder._id, fileId])).toEqual([{ id: folder._id }, { id: fileId }])
})

describe('while blocks are 90 minutes ahead of the clock', () => {
  it('nothing expires, no timestamp is signed, stamps are taken, and an operator confirms the time', async () => {
    await becomes(200, /^Ready to stamp/)
    await service.rpc('evm_setNextBlockTimestamp', Math.ceil(wallTime(90 * 60_000).getTime() / 1000))
    await service.rpc('evm_mine')
    await becomes(503, /is [89]\d minutes behind block \d+\. .*Until then nothing expires/)
    expect(await failInfo()).toMatchObject({ status: 2, failure: 14 })
    const expired = await expiredFolder()
    await emptyBin()
    expect(await isThere(expired)).toBe(true)
    const stamped = await service.call('POST', '/hash', { hash: someHash() }, ada.auth)
    expect(stamped.status).toBe(200)

    expect(await admin('clock', 'accept', '--json')).toMatchObject({ code: 0, err: '' })
    await becomes(200, /^Ready to stamp/)
    expect(await failInfo()).toMatchObject({ status: 0 })
    await emptyBin()
    await eventually('the expired folder is purged', async () => !(await isThere(expired)))
  })
})

it('the time that was trusted is remembered, and the operator sees what speaks against it', async () => {
  const shown = JSON.parse((await admin('clock', 'status', '--json')).out)
  expect(shown).toMatchObject({ doubts: [] })
  await db().execute("UPDATE clock SET trusted_at = clock_timestamp() + interval '40 days'")
  const doubtful = JSON.parse((await admin('clock', 'status', '--json')).out)
  expect(doubtful.doubts).toEqual([expect.stringMatching(/is 40 days behind .*admin clock accept$/)])
  expect(await admin('clock', 'accept')).toMatchObject({ code: 0 })
  expect(JSON.parse((await admin('clock', 'status', '--json')).out)).toMatchObject({ doubts: [] })
})
