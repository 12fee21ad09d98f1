import { createClient, ServiceError, withCredentials } from '@tallystick/sdk'
import { describe, expect, it } from 'vitest'
import { someHash, useService } from '../service.js'

const service = useService()

/** Creates a client with its own account, and records the requests it sends. */
async function someClient() {
  const { clientId, secretKey } = await service.account()
  const sent: string[] = []
  const credentials = { baseUrl: service.url, clientId, secretKey }
  const client = createClient({
    baseUrl: service.url,
    token: withCredentials(credentials),
    fetch: (request) => {
      sent.push(`${request.method} ${new URL(request.url).pathname}`)
      return fetch(request)
    },
  })
  return { client, sent, credentials }
}

describe('the low-level client', () => {
  it('turns a refusal into an error with everything the service said', async () => {
    const { client } = await someClient()
    const failed = client.get('/hash', { params: { query: { id: '0000000000' } } })
    await expect(failed).rejects.toBeInstanceOf(ServiceError)
    await expect(failed).rejects.toMatchObject({
      status: 404,
      code: 'stamp_not_found',
      message: 'Stamp does not exist',
      requestId: expect.any(String),
      retryAfterS: null,
    })
  })

  it('logs in again when the service requires a fresh token', async () => {
    const { credentials } = await someClient()
    const token = withCredentials(credentials)
    const renewed = await token(await token())
    const client = createClient({ baseUrl: service.url, token })
    const body = { redirectUrl: 'https://hooks.example/', action: ['hash.succeed' as const] }
    expect((await client.post('/v2/webhooks', { body })).redirectUrl).toBe(body.redirectUrl)
    expect(await token()).not.toBe(renewed)
    await expect(client.post('/account/clients', { body: { name: 'x' } })).rejects.toMatchObject({
      code: 'step_up_required',
    })
  })

  it("fails with the service's message for wrong credentials", async () => {
    const { credentials } = await someClient()
    const token = withCredentials({ ...credentials, secretKey: `${credentials.secretKey}x` })
    const client = createClient({ baseUrl: service.url, token })
    await expect(client.get('/profile')).rejects.toMatchObject({ status: 404, code: 'user_not_found' })
  })

  it('logs in once for many requests; when its token is refused, renews it once and sends them again', async () => {
    const { client, sent } = await someClient()
    await Promise.all([client.get('/profile'), client.get('/profile'), client.get('/profile')])
    expect(sent).toEqual(Array.from({ length: 3 }, () => 'GET /profile'))
    // Logging out ends the whole token family, so that only the credentials help.
    await client.delete('/authenticate')
    const hashes = [someHash(), someHash(), someHash()]
    const made = await Promise.all(hashes.map((hash) => client.post('/hash', { body: { hash } })))
    expect(made.map(({ hash }) => hash)).toEqual(hashes)
    expect(sent.filter((line) => line === 'POST /hash').length).toBe(6)
  })
})
