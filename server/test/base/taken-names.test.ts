import { foldPath } from '@tallystick/proof'
import { describe, expect, it } from 'vitest'
import { spelledPortably, spelledTruly, TakenNames } from '../../src/base/archives/taken-names.js'

const long = 'é'.repeat(120)

describe('names in a folder', () => {
  it('of an archive are ones that every system takes, and differ where case does not count', () => {
    const names = new TakenNames(spelledPortably)
    const given = ['a:b.txt', 'a?b.txt', 'A*B.TXT', 'con', 'CON', 'ends.', 'ends_', `${long}.pdf`, `${long}.pdf`]
    const taken = given.map((name) => names.take(name))
    expect(taken.slice(0, 7)).toEqual([
      'a_b.txt',
      'a_b (2).txt',
      'A_B (3).TXT',
      '_con',
      '_CON (2)',
      'ends_',
      'ends_ (2)',
    ])
    expect(taken.slice(7)).toEqual([`${long.slice(0, 98)}.pdf`, `${long.slice(0, 96)} (2).pdf`])
    expect(new Set(taken.map(foldPath)).size).toBe(given.length)
    for (const name of taken) expect(Buffer.byteLength(name)).toBeLessThanOrEqual(200)
  })

  it('leave room for what is put beside them', () => {
    const names = new TakenNames(spelledPortably)
    const name = names.take(`${long}.pdf`, 189)
    expect(names.take(`${name}.proof.json`)).toBe(`${name}.proof.json`)
    expect(Buffer.byteLength(`${name}.proof.json`)).toBeLessThanOrEqual(200)
  })

  it('of a manifest are the true ones, but for what leads out of a folder', () => {
    const names = new TakenNames(spelledTruly)
    expect(['ab:c.txt', 'CON', '..', 'x\\y', `${long}.pdf`].map((name) => names.take(name))).toEqual([
      'ab:c.txt',
      'CON',
      '_',
      'x_y',
      `${long}.pdf`,
    ])
  })
})
