import { beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '../../../test/eventually.js'
import { type TestAccount, useService } from '../service.js'
import { expectError } from '../stamps/shapes.js'
import { type Folder, newFolder } from './shapes.js'

const service = useService()
let owner: TestAccount
let stranger: TestAccount
let revoked: TestAccount
beforeAll(async () => {
  owner = await service.account()
  stranger = await service.account()
  revoked = await service.account()
  await service.call('DELETE', '/authenticate', undefined, revoked.auth)
})

const states = ['public', 'private', 'inside private', 'binned', 'inside binned', 'purged'] as const
type State = (typeof states)[number]

async function folderIn(state: State): Promise<Folder> {
  const outer = await newFolder(service, owner, { folderType: state === 'inside private' ? 'private' : 'public' })
  const parentFolderId = outer._id
  const folderType = state === 'private' ? 'private' : 'public'
  const folder = await newFolder(service, owner, { parentFolderId, folderType })
  const gone = { binned: folder, 'inside binned': outer, purged: folder }[state as string]
  if (gone) {
    const query = state === 'purged' ? '?permanent=true' : ''
    await service.call('DELETE', `/api/folders/${gone._id}${query}`, undefined, owner.auth)
  }
  return folder
}

const routes = {
  details: (folder: Folder) => ['GET', `/api/folders/${folder.parentFolderId}/folder/${folder._id}`] as const,
  'list inside': (folder: Folder) => ['GET', `/api/folders?page=1&limit=5&parentFolderId=${folder._id}`] as const,
  'create inside': () => ['POST', '/api/folders'] as const,
  rename: (folder: Folder) => ['PATCH', `/api/folders/${folder._id}`] as const,
  'move into': (_: Folder, mine: Folder) => ['PATCH', `/api/folders/${mine._id}`] as const,
  delete: (folder: Folder) => ['DELETE', `/api/folders/${folder._id}`] as const,
  restore: (folder: Folder) => ['POST', `/api/folders/${folder._id}/restore`] as const,
  'delete permanently': (folder: Folder) => ['DELETE', `/api/folders/${folder._id}?permanent=true`] as const,
}
type Route = keyof typeof routes

/** Statuses the owner gets where it is not 200; others can read what is public and find nothing else. */
const ownerRefused: Partial<Record<State, Partial<Record<Route, number>>>> = {
  binned: { 'create inside': 409, rename: 409, 'move into': 409 },
  'inside binned': { 'create inside': 409, rename: 409, 'move into': 409 },
}
const expected = (who: 'owner' | 'stranger', state: State, route: Route) => {
  if (state === 'purged') return 404
  if (who === 'owner') return ownerRefused[state]?.[route] ?? 200
  return state === 'public' && (route === 'details' || route === 'list inside') ? 200 : 404
}

async function ask(route: Route, by: TestAccount, auth: Record<string, string>, folder: Folder, mine: Folder) {
  const [method, path] = routes[route](folder, mine)
  if (route === 'create inside') {
    const body = { folderName: 'Inside', folderType: 'public', organizationId: by.userId, parentFolderId: folder._id }
    return service.call(method, path, body, auth)
  }
  if (route === 'rename') return service.call(method, path, { folderName: 'Renamed' }, auth)
  if (route === 'move into') return service.call(method, path, { parentFolderId: folder._id }, auth)
  return service.call(method, path, undefined, auth)
}

/** A folder of each, to be moved. */
const newMine = async () => ({ owner: await newFolder(service, owner), stranger: await newFolder(service, stranger) })
let mine: Awaited<ReturnType<typeof newMine>> | undefined

describe.each(states)('a folder that is %s', (state) => {
  it.each(Object.keys(routes) as Route[])('%s: owner, stranger, revoked token, no token', async (route) => {
    // Only a move changes them.
    if (route === 'move into' || !mine) mine = await newMine()
    const folder = await folderIn(state)
    expectError(await ask(route, owner, {}, folder, mine.owner), 400, 'token_missing', 'Authorization Token Not Found')
    const late = await ask(route, revoked, revoked.auth, folder, mine.owner)
    expectError(late, 401, 'token_invalid', 'Invalid auth token')
    const other = await ask(route, stranger, stranger.auth, folder, mine.stranger)
    const wanted = expected('stranger', state, route)
    if (wanted === 404) {
      expectError(other, 404, 'folder_not_found', 'Folder does not exist')
      // Exactly the answer for a folder that never existed.
      const never = { ...folder, _id: '01938f3c-7a40-7c3e-9d5b-0c6f2f1b8a11' }
      expect((await ask(route, stranger, stranger.auth, never, mine.stranger)).text).toBe(other.text)
    } else expect(other.status).toBe(wanted)
    const own = await ask(route, owner, owner.auth, folder, mine.owner)
    expect(own.status, own.text).toBe(expected('owner', state, route))
  })
})

describe('lists', () => {
  it('show a stranger nothing that is private, in the bin or purged', async () => {
    const folders = await Promise.all(states.map(folderIn))
    const seen = new Set<string>()
    for (let cursor: string | null = ''; cursor !== null; ) {
      const query = cursor ? `&cursor=${cursor}` : '&page=1'
      const answer = await service.call('GET', `/api/folders?limit=100${query}`, undefined, stranger.auth)
      for (const item of answer.body.data.data) seen.add(item._id)
      cursor = answer.headers.get('next-cursor')
    }
    expect(folders.map(({ _id }) => seen.has(_id))).toEqual([true, false, false, false, false, false])
  })

  it('refuse a revoked token', async () => {
    await eventually('the token is refused', async () => {
      const answer = await service.call('GET', '/api/folders?page=1&limit=5', undefined, revoked.auth)
      return answer.status === 401
    })
  })
})
