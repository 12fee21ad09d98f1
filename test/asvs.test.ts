import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { root } from './sources.js'

/** The sections of ASVS 5.0.0, and the level of each of their requirements at level 1 or 2, which come first in every section. */
const sections = `
  1.1 22 1.2 111112222 1.3 11222222222 1.4 222 1.5 12
  2.1 122 2.2 112 2.3 1222 2.4 2
  3.2 11 3.3 1222 3.4 112222 3.5 11122 3.7 22
  4.1 122 4.2 2 4.3 22 4.4 1222
  5.1 2 5.2 112 5.3 11 5.4 222
  6.1 122 6.2 111111112222 6.3 1122 6.4 1122 6.5 22222 6.6 222 6.8 2222
  7.1 222 7.2 1111 7.3 22 7.4 11222 7.5 22 7.6 22
  8.1 12 8.2 112 8.3 1 8.4 2
  9.1 111 9.2 1222
  10.1 22 10.2 22 10.3 2222 10.4 11111222222 10.5 22222 10.6 22 10.7 222
  11.1 22 11.2 222 11.3 112 11.4 1222 11.5 2 11.6 2
  12.1 122 12.2 11 12.3 2222
  13.1 2 13.2 22222 13.3 22 13.4 12222
  14.1 22 14.2 1222 14.3 122
  15.1 122 15.2 122 15.3 1222222
  16.1 2 16.2 22222 16.3 2222 16.4 222 16.5 222
  17.1 2 17.2 2222 17.3 22`
const requirements = new Map(
  [...sections.matchAll(/([\d.]+) (\d+)/g)].flatMap(([, section, levels = '']) =>
    [...levels].map((level, at) => [`${section}.${at + 1}`, level] as const),
  ),
)

const text = readFileSync(`${root}docs/asvs.md`, 'utf8')
const [beginning = '', ...chapters] = text.split(/^(?=## V\d+ )/m)
const rows = chapters.flatMap((chapter) => {
  const number = /^## V(\d+) /.exec(chapter)?.[1]
  return [...chapter.matchAll(/^\| (\d.*?) \| (.*?) \| (.*?) \| (.*) \|$/gm)].flatMap(([, cell = '', level, state]) =>
    numbersIn(cell).map((id) => ({ number, id, level, state })),
  )
})
const idsWith = (state: string) => rows.filter((row) => row.state === state).map(({ id }) => id)

/** Returns the numbers in a cell, with those between: `1.2.6–1.2.8, 1.3.1`. */
function numbersIn(cell: string): string[] {
  return cell.split(', ').flatMap((part) => {
    const [first = '', last = first] = part.split('–')
    const [section, from, to] = [first.replace(/\d+$/, ''), ...[first, last].map((id) => Number(/\d+$/.exec(id)))]
    return Array.from({ length: Number(to) - Number(from) + 1 }, (_, at) => `${section}${Number(from) + at}`)
  })
}

describe('docs/asvs.md', () => {
  test('has each requirement of levels 1 and 2 once, in order, in its chapter and with its level', () => {
    expect(requirements.size).toBe(253)
    expect(rows.map(({ id, level }) => [id, level])).toEqual([...requirements])
    expect(rows.filter(({ id, number }) => id.split('.')[0] !== number)).toEqual([])
  })

  test('uses the states that it explains', () => {
    const explained = [...beginning.matchAll(/^\| (met|not met|operator|not applicable) \|/gm)].map(
      ([, state]) => state,
    )
    expect(explained).toHaveLength(4)
    expect(rows.filter(({ state }) => !explained.includes(state))).toEqual([])
  })

  test.each([
    ['Not met', 'not met'],
    ['For the operator', 'operator'],
  ])('lists under %s what its rows say', (heading, state) => {
    const [list = ''] = (text.split(`\n## ${heading}\n`)[1] ?? '').split('\n## ')
    const listed = [...list.matchAll(/^\| (\d.*?) \|/gm)].flatMap(([, cell = '']) => numbersIn(cell))
    expect(listed.length).toBeGreaterThan(0)
    expect(listed).toEqual(idsWith(state))
  })

  test('names files that exist', () => {
    const files = [...text.matchAll(/`((?:[\w.-]+\/)+[\w.-]+)`/g)].map(([, path = '']) => path)
    const isThere = (path: string) => [path, `server/src/${path}`].some((one) => existsSync(root + one))
    expect(files.length).toBeGreaterThan(50)
    expect(files.filter((path) => !isThere(path))).toEqual([])
  })
})
