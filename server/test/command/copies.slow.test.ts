import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { samplePdf } from '../../../sdk/test/sample-pdf.js'
import { useService } from '../service.js'
import { objects, usePerson } from './command.js'

const service = useService()
const { folder, env, run } = usePerson()
beforeAll(async () => {
  const { clientId, secretKey } = await service.account()
  Object.assign(env, { TALLYSTICK_URL: service.url, TALLYSTICK_CLIENT_ID: clientId, TALLYSTICK_SECRET_KEY: secretKey })
})

const read = (name: string) => readFileSync(join(folder, name))
/** Writes a PDF that no other file equals. */
function written(name: string): Uint8Array {
  const pdf = samplePdf({ catalog: `/Lang (${name})` })
  writeFileSync(join(folder, name), pdf)
  return pdf
}

describe('tallystick stamp --copy', () => {
  it('makes a copy beside the document, and one proof fits both', async () => {
    const original = written('contract.pdf')
    const made = await run('stamp', '--copy', '--private', '--proof', 'contract.pdf')
    expect(made).toMatchObject({ code: 0, err: '1 proof written.\n' })
    expect(made.out).toMatch(/^R[0-9A-Z]{9} {2}contract\.stamped\.pdf\n$/)
    expect(read('contract.pdf').equals(original)).toBe(true)
    const copy = read('contract.stamped.pdf')
    expect(copy.subarray(0, original.length).equals(original)).toBe(true)
    const proof = 'contract.stamped.pdf.proof.json'
    const ofCopy = await run('verify', 'contract.stamped.pdf', proof)
    expect(ofCopy).toMatchObject({ code: 0, out: expect.stringContaining('begins with the original') })
    const ofOriginal = await run('verify', 'contract.pdf', proof)
    expect(ofOriginal).toMatchObject({
      code: 0,
      out: expect.stringContaining('This is the original, not its stamped copy'),
    })
    await run('original', 'contract.stamped.pdf', '--output', 'back.pdf')
    expect(read('back.pdf').equals(original)).toBe(true)

    const again = await run('stamp', '--copy', '--private', 'contract.pdf')
    const err = 'tallystick: no copy of contract.pdf: contract.stamped.pdf exists already\n'
    expect(again).toEqual({ code: 2, out: '', err })
    expect(read('contract.stamped.pdf').equals(copy)).toBe(true)
  })

  it('makes one of each, and names those of which it makes none', async () => {
    for (const name of ['a.pdf', 'b.pdf']) written(name)
    writeFileSync(join(folder, 'c.pdf'), 'no PDF')
    const flags = ['--copy', '--private', '--json', '--mark-name', 'Example Ltd', '--own-page']
    const made = await run('stamp', ...flags, '--out', 'copies', 'a.pdf', 'b.pdf', 'c.pdf')
    expect(made).toMatchObject({ code: 6, err: 'left out: c.pdf: This is not a PDF.\n' })
    const expected = ['a', 'b'].map((name) => ({
      file: join('copies', `${name}.stamped.pdf`),
      hash: expect.stringMatching(/^[0-9a-f]{64}$/),
      txid: expect.any(String),
      existing: false,
      code: expect.stringMatching(/^R/),
      url: expect.stringMatching(`^${service.url}/s/R`),
    }))
    expect(objects(made.out)).toEqual(expected)
    expect(read('copies/a.stamped.pdf').toString('latin1')).toContain(`/s/${objects(made.out)[0].code})`)

    await run('stamp', '--copy', '--private', 'a.pdf')
    const rest = await run('stamp', '--copy', '--private', 'a.pdf', './a.stamped.pdf', 'b.pdf')
    const [first, second] = rest.err.split('\n')
    expect([rest.code, rest.out]).toEqual([6, expect.stringMatching(/^R\S+ {2}b\.stamped\.pdf\n$/)])
    expect([first, second]).toEqual([
      'left out: a.pdf: a.stamped.pdf exists already',
      'passed over: ./a.stamped.pdf: the copy of another file',
    ])
  })

  it('publishes with a public stamp what others need to verify the original', async () => {
    written('public.pdf')
    const { code } = JSON.parse((await run('stamp', '--copy', '--public', '--wait', '--json', 'public.pdf')).out)
    const { text } = await service.call('GET', `/s/${code}/proof`)
    writeFileSync(join(folder, 'public.json'), text)
    const verified = await run('verify', 'public.pdf', 'public.json')
    expect(verified).toMatchObject({
      code: 0,
      out: expect.stringContaining('This is the original, not its stamped copy'),
    })
  })

  it.each([
    [['--copy', '--hash', 'ab'], '--copy needs a file, not a hash'],
    [['--copy', '-'], '--copy needs files'],
    [['--copy', '.'], '--copy takes PDF files, and . is a folder'],
    [['--copy', '--name', 'x', 'contract.pdf', 'a.pdf'], '--name is for a single file'],
    [['--own-page', 'contract.pdf'], '--own-page is for --copy'],
    [['--copy', 'missing.pdf'], 'cannot read missing.pdf'],
  ])('refuses %s', async (args, words) => {
    expect(await run('stamp', '--private', ...args)).toMatchObject({
      code: 2,
      out: '',
      err: expect.stringContaining(words),
    })
  })
})
