import { beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '../../../test/eventually.js'
import { type Folder, newFolder } from '../folders/shapes.js'
import { type TestAccount, useOwnService } from '../service.js'
import { expectShortTurns } from '../turns.js'
import { Filler } from './large-folder.js'

const filler = new Filler()
const service = useOwnService({}, filler.rooms)
const count = 4000
let ada: TestAccount
/** Files of one name; the rest of them each in a batch of its own. */
let files: Folder
let tree: Folder
beforeAll(async () => {
  ada = await service.account()
  files = await newFolder(service, ada)
  tree = await newFolder(service, ada)
  await filler.files(service, ada, files._id, { count, perBatch: 250 })
  await filler.files(service, ada, files._id, { count: count / 20, perBatch: 1 })
  await filler.folders(ada, tree, { count, depth: 25 })
})

/** Sends a request and counts the answer's bytes. */
async function send(method: string, path: string, body?: object, by = ada): Promise<number> {
  const type: Record<string, string> = body ? { 'content-type': 'application/json' } : {}
  const sent = body ? JSON.stringify(body) : null
  const answer = await fetch(service.url + path, { method, headers: { ...by.auth, ...type }, body: sent })
  let bytes = 0
  for await (const chunk of answer.body ?? []) bytes += chunk.length
  expect([path, answer.status]).toEqual([path, 200])
  return bytes
}

describe(`a folder of ${count} files, and one of ${count} folders, block the event loop for no one`, () => {
  it.each([['files'], ['folders']])('in the manifest of the %s', async (what) => {
    const { _id } = what === 'files' ? files : tree
    await expectShortTurns(() => send('GET', `/api/folders/${_id}/manifest`))
  })

  it('when one is moved, made private, deleted and restored', async () => {
    const other = await newFolder(service, ada)
    const path = `/api/folders/${tree._id}`
    const organizationId = ada.userId
    await expectShortTurns(async () => {
      await send('PATCH', path, { parentFolderId: other._id, folderType: 'private', organizationId })
      await send('PATCH', path, { parentFolderId: tree.parentFolderId, folderType: 'public', organizationId })
      await send('DELETE', `${path}?organizationId=${organizationId}`)
      await send('POST', `${path}/restore`)
    })
  })

  it('in an export', async () => {
    await expectShortTurns(() => send('POST', '/account/export'), 2)
  })

  it('when files are purged, and in their deletion certificates', async () => {
    const purged: string[] = []
    const purge = async (folder: Folder) => {
      const id = folder._id
      await send('DELETE', `/api/folders/${id}?permanent=true&organizationId=${ada.userId}`)
      // 409 while it is running.
      await eventually('the deletion has its certificate', async () => {
        const { status } = await fetch(`${service.url}/api/deletions/${id}/proof`, { headers: ada.auth })
        return status === 200
      })
      purged.push(id)
    }
    const smaller = await newFolder(service, ada)
    await filler.files(service, ada, smaller._id, { count: 200, perBatch: 10, versions: 20 })
    const rest = [smaller, files]
    await expectShortTurns(() => purge(rest.shift()!), 2)
    await expectShortTurns(async () => {
      for (const id of purged) {
        for (const format of ['json', 'pdf', 'html', 'ots']) {
          await send('GET', `/api/deletions/${id}/proof?format=${format}`)
        }
        await send('GET', `/api/deletions?within=${id}&limit=100&page=1`)
      }
    })
  })
})
