import { lookalikes, pathProblem } from '@tallystick/proof'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '../../../test/tier.js'
import { manifestPaths } from '../../src/browse/manifest-paths.js'
import { checkName, nameKey } from '../../src/folders/names.js'

const folder = (id: string, parent_id: string, name: string) => ({ id, parent_id, name })
const file = (folder_id: string, name: string, filename = name) => ({ folder_id, name, filename })

describe('paths of a manifest', () => {
  it('start in the folder and lead through its subfolders, in whatever order they were created', async () => {
    const folders = [folder('deep', 'mid', 'c'), folder('top', 'root', 'Top'), folder('mid', 'top', 'b')]
    const files = [file('top', 'x.txt'), file('mid', 'x.txt'), file('deep', 'x.txt')]
    expect(await manifestPaths('top', folders, files)).toEqual(['x.txt', 'b/x.txt', 'b/c/x.txt'])
  })

  it('number equal names, the oldest first, folders before files', async () => {
    const folders = [folder('top', 'root', 'Top'), folder('sub', 'top', 'Notes')]
    const names = ['a.txt', 'A.TXT', 'a.txt', 'a (2).txt', 'notes', 'caf\u00e9', 'cafe\u0301', '.env', '.env']
    const paths = await manifestPaths(
      'top',
      folders,
      names.map((name) => file('top', name)),
    )
    expect(paths).toEqual([
      'a.txt',
      'A (2).TXT',
      'a (3).txt',
      'a (2) (2).txt',
      'notes (2)',
      'caf\u00e9',
      'cafe\u0301 (2)',
      '.env',
      '.env (2)',
    ])
  })

  it('have the extension that a download would have', async () => {
    const top = [folder('top', 'root', 'Top')]
    expect(await manifestPaths('top', top, [file('top', 'Report', 'r.PDF'), file('top', 'v1.2', 'x')])).toEqual([
      'Report.pdf',
      'v1.2',
    ])
  })

  it("are valid in a manifest and distinct, whatever the names; more files don't change them", async () => {
    const name = fc
      .oneof(
        fc.string({ unit: 'grapheme', minLength: 1, maxLength: 6 }),
        fc.constantFrom(
          'a',
          'A',
          'a (2)',
          'C:',
          'c:x',
          '..\\x',
          '...',
          'ß',
          'ss',
          'ς',
          'σ',
          'a.b',
          'ﬁ',
          'fi',
          '\u202ea',
        ),
      )
      .filter((text) => {
        try {
          checkName('name', text)
          return true
        } catch {
          return false
        }
      })
    const folders = fc.uniqueArray(name, { maxLength: 4, selector: nameKey })
    await fc.assert(
      fc.asyncProperty(folders, fc.array(fc.tuple(fc.nat(4), name, name), { maxLength: 12 }), async (names, some) => {
        const tree = [folder('top', 'root', 'Top'), ...names.map((text, i) => folder(`f${i}`, 'top', text))]
        const files = some.map(([at, text, sent]) => file(at < names.length ? `f${at}` : 'top', text, sent))
        const paths = await manifestPaths('top', tree, files)
        for (const path of paths) expect([path, pathProblem(path)]).toEqual([path, undefined])
        expect(lookalikes(paths)).toEqual([])
        const all = new Set(paths)
        for (const path of paths) expect(all.has(path.split('/').slice(0, -1).join('/'))).toBe(false)
        expect(await manifestPaths('top', tree, files.slice(0, -1))).toEqual(paths.slice(0, -1))
      }),
      { numRuns: runs(500) },
    )
  })

  it('try each number once, however many files share a name', async () => {
    const count = 20_000
    const files = Array.from({ length: count }, (_, i) => file('top', i % 2 === 0 ? 'Scan.pdf' : 'scan.PDF'))
    const paths = await manifestPaths('top', [folder('top', 'root', 'Top')], files)
    expect(new Set(paths).size).toBe(count)
    expect(paths.at(-1)).toBe(`scan (${count}).PDF`)
  })
})
