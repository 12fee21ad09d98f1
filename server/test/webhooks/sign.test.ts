import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { Webhook } from 'standardwebhooks'
import { describe, expect, it } from 'vitest'
import { runs } from '../../../test/tier.js'
import { decryptSecret, encryptSecret, newSecret, secretKeysOf } from '../../src/webhooks/secret.js'
import { keyOfSecret, signedHeaders } from '../../src/webhooks/sending/sign.js'

describe('a signature', () => {
  it('matches the example of Standard Webhooks', () => {
    const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
    const at = new Date(1614265330_000)
    expect(signedHeaders('msg_p5jXN8AQM9LWM0D4loKWxJek', at, '{"test": 2432232314}', [secret])).toEqual({
      'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      'webhook-timestamp': '1614265330',
      'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    })
  })

  it("is verified by the standard's package, whatever the body", () => {
    fc.assert(
      fc.property(fc.uuid(), fc.json(), (id, body) => {
        const secrets = [newSecret(), newSecret()]
        const headers = signedHeaders(id, new Date(), body, secrets)
        for (const secret of secrets) expect(new Webhook(secret).verify(body, headers)).toEqual(JSON.parse(body))
        expect(() => new Webhook(newSecret()).verify(body, headers)).toThrow()
        expect(() => new Webhook(secrets[0] as string).verify(`${body} `, headers)).toThrow()
      }),
      { numRuns: runs(50) },
    )
  })
})

describe('a secret', () => {
  const key = secretKeysOf(randomBytes(32))

  it('has 32 random bytes', () => {
    expect(newSecret()).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    expect(keyOfSecret(newSecret())).toHaveLength(32)
    expect(newSecret()).not.toBe(newSecret())
  })

  it('opens only in the row of its webhook', () => {
    const secret = newSecret()
    const sealed = encryptSecret(key, 'a', secret)
    expect(decryptSecret(key, 'a', sealed)).toBe(secret)
    expect(sealed.includes(secret)).toBe(false)
    expect(() => decryptSecret(key, 'b', sealed)).toThrow()
    expect(() => decryptSecret(secretKeysOf(randomBytes(32)), 'a', sealed)).toThrow()
  })
})
