import { describe, expect, it } from 'vitest'
import { codeStart, newCode, parseCode } from '../../src/stamps/code.js'

describe('a code as people write it', () => {
  it.each([
    ['00phk2dwqp', '00PHK2DWQP'],
    ['00PHK-2DWQP', '00PHK2DWQP'],
    [' 00PHK 2DWQP ', '00PHK2DWQP'],
    ['OOPHK\u00a02DWQP', '00PHK2DWQP'],
    ['ilPHK\u20112DWQP', '11PHK2DWQP'],
  ])('%j is %s', (typed, code) => {
    expect(parseCode(typed)).toBe(code)
  })

  it.each(['', '-', '00PHK2DWQ', '00PHK2DWQPP', '00PHK2DWQU', '00PHK/2DWQP', '００PHK2DWQP'])('%j is none', (typed) => {
    expect(parseCode(typed)).toBeNull()
  })

  it('is the one that was drawn, however it is grouped', () => {
    for (let at = 0; at < 100; at++) {
      const code = newCode()
      expect(parseCode(`${code.slice(0, 5)}-${code.slice(5)}`)).toBe(code)
    }
  })
})

describe('the beginning of codes in a search', () => {
  it.each([
    ['0', '0'],
    ['00phk2', '00PHK2'],
    ['00PHK-2D', '00PHK2D'],
    ['OOPHK 2', '00PHK2'],
  ])('%j is %s', (typed, start) => {
    expect(codeStart(typed)).toBe(start)
  })

  it.each(['O', 'If', 'A ./. B', 'K014-Letter', '00PHK2DWQPP'])('%j is none, because it is a name', (typed) => {
    expect(codeStart(typed)).toBeNull()
  })
})
