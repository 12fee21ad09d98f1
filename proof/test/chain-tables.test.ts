import { readFileSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { knownChains } from '../src/trust/chains.js'

const chains = [...knownChains].map(([id, chain]) => ({ id, ...chain }))
type KnownChain = (typeof chains)[number]

const lineOfPython = ({ id, kind, firstBlockTime }: KnownChain) =>
  `    '${id}': ('${kind}', ${firstBlockTime === undefined ? 'None' : `'${firstBlockTime}'`}),\n`
const code = (text: string | undefined) => (text === undefined ? '' : `\`${text}\``)
const lineOfDocs = ({ id, name = '', kind, firstBlockTime = '', genesisHash }: KnownChain) =>
  `| \`${id}\` | ${name} | ${kind} | ${firstBlockTime} | ${code(genesisHash)} |\n`
const lineOfNodes = ({ id, name = '', nodes }: KnownChain) =>
  `| ${name} | \`${id}\` | ${nodes.map((url) => code(new URL(url).host)).join(', ')} |\n`

/** Writes them with UPDATE_GOLDEN=1. */
test.each([
  ['proof/python/tallystick/chains.py', /(?<=^CHAINS = \{\n)(?: .*\n)*/m, chains.map(lineOfPython)],
  [
    'docs/proof-format.md',
    /(?<=^\| chain \| name \| kind \| first block \| hash of block 0 \|\n\|(?:---\|)+\n)(?:\|.*\n)*/m,
    chains.map(lineOfDocs),
  ],
  [
    'docs/networks.md',
    /(?<=^\| chain \| number \| public nodes \|\n\|(?:---\|)+\n)(?:\|.*\n)*/m,
    chains.filter(({ nodes }) => nodes.length > 0).map(lineOfNodes),
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
