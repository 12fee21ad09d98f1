import { X509Certificate } from 'node:crypto'
import { rootCertificates } from 'node:tls'
import { expect, it } from 'vitest'
import { rootAbove } from '../../src/certificates/timestamps/root-above.js'
import { makeTrialAuthority } from '../../src/protocols/tsa/trial-authority.js'

const [signer, root] = (await makeTrialAuthority(0)).certificates
  .split(/(?<=-----END CERTIFICATE-----\n)/)
  .map((pem) => new X509Certificate(pem))

it('is the certificate in the token that signed itself, in any order, and not called public', () => {
  for (const certificates of [
    [signer!, root!],
    [root!, signer!],
  ]) {
    const found = rootAbove(certificates)
    expect(found).toEqual({ certificate: root, isPublic: false })
  }
})

it('is public when Mozilla lists it', () => {
  const certificate = new X509Certificate(rootCertificates[0]!)
  expect(rootAbove([certificate])).toMatchObject({ isPublic: true })
})

it('is unknown when the token leaves it out', () => {
  expect(rootAbove([signer!])).toBeUndefined()
  expect(rootAbove([])).toBeUndefined()
})
