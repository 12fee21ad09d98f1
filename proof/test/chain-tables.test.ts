import { readFileSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { chainTable } from '../src/trust/chain-table.js'
import { knownChains } from '../src/trust/chains.js'

const chains = [...knownChains].map(([id, chain]) => ({ id, ...chain }))
type KnownChain = (typeof chains)[number]

const lineOfPython = ({ id, kind, firstBlockTime, isEnded }: KnownChain) => {
  const time = firstBlockTime === undefined ? 'None' : `'${firstBlockTime}'`
  return `    '${id}': ('${kind}', ${time}, ${isEnded ? 'True' : 'False'}),\n`
}
const code = (text: string | undefined) => (text === undefined ? '' : `\`${text}\``)
const lineOfDocs = ({ id, name = '', kind, isEnded, isRefused, firstBlockTime = '', genesisHash }: KnownChain) => {
  const state = isEnded ? ', ended' : isRefused ? ', refused' : ''
  return `| \`${id}\` | ${name} | ${kind}${state} | ${firstBlockTime} | ${code(genesisHash)} |\n`
}
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

test.each(chains)('the public nodes of $id are under domains of different owners', ({ nodes }) => {
  const domains = nodes.map((url) => new URL(url).hostname.split('.').slice(-2).join('.'))
  expect(new Set(domains).size).toBe(domains.length)
})

test('each chain has a number and, unless it shares one, a block 0 of its own', () => {
  expect(new Set(chainTable.map(([id]) => id)).size).toBe(chainTable.length)
  const shared = ['eip155:61', 'eip155:43113']
  const hashes = chains.flatMap(({ id, genesisHash }) => (shared.includes(id) ? [] : (genesisHash ?? [])))
  expect(new Set(hashes).size).toBe(hashes.length)
  for (const hash of hashes) expect(hash).toMatch(/^0x[0-9a-f]{64}$/)
})
