import { readFileSync } from 'node:fs'
import { root } from './sources.js'

/** Returns `docs/contracts.md` as it should be: files of the repository in its blocks, and the gas that was measured. */
export function contractsDocument(text: string): string {
  const filled = text.replace(
    /(<!-- file: (\S+) -->\n\n```\w+\n)[\s\S]*?^```$/gm,
    (_, begin: string, path: string) => `${begin}${readFileSync(`${root}${path}`, 'utf8')}\`\`\``,
  )
  return filled.replace(/(<!-- gas -->\n)[\s\S]*?(<!-- \/gas -->)/, (_, begin: string, end: string) => {
    return `${begin}\n${gasTable()}\n\n${end}`
  })
}

function gasTable(): string {
  const gas = JSON.parse(readFileSync(`${root}contract/gas.json`, 'utf8')) as Record<string, number>
  const figure = (value = 0) => value.toLocaleString('en')
  const sizes = Object.keys(gas).flatMap((name) => /^verifyOf(\d+)$/.exec(name)?.[1] ?? [])
  const rows = sizes.map((size) => {
    return `| ${figure(Number(size))} | ${figure(gas[`verifyOf${size}`])} | ${figure(gas[`registerOf${size}`])} |`
  })
  return ['| entries in the tree | `verify` | `register` of the example |', '|---|---|---|', ...rows].join('\n')
}
