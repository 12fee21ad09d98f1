import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { dirname, join } from 'node:path'
import type { ProofDocument } from '@tallystick/proof'
import { verifyProof } from '@tallystick/proof'
import { readCertificates, verifyWitnesses } from '@tallystick/proof/tsa'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { debianPrograms, noDebian } from '../../../test/debian.js'
import { eventually } from '../../../test/eventually.js'
import { type IssuedCertificate, TestAuthority } from '../../../test/timestamp-authority.js'
import { unzipped, unzippedPaths } from '../../../test/unzip.js'
import { type ConnectProxy, startProxy } from '../connect-proxy.js'
import { query, timestamp } from '../protocols/requests.js'
import { type TestAccount, useOwnService } from '../service.js'
import { dataOf, stamp } from '../stamps/shapes.js'

const programs = await debianPrograms(['openssl'])

describe.skipIf(!programs)(`an authority that openssl runs (${noDebian} otherwise)`, () => {
  const settings: Record<string, string> = { WITNESS_INTERVAL: '1', TSA: 'accounts' }
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
      response.end(authority.reply(Buffer.concat(pieces), signer, { chain: [middle, authority.root] }))
    })
  })
  beforeAll(async () => {
    authority = new TestAuthority(programs!)
    middle = authority.issue('Test Middle', { isAuthority: true, purpose: '' })
    signer = authority.issue('Test Clock', { key: 'rsa', issuer: middle })
    settings.CERTIFICATE_KEY_FILE = authority.path('signer.pem')
    writeFileSync(
      settings.CERTIFICATE_KEY_FILE,
      readFileSync(signer.key, 'utf8') + readFileSync(signer.certificate, 'utf8'),
    )
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

  /** Unpacks a stamp's timestamps and runs the commands of their README. Returns what each prints. */
  async function openssl(code: string, { auth }: TestAccount): Promise<string[]> {
    const folder = authority.path(code)
    mkdirSync(folder)
    const answer = await fetch(`${service.url}/hash/${code}/proof?format=tsr`, { headers: auth })
    expect(answer.headers.get('content-disposition')).toBe(`attachment; filename="stamp-${code}.tsr.zip"`)
    const archive = Buffer.from(await answer.arrayBuffer())
    for (const name of unzippedPaths(archive)) {
      const file = join(folder, name)
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(file, unzipped(archive, name))
    }
    const commands = readFileSync(`${folder}/README.txt`, 'utf8').match(/(?:^ {2}.*\n)+/gm) ?? []
    const { path, env } = programs!
    const PATH = `${dirname(path('openssl'))}:${process.env.PATH}`
    return commands.map((lines) =>
      execFileSync('sh', ['-c', lines], { cwd: folder, env: { ...process.env, ...env, PATH }, encoding: 'utf8' }),
    )
  }

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
    expect(await openssl(code, ada)).toEqual([
      expect.stringMatching(/^Verification: OK$/m),
      expect.stringMatching(/^(?:1-clock\.example\/steps\/\d{3}\.bin: OK\n)+$/),
    ])
    const { code: other } = await stamp(service, ada)
    await eventually('the other stamp is timestamped, too', async () => {
      const answer = await service.call('GET', `/hash/${other}/proof?format=tsr`, undefined, ada.auth)
      return answer.status === 200
    })
    expect(await openssl(other, ada)).toHaveLength(2)

    const [witness] = proof.witnesses!
    if (witness?.kind !== 'rfc3161') throw new Error('the witness is no authority')
    const token = authority.path('token')
    writeFileSync(token, Buffer.from(witness.token, 'hex'))
    const args = ['-token_in', '-in', token, '-digest', witness.root, '-CAfile', authority.root.certificate]
    const chain = ['-untrusted', middle.certificate]
    expect(authority.openssl('ts', '-verify', ...args, ...chain)).toContain('Verification: OK')

    const trusted = readCertificates(readFileSync(authority.root.certificate, 'utf8'))
    const verdict = verifyProof(proof, { times: await verifyWitnesses(proof, trusted) })
    const source = { kind: 'authority', name: 'Test Clock', certifiedBy: 'Test Root' }
    expect(verdict).toMatchObject({ outcome: 'confirmed', sources: [source] })
    const stranger = readCertificates(readFileSync(authority.issue('Stranger').certificate, 'utf8'))
    expect(verifyProof(proof, { times: await verifyWitnesses(proof, stranger) }).outcome).toBe('consistent')
  })

  it('gives a stamp made through /tsa its own token as well, and signs the certificate by it', async () => {
    const ada = await service.account()
    const hash = randomBytes(32)
    const { bytes } = await timestamp(service, query({ hash }), ada.auth)
    const found = await service.call('GET', `/hash?id=${hash.toString('hex')}`, undefined, ada.auth)
    const { code } = dataOf(found)
    const [own] = await openssl(code, ada)
    expect(own).toMatch(/^Verification: OK$/m)
    expect(readFileSync(join(authority.path(code), 'own/timestamp.tsr'))).toEqual(bytes)
    const pdf = await fetch(`${service.url}/hash/${code}/proof?format=pdf`, { headers: ada.auth })
    // The attribute id-aa-timeStampToken (1.2.840.113549.1.9.16.2.14), in hex.
    expect(Buffer.from(await pdf.arrayBuffer()).toString('latin1')).toContain('060b2a864886f70d010910020e')
  })
})
