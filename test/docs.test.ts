import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { posix } from 'node:path'
import { describe, expect, test } from 'vitest'
import { checkNames } from '../proof/src/finding.js'
import { englishWords } from '../proof/src/words/en.js'
import { blocksOf } from './blocks.js'
import { contractsDocument } from './contracts-doc.js'
import { settingsTable } from './settings-table.js'
import { root, trackedFiles } from './sources.js'

const documents = trackedFiles('*.md').filter((path) => !path.includes('/test/'))
/** readme.slow.test.ts and server/test/command/manual.slow.test.ts run their blocks. */
const run = ['README.md', 'docs/integrators.md', 'docs/command-line.md']
/** Commands in other documents: each was run by hand, or a test runs it under its own name. */
const tried = [
  /^npm (ci|start|test)$/,
  /^npm run (build|golden|lint|-s sbom|-s licences|-s admin -- .+)$/,
  /^TEST_SEED=1234 (npm test|TEST_SEQUENCE=56 npm run test:faults)$/,
  /^npx (biome check --write \.|vitest run [\w./-]+|vitest run --project \w+)$/,
  /^UPDATE_GOLDEN=1 npx vitest run (--project \w+ )?[\w./-]+$/,
  /^cd tallystick && npm ci$/,
  /^cd \.\.\/your-project && npm install( \.\.\/tallystick\/(proof|sdk))+$/,
  // proof/test/python-command.slow.test.ts
  /^python3 proof\/python\/tallystick_verify\.py .+$/,
  /^npx tallystick --help$/,
  // sdk/test/forger.slow.test.ts
  /^node tallystick\.mjs checkpoint make .+$/,
  /^openssl rand -hex 32$/,
  // server/test/storage/age-debian.long.test.ts
  /^umask 077$/,
  /^age -d -i identity\.txt -o recovered "\$FILE"$/,
  // server/test/packed.slow.test.ts, server/test/main.slow.test.ts
  /^npx tallystick (serve|serve --check|admin --help)$/,
  /^npm pack( --workspace=(proof|contract|command|server)){4} --pack-destination \.\.$/,
  /^npm install \.\.\/tallystick-\*\.tgz$/,
  // server/test/faults/cluster.ts
  /^psql -h db2 -c CHECKPOINT$/,
  /^\/usr\/lib\/postgresql\/15\/bin\/pg_rewind -D .+ -R --source-server='host=db2 .+'$/,
]

test('docs/operators.md lists every setting', () => {
  const path = `${root}docs/operators.md`
  const text = readFileSync(path, 'utf8')
  const expected = text.replace(
    /(<!-- settings:.*-->\n)[\s\S]*?(<!-- \/settings -->)/,
    (_, begin: string, end: string) => `${begin}\n${settingsTable()}\n\n${end}`,
  )
  if (process.env.UPDATE_GOLDEN) writeFileSync(path, expected)
  else expect(text, 'run: UPDATE_GOLDEN=1 npx vitest run test/docs.test.ts').toBe(expected)
})

test('docs/contracts.md shows the files that tests compile and run, and the gas they cost', () => {
  const path = `${root}docs/contracts.md`
  const text = readFileSync(path, 'utf8')
  const expected = contractsDocument(text)
  expect(text.match(/^<!-- file: /gm)).toHaveLength(3)
  if (process.env.UPDATE_GOLDEN) writeFileSync(path, expected)
  else expect(text, 'run: UPDATE_GOLDEN=1 npx vitest run test/docs.test.ts').toBe(expected)
})

test('docs/operators.md quotes log messages as they are written', () => {
  const quoted = [...readFileSync(`${root}docs/operators.md`, 'utf8').matchAll(/`([a-z]+(?:[:,]? [a-z]+){3,})`/g)]
  const sources = trackedFiles('server/src/*.ts').map((path) => readFileSync(`${root}${path}`, 'utf8'))
  expect(quoted.length).toBeGreaterThan(0)
  const missing = quoted.filter(([, message = '']) => !sources.some((text) => text.includes(message)))
  expect(missing.map(([, message]) => message)).toEqual([])
})

test('docs/users.md names what the portal shows', () => {
  const named = [...readFileSync(`${root}docs/users.md`, 'utf8').matchAll(/\*\*([A-Z][^*]+)\*\*/g)]
  const labels = named.map(([, label = '']) => label.replace(/\s+/g, ' '))
  const texts = trackedFiles('web/src')
    .filter((path) => /(\/en\/[\w/-]+|\.en)\.ts$/.test(path))
    .map((path) => readFileSync(`${root}${path}`, 'utf8'))
  expect(labels.length).toBeGreaterThan(0)
  expect(labels.filter((label) => !texts.some((text) => text.includes(label)))).toEqual([])
})

describe('docs/proof-format.md lists', () => {
  const text = readFileSync(`${root}docs/proof-format.md`, 'utf8')
  /** The first cells of the table with this head. */
  const rowsBelow = (head: string) => {
    const [, rows = ''] = text.split(`\n| ${head} |\n`)[1]?.match(/^\|[-|]+\n((?:\|.*\n)*)/) ?? []
    return [...rows.matchAll(/^\| `([\w-]+)` \|/gm)].map(([, cell]) => cell)
  }

  test('every caveat', () => {
    expect(rowsBelow('caveat | when')).toEqual(Object.keys(englishWords.caveats))
  })

  test('the checks by name, in order', () => {
    expect([...text.matchAll(/^\*\*\da?\. (\w+)\.?\*\*/gm)].map(([, name]) => name)).toEqual(checkNames)
  })
})

describe.each(documents)('%s', (path) => {
  test('shows only commands that a test has run', () => {
    if (run.includes(path)) return
    const lines = blocksOf(path, 'sh').flatMap((block) => block.split('\n').filter((line) => line.trim() !== ''))
    expect(lines.filter((line) => !tried.some((pattern) => pattern.test(line)))).toEqual([])
  })

  test('has links that lead somewhere', () => {
    const text = readFileSync(`${root}${path}`, 'utf8').replace(/^```[\s\S]*?^```$/gm, '')
    const links = [...text.matchAll(/\]\((?!https?:|mailto:)([^)#\s]*)(#[^)\s]*)?\)/g)]
    const broken = links.filter(([, target = '', anchor]) => {
      const file = target === '' ? path : posix.join(posix.dirname(path), target)
      if (!existsSync(`${root}${file}`)) return true
      return anchor !== undefined && !anchorsOf(file).includes(anchor.slice(1))
    })
    expect(broken.map(([link]) => link)).toEqual([])
  })
})

describe('docs/interface.md', () => {
  const text = readFileSync(`${root}docs/interface.md`, 'utf8')
  const sections = [...text.matchAll(/^#+ (\d+(?:\.\d+)?) /gm)].map(([, number = '']) => number)
  const citing = trackedFiles('*.ts', '*.tsx', '*.sql', '*.sol', '*.md').filter((path) => citationsIn(path).length > 0)

  test('has sections, each number once', () => {
    expect(sections.length).toBeGreaterThan(0)
    expect(new Set(sections).size).toBe(sections.length)
  })

  test('refers to sections it has', () => {
    expect(numbersIn(text).filter((number) => !sections.includes(number))).toEqual([])
  })

  test.each(citing)('%s cites sections it has', (path) => {
    const wrong = citationsIn(path).filter((citation) => {
      return !citation.startsWith('docs/interface.md ') || !numbersIn(citation).every((one) => sections.includes(one))
    })
    expect(wrong).toEqual([])
  })
})

/** Returns a file's citations of the interface, such as `docs/interface.md §2.5 and §2.6`. Standards are cited by name too. */
function citationsIn(path: string): string[] {
  const text = readFileSync(`${root}${path}`, 'utf8')
  return text.match(/(?:[\w./]*interface(?:\.md)?|\bdecisions) §[\d.]+(?:,? (?:and )?§[\d.]+)*/gi) ?? []
}

function numbersIn(text: string): string[] {
  return [...text.matchAll(/§(\d+(?:\.\d+)?)/g)].map(([, number = '']) => number)
}

/** Returns the anchors of a document's headings, as common renderers make them. */
function anchorsOf(path: string): string[] {
  return [...readFileSync(`${root}${path}`, 'utf8').matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  )
}
