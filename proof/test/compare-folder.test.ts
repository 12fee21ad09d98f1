import { describe, expect, test } from 'vitest'
import { compareFolder, comparisonOutcome, type FolderEntry } from '../src/manifest/compare-folder.js'

const file = (path: string, hash = path) => ({ path, size: hash.length, hash })
const found = (...files: { path: string; size: number; hash: string }[]): FolderEntry[] =>
  files.map((file) => ({ kind: 'file', ...file }))

describe('files that the operating system created', () => {
  test('are not a problem and are listed separately', () => {
    const there = found(file('a'), file('b/c'), file('b/.DS_Store'), file('._b'), file('b/._c'), file('THUMBS.DB'))
    const comparison = compareFolder([file('a'), file('b/c')], there)
    expect(comparison).toEqual({
      equal: 2,
      problems: [],
      respelled: [],
      leftBySystem: ['._b', 'THUMBS.DB', 'b/.DS_Store', 'b/._c'],
    })
    expect(comparisonOutcome(comparison)).toBe('equal')
  })

  test("don't hide any other difference", () => {
    const comparison = compareFolder([file('a'), file('b')], found(file('a', 'x'), file('.DS_Store'), file('new')))
    expect(comparison.problems.map(({ path, problem }) => `${path} ${problem}`)).toEqual([
      'a changed',
      'b missing',
      'new extra',
    ])
    expect(comparison.leftBySystem).toEqual(['.DS_Store'])
  })

  test('are compared like any other file when the manifest lists them', () => {
    const files = [file('.DS_Store'), file('a'), file('desktop.ini')]
    const same = compareFolder(files, found(...files))
    expect([same.equal, same.problems, same.leftBySystem]).toEqual([3, [], []])
    const changed = compareFolder(files, found(file('.DS_Store', 'x'), file('a'), file('sub/.DS_Store', 'y')))
    expect(changed.problems.map(({ path, problem }) => `${path} ${problem}`)).toEqual([
      '.DS_Store changed',
      'desktop.ini missing',
    ])
    expect(changed.leftBySystem).toEqual(['sub/.DS_Store'])
    const spelled = compareFolder([file('Desktop.ini')], found(file('desktop.ini', 'Desktop.ini')))
    expect([spelled.equal, spelled.respelled.length, spelled.leftBySystem]).toEqual([1, 1, []])
  })

  test('do not include companions without the file they accompany', () => {
    const { problems, leftBySystem } = compareFolder([file('a')], found(file('a'), file('._b'), file('c/._a')))
    expect([problems.length, leftBySystem]).toEqual([2, []])
  })

  test('do not include links and unreadable entries of the same name', () => {
    const links: FolderEntry[] = [
      { path: '.DS_Store', kind: 'link' },
      { path: 'Thumbs.db', kind: 'unreadable', reason: 'permission is missing' },
    ]
    const { problems, leftBySystem } = compareFolder([], links)
    expect([problems.length, leftBySystem]).toEqual([2, []])
  })
})
