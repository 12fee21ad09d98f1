import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ProofDocument } from '@tallystick/proof'
import { afterAll, describe, expect, test } from 'vitest'
import { vectorCopy } from '../../proof/test/vectors/stamped-copy.js'
import { tallystick } from './run-command.js'

const home = mkdtempSync(join(tmpdir(), 'tallystick-original-'))
afterAll(() => rmSync(home, { recursive: true }))
const vectors = JSON.parse(
  readFileSync(new URL('../../proof/vectors/proofs-valid.json', import.meta.url), 'utf8'),
) as Record<string, ProofDocument>

function written(name: string, content: string | Uint8Array): string {
  const path = join(home, name)
  writeFileSync(path, content)
  return path
}

const copy = written('contract.stamped.pdf', vectorCopy.copy)
const original = written('contract.pdf', vectorCopy.original)
const proof = written('contract.proof.json', JSON.stringify(vectors['stamped copy']))
const named = createHash('sha256').update(vectorCopy.original).digest('hex')

describe('a stamped copy', () => {
  test('gives its original back, byte by byte, and replaces no file', async () => {
    const path = join(home, 'contract.stamped.original.pdf')
    expect(await tallystick('original', copy)).toMatchObject({ code: 0, err: `Written to ${path}.\n` })
    expect(readFileSync(path)).toEqual(Buffer.from(vectorCopy.original))
    const again = await tallystick('original', copy)
    expect(again).toMatchObject({ code: 2, err: expect.stringContaining('it exists already; use --force or --output') })
    expect((await tallystick('original', copy, '--force')).code).toBe(0)
    const { out } = await tallystick('original', copy, '--output', '-')
    expect(out).toBe(Buffer.from(vectorCopy.original).toString())
  })

  test.each([
    ['another file', () => [original], 'is no stamped copy: it does not say where an original ends'],
    ['a file that is missing', () => [join(home, 'missing.pdf')], 'no such file'],
    ['standard input', () => ['-'], 'it cannot come from standard input'],
  ])('is not %s', async (_, args, said) => {
    const { code, err } = await tallystick('original', ...args(), '--output', join(home, 'none.pdf'))
    expect([code, err]).toEqual([2, expect.stringContaining(said)])
    expect(existsSync(join(home, 'none.pdf'))).toBe(false)
  })

  test('is verified, and so is its original, and the verdict says which of them it is', async () => {
    const ofCopy = await tallystick('verify', copy, proof)
    expect([ofCopy.code, ofCopy.out]).toEqual([3, expect.stringContaining(`The stamped copy begins with the original`)])
    const ofOriginal = await tallystick('verify', original, proof)
    expect([ofOriginal.code, ofOriginal.out]).toEqual([
      3,
      expect.stringContaining('This is the original, not its stamped copy'),
    ])
  })

  test('that was changed is refused, with a verdict on the original that is left of it', async () => {
    const changed = written('changed.pdf', Buffer.concat([vectorCopy.copy, Buffer.from('x')]))
    const { code, out } = await tallystick('verify', changed, proof)
    expect([code, out]).toEqual([
      1,
      expect.stringMatching(/^REFUSED: the stamped copy was changed: .* are still the original/),
    ])
    expect(out).toContain(`CONSISTENT: the original in it fits this proof`)
    const { hash } = vectors['stamped copy']!
    const [anchor] = vectors['stamped copy']!.anchors
    const json = JSON.parse(
      (await tallystick('verify', changed, proof, '--json', '--block-hash', `${anchor?.blockHash}`)).out,
    )
    expect(json).toMatchObject({
      outcome: 'refused',
      failure: { facts: { case: 'copy', proven: hash, original: named, bytes: vectorCopy.original.length } },
      // Compared with what the flags name, as any other.
      original: { outcome: 'stated', headline: expect.stringContaining('the original in it') },
    })
  })
})
