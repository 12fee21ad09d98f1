/** A line of a paragraph, not of an example or a table. */
const isText = (line: string) => /^\S/.test(line)

/** Breaks the paragraphs of a text into lines of a width. Paragraphs with indented lines stay as they are. */
export function wrapped(text: string, width: number): string {
  const paragraphs = text.split('\n\n').map((paragraph) => {
    const lines = paragraph.split('\n').filter((line) => line !== '')
    return lines.every(isText)
      ? filled(lines.join(' '), width) + paragraph.slice(paragraph.trimEnd().length)
      : paragraph
  })
  return paragraphs.join('\n\n')
}

function filled(text: string, width: number): string {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const last = lines.at(-1)
    if (last !== undefined && last.length + 1 + word.length <= width) lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word)
  }
  return lines.join('\n')
}
