import { expect, it } from 'vitest'
import { S3Store } from '../../src/storage/stores/s3.js'
import { startProxy } from '../connect-proxy.js'
import { startReceiver } from '../webhooks/receiver.js'

it('a bucket is reached through the proxy', async () => {
  const bucket = await startReceiver((response) => response.writeHead(200, { 'content-length': 7 }).end())
  const proxy = await startProxy(() => bucket)
  const place = { bucket: 'papers', prefix: '', endpoint: 'http://s3.example:9000', region: 'us-east-1' }
  const store = new S3Store(
    { ...place, credentials: { accessKeyId: 'ada', secretAccessKey: 'x' } },
    { http: proxy.url, direct: [] },
  )
  expect(await store.size('deed')).toBe(7)
  expect(proxy.asked.map(({ target }) => target)).toEqual(['s3.example:9000'])
  expect(bucket.received.map(({ method, path }) => `${method} ${path}`)).toEqual(['HEAD /papers/deed'])
  await store.close()
  await proxy.close()
  await bucket.close()
})
