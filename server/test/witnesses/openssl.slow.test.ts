import { readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { ProofDocument } from '@tallystick/proof'
import { verifyProof } from '@tallystick/proof'
import { readCertificates, verifyWitnesses } from '@tallystick/proof/tsa'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { debianPrograms, noDebian } from '../../../test/debian.js'
import { eventually } from '../../../test/eventually.js'
import { type IssuedCertificate, TestAuthority } from '../../../test/timestamp-authority.js'
import { type ConnectProxy, startProxy } from '../connect-proxy.js'
import { useOwnService } from '../service.js'
import { dataOf, stamp } from '../stamps/shapes.js'

const programs = await debianPrograms(['openssl'])

describe.skipIf(!programs)(`an authority that openssl runs (${noDebian} otherwise)`, () => {
  const settings: Record<string, string> = { WITNESS_INTERVAL: '1' }
  let authority: TestAuthority
  let middle: IssuedCertificate
  let signer: IssuedCertificate
  let proxy: ConnectProxy
  let isAway = true
  const server = createServer((request, response) => {
    const pieces: Buffer[] = []
    request.on('data', (piece) => pieces.push(piece))
    request.on('end', () => {
      if (isAway) return request.socket.destroy()
      response.writeHead(200, { 'content-type': 'application/timestamp-reply' })
      response.end(authority.reply(Buffer.concat(pieces), signer, { chain: [middle] }))
    })
  })
  beforeAll(async () => {
    authority = new TestAuthority(programs!)
    middle = authority.issue('Test Middle', { isAuthority: true, purpose: '' })
    signer = authority.issue('Test Clock', { key: 'rsa', issuer: middle })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    // Only the proxy knows its name.
    proxy = await startProxy(() => server.address() as AddressInfo)
    settings.WITNESS_TSA_URLS = 'http://clock.example/tsa'
    settings.HTTP_PROXY = proxy.url
  })
  afterAll(async () => {
    await proxy?.close()
    server.close()
    authority?.remove()
  })
  const service = useOwnService(settings)

  it('is asked until it answers, with a token that openssl verifies', async () => {
    const ada = await service.account()
    const { code } = await stamp(service, ada)
    await eventually('the authority is missed', async () => {
      const { witnesses } = dataOf(await service.call('GET', '/network/witnesses', undefined, ada.auth))
      return witnesses[0].failure
    })
    const fetched = async () =>
      (await service.call('GET', `/hash/${code}/proof`, undefined, ada.auth)).body as ProofDocument
    expect((await fetched()).witnesses).toBeUndefined()
    isAway = false
    // As if the time until the next attempt had passed.
    await service.database.db.execute('UPDATE witness_statements SET due_at = now()')
    const proof = await eventually('the proof has a witness', async () => {
      const grown = await fetched()
      return grown.witnesses && grown
    })
    const [witness] = proof.witnesses!
    if (witness?.kind !== 'rfc3161') throw new Error('the witness is no authority')
    const token = authority.path('token')
    writeFileSync(token, Buffer.from(witness.token, 'hex'))
    const args = ['-token_in', '-in', token, '-digest', witness.root, '-CAfile', authority.root.certificate]
    const chain = ['-untrusted', middle.certificate]
    expect(authority.openssl('ts', '-verify', ...args, ...chain)).toContain('Verification: OK')

    const trusted = readCertificates(readFileSync(authority.root.certificate, 'utf8'))
    const verdict = verifyProof(proof, { times: await verifyWitnesses(proof, trusted) })
    const name = 'Test Clock, certified by Test Root'
    expect(verdict).toMatchObject({ outcome: 'confirmed', sources: [{ kind: 'authority', name }] })
    const stranger = readCertificates(readFileSync(authority.issue('Stranger').certificate, 'utf8'))
    expect(verifyProof(proof, { times: await verifyWitnesses(proof, stranger) }).outcome).toBe('consistent')
  })
})
