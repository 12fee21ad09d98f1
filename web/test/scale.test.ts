import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { readSources, root } from '../../test/sources.js'

const screens = readSources().filter(({ path }) => path.startsWith('web/src/') && path.endsWith('.tsx'))

/** Space between things, and 6 and 10 px inside of a control or a row; 2 px put a sign in line with its text. */
const space = /^(?:0|px|0\.5|1|1\.5|2|2\.5|3|4|6|10|auto)$/

/** Room for another part: its button, its sign, its axis. */
const room = ['pe-14', 'pe-8', 'ps-9', 'ps-12', 'me-18', 'ps-6.5']

const spacing = /(?<![\w-])-?((?:[pm][xysetblr]?|gap(?:-[xy])?|space-[xy])-(\d+(?:\.\d+)?|\[[^\]]+\]))(?![\w.%-])/g

it('space is 4, 8, 12, 16, 24 or 40', () => {
  const others = screens.flatMap(({ path, text }) =>
    [...text.matchAll(spacing)]
      .filter(([, name = '', value = '']) => !space.test(value) && !room.includes(name))
      .map(([name]) => `${path}: ${name}`),
  )
  expect(others).toEqual([])
})

it('type is 13, 15, 18, 24 or 32', () => {
  const folder = `${root}server/portal/assets/`
  const styles = readdirSync(folder).filter((name) => name.endsWith('.css'))
  const sizes = styles.flatMap((name) =>
    [...readFileSync(folder + name, 'utf8').matchAll(/font-size:([^;}]+)/g)].map(([, size]) => size),
  )
  expect(sizes.length).toBeGreaterThan(5)
  const scale = new Set(['.8125rem', '.9375rem', '1.125rem', '1.5rem', '2rem'])
  // Browsers shrink small print and code; Tailwind evens it out.
  const even = /^(?:100%|inherit|1em|80%|75%)$/
  expect(sizes.filter((size = '') => !scale.has(size) && !even.test(size))).toEqual([])
  const named = screens.flatMap(({ path, text }) =>
    [...text.matchAll(/(?<![\w-])text-(?:xs|xl|[4-9]xl|\[[^\]]*\])(?![\w-])/g)].map(([name]) => `${path}: ${name}`),
  )
  expect(named).toEqual([])
})
