import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { fromHex, type ProofDocument, toHex, withChecksum, witnessLeaf } from '@tallystick/proof'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { debianPrograms, noDebian } from '../../test/debian.js'
import { TestAuthority } from '../../test/timestamp-authority.js'
import { tallystick } from './run-command.js'

const programs = await debianPrograms(['openssl'])
const home = mkdtempSync(join(tmpdir(), 'tallystick-witnesses-'))
afterAll(() => rmSync(home, { recursive: true }))

/** A proof of a private chain, about the content of a file. */
const proof = (
  JSON.parse(readFileSync(new URL('../../proof/vectors/proofs-valid.json', import.meta.url), 'utf8')) as Record<
    string,
    ProofDocument
  >
)['content of a file']!
const written = (name: string, data: string | Uint8Array) => {
  writeFileSync(join(home, name), data)
  return join(home, name)
}
const file = written('file', 'tallystick vectors: the content of a file')

describe.skipIf(!programs)(`tallystick verify --ca (${noDebian} otherwise)`, () => {
  let authority: TestAuthority
  let token: string
  beforeAll(() => {
    authority = new TestAuthority(programs!)
    // The leaf of a tree of one is the tree's root: the SHA-256 of these bytes.
    const leafInput = Buffer.from(`00${proof.root}`, 'hex')
    token = authority.respond(leafInput, authority.issue('Test Clock')).toString('hex')
  })
  afterAll(() => authority?.remove())

  function stamped(token: string): string {
    const root = toHex(witnessLeaf(fromHex(proof.root)))
    const place = { leafIndex: 0, treeSize: 1, path: [], root }
    const witness = { kind: 'rfc3161', ...place, authority: 'tsa.example', token } as const
    return written('proof.json', JSON.stringify(withChecksum({ ...proof, witnesses: [witness] })))
  }

  test('confirms a proof of a private chain by the time of an authority that the reader trusts', async () => {
    const { code, out } = await tallystick('verify', file, stamped(token), '--ca', authority.root.certificate)
    expect(out).toMatch(
      /^CONFIRMED by the timestamping authority “Test Clock”, certified by “Test Root”: .* existed at a moment between 20.* UTC and 20.* UTC, by its clock\./,
    )
    expect(code).toBe(0)
    expect(out).not.toContain('operator')
    expect(out).toMatch(/Whether a certificate behind the time of .* was revoked/)
  })

  test("confirms it by the authority's own certificate, which the reader trusts", async () => {
    const clock = authority.issue('Test Clock')
    const leafInput = Buffer.from(`00${proof.root}`, 'hex')
    const own = authority.respond(leafInput, clock).toString('hex')
    const { code, out } = await tallystick('verify', file, stamped(own), '--ca', clock.certificate)
    expect(out).toMatch(/^CONFIRMED by the timestamping authority “Test Clock”: /)
    expect(code).toBe(0)
  })

  test('leaves the proof consistent without such an authority, and says what it takes', async () => {
    const other = authority.issue('Another').certificate
    for (const args of [[], ['--ca', other]]) {
      const { code, out } = await tallystick('verify', file, stamped(token), ...args)
      expect(code).toBe(3)
      expect(out).toContain('The timestamp of “tsa.example” (as the issuer says) has not been checked')
      expect(out).not.toMatch(/existed/)
    }
  })

  test('refuses a forged token, whichever authority is trusted', async () => {
    const aboutOther = authority.respond(Buffer.from('something else'), authority.issue('Test Clock')).toString('hex')
    const changed = token.slice(0, -2) + (token.endsWith('00') ? '01' : '00')
    for (const forged of [aboutOther, changed, 'abcd']) {
      const { code, out } = await tallystick('verify', file, stamped(forged))
      expect(out).toMatch(/^REFUSED: .*the timestamp token/)
      expect(code).toBe(1)
    }
  })

  test("agrees with the example in the package's README", () => {
    const readme = readFileSync(new URL('../../proof/README.md', import.meta.url), 'utf8')
    const [, example = ''] = /^```js\n([^`]*verifyWitnesses[^`]*)^```$/m.exec(readme) ?? []
    symlinkSync(fileURLToPath(new URL('../../node_modules', import.meta.url)), join(home, 'node_modules'))
    stamped(token)
    written('authority.pem', readFileSync(authority.root.certificate))
    written('example.mjs', example)
    const said = execFileSync(process.execPath, ['example.mjs'], { cwd: home, encoding: 'utf8' })
    expect(said).toMatch(/^20\d\d-\S+Z\n$/)
  })

  test('says that a file holds no certificates', async () => {
    const { code, err } = await tallystick('verify', file, stamped(token), '--ca', file)
    expect([code, err]).toEqual([2, expect.stringMatching(/cannot use .*file: no certificate in PEM/)])
  })
})
