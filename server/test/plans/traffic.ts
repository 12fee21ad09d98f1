import { createHash, randomBytes } from 'node:crypto'
import { wallTime } from '../../../test/wall-time.js'
import { fileParts, post, someFolder, upload } from '../files/upload.js'
import { query, timestamp } from '../protocols/requests.js'
import { type Answer, someHash, type TestAccount, type TestService } from '../service.js'
import { append, begin, look } from '../uploads/tus.js'

/** Accounts that send requests, and the things they have many of. */
export interface Owner extends TestAccount {
  /** A folder with half of all files. */
  folder: string
  /** Its webhook with nearly all deliveries, and one with few. */
  webhooks: readonly string[]
}

/** Refuses an answer that isn't a success: a refused request reads nothing. */
function done(path: string, answer: Answer): Answer {
  if (answer.status >= 300) throw new Error(`${path} was answered ${answer.status}: ${answer.text.slice(0, 300)}`)
  return answer
}

/** Returns queries with each of these values, one after the other. */
const each = (name: string, values: readonly string[]) => values.map((value) => `${name}=${value}`)
const deep = 'page=2&limit=100'

/** Reads all that can be read, of an account that has much. */
export async function read(service: TestService, me: Owner, other: TestAccount): Promise<void> {
  const get = async (path: string, headers: Record<string, string> = me.auth) =>
    done(path, await service.call('GET', path, undefined, headers))
  const list = async (path: string, filters: readonly string[] = ['']) => {
    const sign = path.includes('?') ? '&' : '?'
    for (const filter of filters) {
      const first = await get(`${path}${sign}${filter}&page=1&limit=100`)
      await get(`${path}${sign}${filter}&${deep}`)
      const cursor = first.headers.get('next-cursor')
      if (cursor)
        await get(
          `${path}${sign}${filter}&${path.includes('/hash') ? 'page=1&' : ''}limit=100&cursor=${encodeURIComponent(cursor)}`,
        )
    }
  }
  const { runs } = (await get('/hash/runs?limit=1')).body.data
  const labelled = ['from=2020-01-01T00:00:00Z', 'tag=Tag%2017', `run=${runs[0].id}`, `tag=Tag%200&run=${runs[0].id}`]
  await list('/hash/runs')
  await get(`/hash/runs/${runs[0].id}`)
  await get('/hash/tags')
  await list('/hash', [
    '',
    'status=true',
    'status=false',
    'isPrivate=true',
    'isPrivate=false',
    'isEsign=true',
    'isEsign=false',
    ...searches('search', 'Invoice 17'),
    ...each('search', ['stamp-', 'stamp-0', '000', 'note', 'tag%2017']),
    ...each('state', ['submitted,failed', 'confirmed', 'confirmed,final', 'submitted,final']),
    ...labelled,
    ...labelled.map((filter) => `${filter}&state=confirmed,final&isPrivate=false&search=17`),
    'from=2020-01-01T00:00:00Z&to=2100-01-01T00:00:00Z&status=true',
    ...labelled.slice(1).flatMap((filter) => ['name', 'code', 'blockTime'].map((by) => `${filter}&sort=${by}`)),
    'search=17&sort=name&order=asc',
    'tag=Tag%200&sort=name',
  ])
  await list(`/v2/hash?userId=${me.userId}`, ['', 'status=true'])
  await list('/v2/hash?userId=user-0', ['', 'status=true', 'status=false', 'isPrivate=false', ...labelled])
  await list('/hash?userId=user-7', ['search=Invoice%2017', 'search=stamp-', 'sort=name', 'tag=Tag%200&sort=code'])
  await list('/v2/enroll-user', ['', ...searches('search', 'User 17')])
  const stamp = (await get('/hash?page=1&limit=1')).body.data.files[0]
  const { txId, code, hash } = namesOf(stamp)
  for (const id of [txId, code, hash]) await get(`/hash?id=${id}`)
  const [shared, bulk] = ['t0', 't1'].map((name) => createHash('sha256').update(name).digest('hex'))
  await get(`/hash?id=${bulk}`, other.auth)
  const hidden = await service.call('GET', `/hash?id=${bulk}`, undefined, me.auth)
  if (hidden.status !== 404) throw new Error(`a stranger's private bulk was answered ${hidden.status}`)
  await get(`/hash?txid=${bulk}&page=1&limit=100`, other.auth)
  for (const id of [txId, shared]) {
    await list(`/hash?txid=${id}`, ['', 'isPrivate=true', 'status=true', ...searches('search', 'Invoice 17')])
  }
  await list(`/hash?originalDocHash=${hash}`, ['', 'isPrivate=true', 'isEsign=true'])
  for (const path of ['/api/folders', `/api/folders?parentFolderId=${me.folder}`]) {
    await list(`${path}${path.includes('?') ? '&' : '?'}organizationId=${me.userId}`, [
      '',
      'isBin=true',
      ...searches('search', 'folder 17'),
    ])
  }
  await list('/api/folders', ['', ...searches('search', 'folder 17')])
  await list(`/api/folders?organizationId=${other.userId}`)
  await list(`/api/folders/${me.folder}/files`, ['', 'isBin=true', ...searches('search', 'report 17')])
  await list(`/api/folders/${me.folder}/folders`, ['', ...searches('search', 'folder 1')])
  await get(`/api/folders/${me.folder}`)
  for (const path of ['/api/favourites', '/api/bin', '/api/deletions']) await list(path)
  await list('/api/search?search=report%2017')
  await list(`/api/search?search=report%2017&folderId=${me.folder}`)
  for (const id of me.webhooks) {
    await list(`/v2/webhooks/${id}/deliveries`, ['', ...each('state', ['waiting', 'delivered', 'failed', 'cancelled'])])
    await get(`/v2/webhooks/${id}`)
  }
  await list('/v2/webhooks')
  const logged = `/account/clients/${me.clientId}/requests`
  await list(logged, [
    '',
    ...each('status', ['2xx', '4xx', '5xx']),
    'route=/hash',
    'route=/rare',
    'route=/rare&status=2xx',
    'route=/hash&status=4xx',
  ])
  for (const path of ['/profile', '/account', '/account/clients', '/network', '/network/witnesses', '/readyz'])
    await get(path)
  for (const path of ['/hash/overview', '/api/recent', '/account/usage']) await get(path)
  await get('/metrics', { authorization: `Bearer ${metricsToken}` })
}

/** The password of the account that writes. */
export const password = 'a long password'

/** The token of `/metrics`. */
export const metricsToken = 'a'.repeat(32)

const searches = (name: string, text: string) => each(name, [encodeURIComponent(text), text.slice(0, 3), '17'])

function namesOf(stamp: Record<string, string>) {
  const { txId = '', code = '', hash = '' } = stamp
  return { txId, code, hash }
}

/** Makes, changes and erases what an account that has much adds to it. */
export async function write(service: TestService, me: Owner): Promise<void> {
  const pair = { 'client-id': me.clientId, 'secret-key': me.secretKey }
  const tokens = done('login', await service.call('POST', '/authenticate', undefined, pair))
  const auth = { authorization: `Bearer ${tokens.body.data.token}` }
  done('step-up', await service.call('POST', '/account/step-up', { password }, auth))
  const call = async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
    done(`${method} ${path}`, await service.call(method, path, body, { ...auth, ...headers }))
  const key = () => ({ 'idempotency-key': randomBytes(8).toString('hex') })
  await call('POST', '/hash', { hash: someHash() }, key())
  const { code } = (await call('POST', '/hash', { hash: someHash(), isPrivate: true })).body.data
  await call('PATCH', `/hash/${code}`, { isPrivate: false })
  await call(
    'POST',
    '/multi-stamp',
    Array.from({ length: 300 }, () => ({ hash: someHash(), filename: 'x' })),
    key(),
  )
  const { codes } = (await call('POST', '/hash/codes', { count: 3 }, key())).body.data
  const [first, second] = codes.map(({ code }: { code: string }) => code)
  await call('POST', '/hash', { hash: someHash(), code: first }, key())
  await call('POST', '/multi-stamp', [{ hash: someHash(), filename: 'x', code: second }])
  const person = { userId: 'new', username: 'New', email: 'new@example.org' }
  await call('POST', '/v2/enroll-user', person)
  const { code: made } = (await call('POST', '/v2/hash', { hash: someHash(), userId: 'new' })).body.data
  await call('GET', `/s/${made}`)
  await call('DELETE', '/v2/enroll-user/new')
  const run = (await call('POST', '/hash/runs', { name: 'New', isPrivate: false }, key())).body.data.id
  const failures = [{ name: 'x', reason: 'unreadable' }]
  await call('POST', `/hash/runs/${run}/stamps`, { items: [{ code }], failures })
  await call('PATCH', `/hash/runs/${run}`, { name: 'Renamed' })
  const select = { codes: [code] }
  await call('POST', '/hash/labels', { select, addTags: ['New'], note: 'A note' })
  await call('POST', '/hash/labels', { select, removeTags: ['New'], note: '' })
  for (const [filter, format] of [
    [{ run }, 'zip'],
    [{ search: 'Invoice 171717' }, 'csv'],
  ] as const) {
    const { url } = (await call('POST', '/hash/exports', { select: { filter }, format })).body.data
    await call('GET', url)
  }
  const folder = async (parentFolderId?: string) => {
    const folderName = `New ${randomBytes(4).toString('hex')}`
    const body = {
      folderName,
      folderType: 'public',
      organizationId: me.userId,
      ...(parentFolderId && { parentFolderId }),
    }
    return (await call('POST', '/api/folders', body)).body.data._id as string
  }
  const outer = await folder()
  const inner = await folder(outer)
  const { fileId } = await upload(service, me, me.folder, randomBytes(100))
  const zip = { folders: [outer], files: [fileId], proofs: ['json'] }
  await call('GET', (await call('POST', '/api/exports', zip)).body.data.url)
  for (const query of ['sort=name&order=asc', 'sort=size', 'sort=type', 'order=asc&search=report']) {
    await call('GET', `/api/folders/${inner}/files?page=2&${query}`)
  }
  for (const query of ['sort=name', 'order=asc&search=new']) await call('GET', `/api/folders/${outer}/folders?${query}`)
  const moved = await upload(service, me, inner, randomBytes(100))
  await call('GET', `/hash?id=${moved.uniqueId}`)
  await call('GET', `/hash?id=${moved.transactionId}`)
  done(
    'versions',
    await post(service, `/api/files/${fileId}/versions`, fileParts(me, me.folder, randomBytes(100)).slice(3), me.auth),
  )
  await call('PATCH', `/api/files/${fileId}`, { fileName: `Renamed ${randomBytes(4).toString('hex')}` })
  for (const path of ['', '/versions?limit=10', '/versions?limit=1&page=2', '/content', '/proof'])
    await call('GET', `/api/files/${fileId}${path}`)
  await call('DELETE', `/api/files/${fileId}`)
  await call('POST', `/api/files/${fileId}/restore`)
  await call('DELETE', `/api/files/${fileId}?permanent=true`)
  await call('PATCH', `/api/folders/${inner}`, {
    folderName: `Inner ${randomBytes(4).toString('hex')}`,
    folderType: 'private',
  })
  await call('GET', `/api/folders/${outer}/folder/${inner}`)
  await call('GET', `/api/folders/${outer}/manifest`)
  await call('GET', `/api/folders/${inner}/file/${moved.fileId}`)
  await call('DELETE', `/api/folders/${outer}`)
  await call('POST', `/api/folders/${outer}/restore`)
  await call('DELETE', `/api/folders/${outer}?permanent=true`)

  const bytes = randomBytes(1000)
  const at = await begin(service, me, bytes.length, {
    fileName: 'u',
    filename: 'u',
    folderId: me.folder,
    organizationId: me.userId,
  })
  await append(service, me, at, 0, bytes.subarray(0, 400))
  await look(service, me, at)
  await append(service, me, at, 400, bytes.subarray(400))
  await call('DELETE', at, undefined, { 'tus-resumable': '1.0.0' }).catch(() => undefined)

  const { id } = (
    await call('POST', '/v2/webhooks', { redirectUrl: 'http://127.0.0.1:9/', action: ['hash.failed'] }, key())
  ).body.data
  await call('PATCH', `/v2/webhooks/${id}`, { enabled: false })
  await call('PATCH', `/v2/webhooks/${id}`, { enabled: true })
  await call('POST', `/v2/webhooks/${id}/rotate`)
  const { id: test } = (await call('POST', `/v2/webhooks/${id}/test`)).body.data
  await call('GET', `/v2/webhooks/${id}/deliveries/${test}`)
  await call('POST', `/v2/webhooks/${id}/deliveries/${test}/redeliver`)
  await call('DELETE', `/v2/webhooks/${id}`)
  await call('POST', `/v2/webhooks/${me.webhooks[1]}/recover`, {
    since: wallTime(-3 * 86_400_000).toISOString(),
  })

  const { refreshToken } = tokens.body.data
  done('refresh', await service.call('POST', '/authenticate/refresh', { refreshToken }))
  const small = await service.account('Small')
  done('stamp', await service.call('POST', '/hash', { hash: someHash() }, small.auth))
  await upload(service, small, await someFolder(service, small), randomBytes(100))
  done('run', await service.call('POST', '/hash/runs', { isPrivate: false }, small.auth))
  done('export', await service.call('POST', '/account/export', {}, small.auth))

  await call('PUT', '/profile', { bio: 'Many things' })
  const client = (await call('POST', '/account/clients', { name: 'c' })).body.data
  await call('PATCH', `/account/clients/${client.clientId}`, { name: 'd' })
  await call('POST', `/account/clients/${client.clientId}/rotate`)
  await call('DELETE', `/account/clients/${client.clientId}`)
  const token = await timestamp(service, query({ hash: randomBytes(32) }), me.auth)
  if (token.status !== 200) throw new Error(`the timestamp was answered with ${token.status}`)
}
