import type { Tallystick } from '@tallystick/sdk'
import { beforeAll, describe, expect, it } from 'vitest'
import { useService } from '../service.js'
import { all, someAccount } from './surroundings.js'

const service = useService()
const names = ['a', 'b', 'c', 'd', 'e']
let tallystick: Tallystick
let parentFolderId: string
beforeAll(async () => {
  tallystick = await someAccount(service, service)
  const { _id } = await tallystick.folders.create({ folderName: 'Above', folderType: 'public' })
  parentFolderId = _id
})

describe('lists', () => {
  it('of folders iterate over every page', async () => {
    const { folders } = tallystick
    for (const folderName of names) await folders.create({ folderName, folderType: 'private', parentFolderId })
    const found = await all(folders.list({ limit: 2, parentFolderId }))
    expect(found.map(({ folderName }) => folderName)).toEqual(names.toReversed())
    expect((await all(folders.inside(parentFolderId, { limit: 2 }))).length).toBe(5)
    const [first] = found
    await folders.update(`${first?._id}`, { folderName: 'renamed' })
    expect((await all(tallystick.search({ search: 'renamed' }))).map(({ _id }) => _id)).toEqual([first?._id])
    for (const { _id } of found) await folders.delete(_id)
    const deleted = await all(folders.list({ limit: 2, isBin: true }))
    expect(deleted.map(({ _id }) => _id).toSorted()).toEqual(found.map(({ _id }) => _id).toSorted())
    expect((await folders.restore(`${first?._id}`)).folderName).toBe('renamed')
    expect((await folders.get(parentFolderId)).folders).toBe(1)
    expect(await folders.purge(`${first?._id}`)).toMatch(/^\/api\/deletions\//)
  })

  it('of files do, too, and stop when the loop does', async () => {
    for (const fileName of names)
      await tallystick.files.upload(new Uint8Array(1), { folderId: parentFolderId, fileName })
    const found = await all(tallystick.files.list(parentFolderId, { limit: 2 }))
    expect(found.map(({ fileName }) => fileName)).toEqual(names.toReversed())
    for await (const { fileName } of tallystick.files.list(parentFolderId, { limit: 1 })) {
      expect(fileName).toBe('e')
      break
    }
  })

  it('of webhooks and deliveries do, too', async () => {
    const { webhooks } = tallystick
    const redirectUrl = 'https://hooks.example/'
    const made = [
      await webhooks.create({ redirectUrl, action: ['hash.succeed'] }),
      await webhooks.create({ redirectUrl, action: ['hash.failed'] }),
    ]
    expect(made[0]?.secret).toMatch(/^whsec_/)
    // The other one also gets the files above, once they are final.
    const { id } = made[1]!
    expect((await all(webhooks.list())).map((webhook) => webhook.id).toSorted()).toEqual(made.map((one) => one.id))
    const sent = [await webhooks.test(id), await webhooks.test(id), await webhooks.test(id)]
    const log = await all(webhooks.deliveries(id, { limit: 1 }))
    expect(log.map((delivery) => delivery.id)).toEqual(sent.map((delivery) => delivery.id).toReversed())
    expect((await webhooks.delivery(id, `${sent[0]?.id}`)).event).toBe('test')
    expect(await webhooks.recover(id, new Date())).toBe(0)
    expect((await webhooks.redeliver(id, `${sent[0]?.id}`)).id).toBe(sent[0]?.id)
    expect((await webhooks.update(id, { enabled: false })).enabled).toBe(false)
    expect((await webhooks.rotate(id)).secret).not.toBe(made[1]?.secret)
    await webhooks.delete(id)
    await expect(webhooks.get(id)).rejects.toMatchObject({ code: 'webhook_not_found' })
  })
})
