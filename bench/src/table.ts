/** Formats a Markdown table. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [line(head), line(head.map(() => '---:')), ...rows.map(line)].join('\n')
}

/** Formats a number with two decimals. */
export function decimals(value: number): string {
  return value.toFixed(2)
}
