import { randomBytes } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Answer, TestAccount } from '../service.js'
import { useService } from '../service.js'
import { expectError } from '../stamps/shapes.js'
import { download, fileParts, post, someFolder, upload } from './upload.js'

const service = useService()
let owner: TestAccount
let stranger: TestAccount
/** A token of the owner from another login, which was logged out. */
let revoked: Record<string, string>
let mine: Record<'owner' | 'stranger', string>
beforeAll(async () => {
  owner = await service.account()
  stranger = await service.account()
  const { clientId, secretKey } = owner
  const keys = { 'client-id': clientId, 'secret-key': secretKey }
  const login = await service.call('POST', '/authenticate', undefined, keys)
  revoked = { authorization: `Bearer ${login.body.data.token}` }
  expect((await service.call('DELETE', '/authenticate', undefined, revoked)).status).toBe(200)
  mine = { owner: await someFolder(service, owner), stranger: await someFolder(service, stranger) }
})

const states = ['public', 'private', 'inside private', 'binned', 'in a binned folder', 'purged'] as const
type State = (typeof states)[number]
const content = Buffer.from('content')

interface Target {
  folderId: string
  fileId: string
}

async function fileIn(state: State): Promise<Target> {
  const outer = state === 'inside private' ? await someFolder(service, owner, 'private') : undefined
  const folderId = await someFolder(service, owner, state === 'private' ? 'private' : 'public', outer)
  const { fileId } = await upload(service, owner, folderId, content)
  const gone = { binned: `files/${fileId}`, 'in a binned folder': `folders/${folderId}`, purged: `files/${fileId}` }
  const path = gone[state as keyof typeof gone]
  if (path) {
    const query = state === 'purged' ? '?permanent=true' : ''
    expect((await service.call('DELETE', `/api/${path}${query}`, undefined, owner.auth)).status).toBe(200)
  }
  return { folderId, fileId }
}

type Who = { account: TestAccount; auth: Record<string, string>; folder: string }
const call =
  (method: string, path: (target: Target) => string, body?: object) =>
  (target: Target, { auth }: Who) =>
    service.call(method, path(target), body, auth)
const of = (rest: string) => (target: Target) => `/api/files/${target.fileId}${rest}`

const reading = {
  details: call('GET', ({ folderId, fileId }) => `/api/folders/${folderId}/file/${fileId}`),
  content: call('GET', of('/content')),
  'head of content': call('HEAD', of('/content')),
  thumbnail: call('GET', of('/thumbnail')),
  versions: call('GET', of('/versions')),
  proof: call('GET', of('/proof')),
  validate: ({ fileId }: Target, { account, auth }: Who) =>
    post(
      service,
      '/api/files/validate',
      [
        ['fileId', fileId],
        ['organizationId', account.userId],
        ['attachments', content, 'x'],
      ],
      auth,
    ),
}
const changing = {
  change: call('PATCH', of(''), { description: 'other' }),
  'move away': ({ fileId }: Target, { auth, folder }: Who) =>
    service.call('PATCH', `/api/files/${fileId}`, { folderId: folder }, auth),
  'add a version': ({ fileId }: Target, { auth }: Who) =>
    post(service, `/api/files/${fileId}/versions`, [['attachments', randomBytes(9), 'x']], auth),
  restore: call('POST', of('/restore')),
  bin: call('DELETE', of('')),
  erase: call('DELETE', of('?permanent=true')),
}
/** Routes of the folder that holds the file. */
const around = {
  list: call('GET', ({ folderId }) => `/api/folders/${folderId}/files`),
  manifest: call('GET', ({ folderId }) => `/api/folders/${folderId}/manifest`),
  'upload beside it': ({ folderId }: Target, { account, auth }: Who) =>
    post(service, '/api/files', fileParts(account, folderId, content), auth),
}
const routes: Record<string, (target: Target, who: Who) => Promise<Answer>> = { ...reading, ...changing, ...around }

/** Statuses the owner gets where it is not 200. */
const ownerRefused: Partial<Record<State, Record<string, number>>> = {
  binned: { change: 409, 'move away': 409, 'add a version': 409 },
  'in a binned folder': {
    change: 409,
    'move away': 409,
    'add a version': 409,
    restore: 409,
    'upload beside it': 409,
  },
}
function expected(who: 'owner' | 'stranger', state: State, route: string): number {
  const isAround = route in around
  if (who === 'owner') return state === 'purged' && !isAround ? 404 : (ownerRefused[state]?.[route] ?? 200)
  // The folder of a binned or purged file is still public.
  const isOpen = isAround ? ['public', 'binned', 'purged'].includes(state) : state === 'public'
  return isOpen && (route in reading || route === 'list' || route === 'manifest') ? 200 : 404
}

describe.each(states)('a file that is %s', (state) => {
  /** For the routes that change nothing. */
  let unchanged: Target
  beforeAll(async () => {
    unchanged = await fileIn(state)
  })
  const changes = (route: string) => route in changing || route === 'upload beside it'

  it.each(Object.keys(routes))('%s: owner, stranger, revoked token, no token', async (route) => {
    const ask = routes[route] as (typeof routes)[string]
    const target = changes(route) ? await fileIn(state) : unchanged
    const as = { account: owner, auth: owner.auth, folder: mine.owner }
    const nobody = await ask(target, { ...as, auth: {} })
    const late = await ask(target, { ...as, auth: revoked })
    if (route === 'head of content') expect([nobody.status, late.status]).toEqual([400, 401])
    else {
      expectError(nobody, 400, 'token_missing', 'Authorization Token Not Found')
      expectError(late, 401, 'token_invalid', 'Invalid auth token')
    }
    const other = { account: stranger, auth: stranger.auth, folder: mine.stranger }
    const theirs = await ask(target, other)
    expect(theirs.status, theirs.text).toBe(expected('stranger', state, route))
    if (theirs.status === 404) {
      // Exactly the answer for a file that never existed.
      const never = '01938f3c-7a40-7c3e-9d5b-0c6f2f1b8a11'
      const absent = await ask({ folderId: route in around ? never : target.folderId, fileId: never }, other)
      expect([absent.status, absent.text]).toEqual([theirs.status, theirs.text])
      expect(absent.headers.get('error-code')).toBe(theirs.headers.get('error-code'))
    }
    const own = await ask(target, as)
    expect(own.status, own.text).toBe(expected('owner', state, route))
    if (route === 'list' && theirs.status === 200) expect(theirs.body.data.count).toBe(state === 'public' ? 1 : 0)
    if (route === 'manifest' && theirs.status === 200)
      expect(theirs.body.files).toHaveLength(state === 'public' ? 1 : 0)
  })
})

describe('signed links', () => {
  it('end with the access of the account they were issued to', async () => {
    const { folderId, fileId } = await fileIn('public')
    const details = await service.call('GET', `/api/folders/${folderId}/file/${fileId}`, undefined, stranger.auth)
    const { url } = details.body.data.file
    expect((await download(service, url)).bytes.equals(content)).toBe(true)
    const turn = (folderType: string) => service.call('PATCH', `/api/folders/${folderId}`, { folderType }, owner.auth)
    await turn('private')
    expect((await download(service, url)).status).toBe(404)
    await turn('public')
    expect((await download(service, url)).status).toBe(200)
    await service.call('DELETE', `/api/files/${fileId}`, undefined, owner.auth)
    expect((await download(service, url)).status).toBe(404)
  })
})
