import { createHash, randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ProofDocument, withChecksum } from '@tallystick/proof'
import { certificateOf, certificatePage, plainLook } from '@tallystick/proof/certificate'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type Anvil, startAnvil } from '../../proof/test/anvil.js'
import { anchored, confirmed, deployNotary, submit } from '../../sdk/test/anchored.js'
import { verifyCommand } from '../src/verify/verify.js'
import { tallystick, tallystickProgram } from './run-command.js'

const folder = mkdtempSync(join(tmpdir(), 'tallystick-'))
const content = randomBytes(3_000_000)
const digestOf = (algorithm: string, data: Uint8Array = content) => createHash(algorithm).update(data).digest('hex')

let anvil: Anvil
let contract: string
let proof: ProofDocument

function written(name: string, data: string | Uint8Array): string {
  const path = join(folder, name)
  writeFileSync(path, data)
  return path
}
const proofFile = (name: string, document: unknown) => written(`${name}.json`, JSON.stringify(document, null, 2))
const file = written('report.bin', content)

beforeAll(async () => {
  anvil = await startAnvil('cancun')
  contract = await deployNotary(anvil)
  proof = await anchored(anvil, contract, digestOf('sha256'))
})

afterAll(async () => {
  await anvil?.stop()
  rmSync(folder, { recursive: true, force: true })
})

describe('tallystick verify, offline', () => {
  test('reads the proof in a certificate', async () => {
    const page = `<!doctype html><script type="application/json" id="tallystick-proof">${JSON.stringify(proof)}</script>`
    const attached = `%PDF-1.7\n4 0 obj\n<</Type /EmbeddedFile>>\nstream\n${JSON.stringify(proof)}\nendstream\nendobj\n`
    for (const path of [written('certificate.html', page), written('certificate.pdf', attached)]) {
      expect((await tallystick('verify', file, path)).out).toMatch(/^CONSISTENT: .* fits this proof\./)
    }
  })

  test('knows the script of the certificates that this version issues', async () => {
    const issued = readFileSync(new URL('../../server/verifier/check.js', import.meta.url), 'utf8')
    const certificate = certificateOf(proof, {
      language: 'EN',
      base: 'https://notary.example',
      isPublic: false,
      isPublished: false,
      pageHash: 'a'.repeat(64),
      programHash: 'b'.repeat(64),
      offset: 0,
      look: plainLook,
    })
    const said = async (script: string) =>
      (await tallystickProgram('verify', file, written('issued.html', certificatePage(certificate, script)))).out
    expect(await said(issued)).toMatch(/^CONSISTENT: (?!.*runs a script)/s)
    expect(await said(`${issued};`)).toContain('The page runs a script that this verifier does not know.')
  })

  test.each(['sha256', 'sha384', 'sha512'])('verifies a file by its %s', async (algorithm) => {
    const path = proofFile(algorithm, await anchored(anvil, contract, digestOf(algorithm)))
    const { code, out, err } = await tallystick('verify', file, path)
    expect([code, err]).toEqual([3, ''])
    expect(out).toMatch(
      /^CONSISTENT: .*report\.bin fits this proof\. Block \d+ of the private chain with the number 31337 has not been compared with the network yet\.\n/,
    )
    expect(out).toContain(`Digest: ${algorithm} of ${file}`)
    expect(out).toMatch(/with a node of the chain's operator:\n {2}0x( [0-9a-f]{4}){16}\n/)
    expect(out).toContain('is only as trustworthy as its operator')
    expect(out).not.toMatch(/FAIL|existed/)
  })

  test('refuses a file with one byte changed, and an empty one', async () => {
    const path = proofFile('plain', proof)
    for (const data of [content.with(1_234_567, content[1_234_567]! ^ 1), new Uint8Array(0)]) {
      const { code, out } = await tallystick('verify', written('changed.bin', data), path)
      expect(code).toBe(1)
      expect(out).toMatch(/^REFUSED: .*the proof is for a different file: /)
    }
  })

  test.each([
    ['hash', /for a different file/],
    ['path', /path does not lead to the root|checksum/],
    ['rawTransaction', /checksum/],
    ['network', /checksum/],
    ['treeSize', /checksum/],
    ['format', /neither a Tallystick proof nor a manifest/],
    ['version', /version 1/],
  ])('refuses a proof with one byte of %s changed', async (name, reason) => {
    const text = JSON.stringify(proof)
    const at = text.indexOf(`"${name}":`) + name.length + (name === 'treeSize' || name === 'version' ? 3 : 9)
    const changed = text.slice(0, at) + (text[at] === '4' ? '6' : '4') + text.slice(at + 1)
    const { code, out } = await tallystick('verify', file, written('changed.json', changed))
    expect(code).toBe(1)
    expect(out.split('\n')[0]).toMatch(/^REFUSED: /)
    if (name !== 'hash') expect(out).toMatch(reason)
  })

  test('refuses a proof with any byte changed', async () => {
    const small = written('small.bin', 'small')
    const { checksum: _, ...rest } = proof
    const own = JSON.stringify(
      withChecksum({ ...rest, ...(await anchored(anvil, contract, digestOf('sha256', Buffer.from('small')))) }),
    )
    expect(await verifyCommand(small, written('own.json', own), {}, () => {})).toBe(3)
    for (let at = 0; at < own.length; at += 11) {
      const changed = own.slice(0, at) + String.fromCharCode(own.charCodeAt(at) ^ 1) + own.slice(at + 1)
      let out = ''
      const code = await verifyCommand(small, written('byte.json', changed), {}, (printed) => (out += printed))
      expect([at, code]).toEqual([at, 1])
      expect(out).toMatch(/^REFUSED: .{10,}/)
    }
  })

  test.each([
    ['truncated', (text: string) => text.slice(0, 500)],
    ['empty', () => ''],
    [
      'not UTF-8',
      (text: string) => Buffer.concat([Buffer.from(text.slice(0, 20)), Buffer.of(0xff), Buffer.from(text.slice(20))]),
    ],
    ['other JSON', () => '[1]'],
    ['too large', () => ' '.repeat(17 * 1024 * 1024)],
  ])('refuses a proof that is %s', async (_, make) => {
    const { code, out } = await tallystick('verify', file, written('broken.json', make(JSON.stringify(proof))))
    expect(code).toBe(1)
    expect(out).toMatch(/^REFUSED: /)
  })

  test('prints no control characters', async () => {
    const path = proofFile('escape', { ...proof, '\u001b[2J\u202e': 1 })
    const { code, out } = await tallystick('verify', file, path)
    expect(code).toBe(1)
    for (const character of ['\u001b', '\u202e']) expect(out).not.toContain(character)
  })

  test('uses no network', async () => {
    const asked = vi.spyOn(globalThis, 'fetch')
    expect(await verifyCommand(file, proofFile('plain', proof), {}, () => {})).toBe(3)
    expect(asked).not.toHaveBeenCalled()
    asked.mockRestore()
  })

  test('reports a proof that is not in a block yet', async () => {
    const path = proofFile('submitted', await submit(anvil, contract, createHash('sha256').update(content).digest()))
    const { code, out } = await tallystick('verify', file, path)
    expect(code).toBe(3)
    expect(out).toMatch(/^CONSISTENT: .* Its transaction is not in a block yet: no time is proven\.\n/)
    await anvil.rpc('evm_mine')
  })

  test('prints the verdict as JSON with --json', async () => {
    const good = await tallystick('verify', file, proofFile('plain', proof), '--json')
    expect(good.code).toBe(3)
    expect(JSON.parse(good.out)).toMatchObject({
      file,
      algorithm: 'sha256',
      outcome: 'consistent',
      sources: [],
      caveats: [{ code: 'not-compared' }, { code: 'private-chain' }, { code: 'claims' }],
      proof: { code: 'REAL1' },
    })
    const bad = await tallystick('verify', written('changed.bin', 'x'), proofFile('plain', proof), '--json')
    expect(bad.code).toBe(1)
    expect(JSON.parse(bad.out)).toMatchObject({ outcome: 'refused', failure: { code: 'digest', check: 'digest' } })
  })
})

describe('tallystick verify --rpc', () => {
  const withRpc = (document: unknown, url = anvil.url, ...more: string[]) =>
    tallystick('verify', file, proofFile('rpc', document), '--rpc', url, ...more)

  test('states the block of a private chain by its node, its operator', async () => {
    await anvil.rpc('anvil_mine', ['0x2'])
    const { code, out, err } = await tallystickProgram(...['verify', file, proofFile('rpc', proof), '--rpc', anvil.url])
    expect([code, err]).toEqual([3, ''])
    expect(out).toMatch(
      /^STATED: .*report\.bin existed not later than \d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC, by the word of the operator of the private chain with the number 31337\. It was compared with the node at 127\.0\.0\.1:\d+\.\n/,
    )
    expect(out).toContain('The issuer calls the network “Test chain”')
    expect(out).toContain('the contract recorded the root at 20')
    expect(out).toContain('is only as trustworthy as its operator')
    expect(out).not.toContain('not been compared')
  })

  test('reports finality once the node does', async () => {
    await anvil.rpc('anvil_mine', ['0x80'])
    const { out } = await withRpc(proof, anvil.url, '--json')
    const { nodes, caveats } = JSON.parse(out)
    expect(nodes).toMatchObject([{ status: 'confirmed', finalized: true }])
    expect(caveats.map(({ code }: { code: string }) => code)).toEqual(['private-chain', 'claims'])
  })

  test('reports a block lost in a reorg, and the new block of the transaction', async () => {
    const snapshot = await anvil.rpc('evm_snapshot')
    const pending = await submit(anvil, contract, createHash('sha256').update(content).digest())
    await anvil.rpc('evm_mine')
    const undone = await confirmed(anvil, pending)
    expect((await withRpc(undone)).out).toMatch(/^STATED: /)
    await anvil.rpc('evm_revert', [snapshot])

    const missing = await withRpc(undone)
    expect(missing.code).toBe(3)
    expect(missing.out).toMatch(
      /Block \d+ of the private chain with the number 31337 is unknown to 127\.0\.0\.1:\d+ \(the latest there: \d+\)/,
    )

    await anvil.rpc('anvil_mine', ['0x1', '0x5'])
    const reorged = await withRpc(undone)
    expect(reorged.code).toBe(1)
    expect(reorged.out).toMatch(
      /^REFUSED: .*block \d+ of the private chain with the number 31337 has the hash 0x[0-9a-f]{64} according to the node at 127\.0\.0\.1:\d+, but the proof says 0x/,
    )

    await anvil.rpc('eth_sendRawTransaction', [undone.anchors[0]?.rawTransaction])
    await anvil.rpc('evm_mine')
    const moved = await withRpc(undone)
    expect(moved.code).toBe(1)
    expect(moved.out).toMatch(
      /it is in block \d+ of the private chain with the number 31337 now\. Download the proof again\./,
    )
    expect((await withRpc(await confirmed(anvil, undone))).out).toMatch(/^STATED: /)
  })

  test('does not ask a node of another chain', async () => {
    const other = await startAnvil('cancun', '--chain-id', '4242')
    try {
      const { code, out, err } = await withRpc(proof, other.url)
      expect([code, out]).toEqual([2, ''])
      expect(err).toMatch(
        /is a node of the chain with the number 4242, but the proof is for the private chain with the number 31337/,
      )
      // Of two nodes, both have to be of the proof's chain.
      expect((await withRpc(proof, anvil.url, '--rpc', other.url)).code).toBe(2)
    } finally {
      await other.stop()
    }
  })

  test('says when no contract has recorded the root', async () => {
    const { code, out } = await withRpc(await anchored(anvil, `0x${'99'.repeat(20)}`, digestOf('sha256')))
    expect(code).toBe(3)
    expect(out).toMatch(/The contract 0x9{40} had not recorded the root by then/)
  })

  test('looks up the block of a proof that is not in one yet', async () => {
    const early = await submit(anvil, contract, createHash('sha256').update(content).digest())
    expect((await withRpc(early)).out).toContain('the transaction is known, but still pending')
    await anvil.rpc('evm_mine')
    const { code, out } = await withRpc(early)
    expect(code).toBe(3)
    expect(out).toMatch(
      /has been included since: it is in block \d+ of the private chain with the number 31337 now\. Download the proof again\./,
    )
  })

  test.each([
    ['that cannot be reached', 'http://127.0.0.1:9', 'does not answer'],
    ['of another scheme', 'ftp://127.0.0.1', 'http or https'],
    ['that is not a URL', 'node', 'http or https'],
  ])('exits with 2 for an RPC %s', async (_, url, message) => {
    const { code, out, err } = await withRpc(proof, url)
    expect([code, out]).toEqual([2, ''])
    expect(err).toContain(message)
  })
})

describe('wrong usage exits with 2', () => {
  test.each([
    ['a missing argument', ['verify', file]],
    ['an unknown option', ['verify', file, 'b', '--nope']],
    ['an unknown command', ['prove']],
    ['a missing file', ['verify', join(folder, 'none'), join(folder, 'plain.json')]],
    ['a missing file and a broken proof', ['verify', join(folder, 'none'), file]],
    ['a missing proof', ['verify', file, join(folder, 'none.json')]],
  ])('%s', async (_, args) => {
    proofFile('plain', proof)
    const { code, err } = await tallystick(...args)
    expect(code).toBe(2)
    expect(err.length).toBeGreaterThan(10)
  })
})

describe('exits with 0', () => {
  test('after printing the help', async () => {
    const { code, out } = await tallystick('verify', '--help')
    expect(code).toBe(0)
    expect(out).toMatch(/exit codes:\n {2}0 {2}CONFIRMED/)
  })

  test('after printing the version of the package', async () => {
    const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
    expect(await tallystickProgram('--version')).toMatchObject({ code: 0, out: `${version}\n` })
  })
})
