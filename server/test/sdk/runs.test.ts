import type { Tallystick } from '@tallystick/sdk'
import { beforeAll, expect, it } from 'vitest'
import { someHash, useService } from '../service.js'
import { all, someAccount } from './surroundings.js'

const service = useService()
let tallystick: Tallystick
beforeAll(async () => {
  tallystick = await someAccount(service, service)
})

it('enrols an end user, stamps for it, lists both and erases it', async () => {
  const person = { userId: 'customer/17', username: 'Kim', email: 'kim@example.org' }
  const { userId, publicAddress } = await tallystick.enrollUser(person)
  const { code } = await tallystick.stampHash(someHash(), { userId, filename: 'Lease.pdf' })
  await tallystick.stampHash(someHash())
  expect(await all(tallystick.stamps({ userId }))).toMatchObject([{ code, endUser: userId, name: 'Lease.pdf' }])
  expect(await all(tallystick.endUsers({ search: 'kim' }))).toMatchObject([{ ...person, publicAddress, stamps: 1 }])
  await tallystick.eraseUser(userId)
  expect(await all(tallystick.endUsers())).toEqual([])
  await expect(tallystick.stampHash(someHash(), { userId })).rejects.toMatchObject({ code: 'user_not_enrolled' })
})

it('keeps a run, labels its stamps and exports them', async () => {
  const run = await tallystick.createRun({ name: 'Case 7', isPrivate: false })
  const { code } = await tallystick.stampHash(someHash(), { filename: 'K1.pdf' })
  const failures = [{ name: 'K2.pdf', reason: 'unreadable' }]
  const added = await tallystick.addToRun(run.id, { items: [{ code, folder: 'Annexes' }], failures })
  expect(added).toMatchObject({ id: run.id, stamped: 1, failed: 1 })
  expect((await tallystick.run(run.id)).failures).toEqual([{ name: 'K2.pdf', folder: '', reason: 'unreadable' }])
  expect((await all(tallystick.runs())).map(({ id }) => id)).toEqual([run.id])
  const select = { filter: { run: run.id } }
  expect(await tallystick.label({ select, addTags: ['Urgent'] })).toBe(1)
  expect((await all(tallystick.stamps({ tag: 'Urgent' }))).map((stamp) => stamp.code)).toEqual([code])
  const { url, count } = await tallystick.export({ select, format: 'csv' })
  expect(count).toBe(1)
  expect(await (await fetch(service.url + url)).text()).toContain(code)
})
