/** How a language writes values. */
interface Notation {
  text(value: string): string
  key(name: string): string
  words: { null: string; true: string; false: string }
  indent: string
}

/** TypeScript, in the style of the client's own documentation. */
export const typescriptNotation: Notation = {
  text: (value) => `'${JSON.stringify(value).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`,
  key: (name) => (/^[A-Za-z_]\w*$/.test(name) ? name : typescriptNotation.text(name)),
  words: { null: 'null', true: 'true', false: 'false' },
  indent: '  ',
}

/** Python. Its strings read JSON's escapes. */
export const pythonNotation: Notation = {
  text: (value) => JSON.stringify(value),
  key: (name) => JSON.stringify(name),
  words: { null: 'None', true: 'True', false: 'False' },
  indent: '    ',
}

/** Writes a value of JSON, `depth` levels deep in the code around it. */
export function literal(notation: Notation, value: unknown, depth = 0): string {
  const { words, indent } = notation
  if (value === null || value === undefined) return words.null
  if (typeof value === 'boolean') return words[`${value}`]
  if (typeof value === 'string') return notation.text(value)
  if (typeof value !== 'object') return String(value)
  const isList = Array.isArray(value)
  const [open, close] = isList ? '[]' : '{}'
  const parts = isList
    ? value.map((one) => literal(notation, one, depth + 1))
    : Object.entries(value).map(([name, one]) => `${notation.key(name)}: ${literal(notation, one, depth + 1)}`)
  if (parts.length === 0) return `${open}${close}`
  const inner = indent.repeat(depth + 1)
  return `${open}\n${parts.map((part) => `${inner}${part},\n`).join('')}${indent.repeat(depth)}${close}`
}
