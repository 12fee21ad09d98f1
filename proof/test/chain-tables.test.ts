import { readFileSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { knownChains } from '../src/chains.js'

const chains = [...knownChains].map(([id, { name = '', kind, firstBlockTime }]) => ({ id, name, kind, firstBlockTime }))

const lineOfPython = ({ id, kind, firstBlockTime }: (typeof chains)[number]) =>
  `    '${id}': ('${kind}', ${firstBlockTime === undefined ? 'None' : `'${firstBlockTime}'`}),\n`
const lineOfDocs = ({ id, name, kind, firstBlockTime }: (typeof chains)[number]) =>
  `| \`${id}\` | ${name} | ${kind} | ${firstBlockTime ?? ''} |\n`

/** Writes them with UPDATE_GOLDEN=1. */
test.each([
  ['proof/python/tallystick/chains.py', /(?<=^CHAINS = \{\n)(?: .*\n)*/m, chains.map(lineOfPython)],
  [
    'docs/proof-format.md',
    /(?<=^\| chain \| name \| kind \| first block \|\n\|(?:---\|)+\n)(?:\|.*\n)*/m,
    chains.map(lineOfDocs),
  ],
])(
  'the table of chains is the same in %s (UPDATE_GOLDEN=1 npx vitest run --project proof proof/test/chain-tables.test.ts)',
  (path, place, lines) => {
    const file = new URL(`../../${path}`, import.meta.url)
    const made = readFileSync(file, 'utf8').replace(place, lines.join(''))
    if (process.env.UPDATE_GOLDEN === '1') writeFileSync(file, made)
    expect(readFileSync(file, 'utf8')).toBe(made)
    expect(made).toContain(lines.join(''))
  },
)
