import { describe, expect, it } from 'vitest'
import { readTable } from '../src/features/files/preview/csv.js'

describe('readTable', () => {
  it.each([
    [
      'name,size\na,1\r\nb,2\n',
      [
        ['name', 'size'],
        ['a', '1'],
        ['b', '2'],
      ],
    ],
    [
      'name;place\n"Doe, Jane";"a ""b""\nc"',
      [
        ['name', 'place'],
        ['Doe, Jane', 'a "b"\nc'],
      ],
    ],
    [
      'a\tb\n\n1\t',
      [
        ['a', 'b'],
        ['1', ''],
      ],
    ],
    ['"never closed,1\n2', [['never closed,1\n2']]],
    ['one\ntwo\n', [['one'], ['two']]],
    [
      'a,b\n"x"y,z',
      [
        ['a', 'b'],
        ['xy', 'z'],
      ],
    ],
    ['', [[]]],
  ])('reads %j', (text, [head, ...rows]) => {
    expect(readTable(text, false)).toEqual({ head, rows, isCut: false })
  })

  it('leaves out a last row that was cut', () => {
    expect(readTable('a,b\n1,2\n3,', true)).toEqual({ head: ['a', 'b'], rows: [['1', '2']], isCut: true })
  })

  it('shows the first rows and columns of a large table', () => {
    const wide = Array.from({ length: 50 }, (_, at) => `c${at}`).join(',')
    const { head, rows, isCut } = readTable(`${wide}\n${'1,2\n'.repeat(10_000)}`, false)
    expect([head.length, rows.length, isCut]).toEqual([40, 200, true])
    expect(readTable(`${wide}\n`, false).isCut).toBe(true)
  })
})
