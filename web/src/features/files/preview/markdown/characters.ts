const known = new Map<string, string>()

/** Resolves the character references in a text, such as `&amp;`. */
export function withCharacters(text: string): string {
  return text.replace(/&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]{1,31});/gi, characterOf)
}

/** The browser knows their names. A document of its own runs nothing. */
function characterOf(reference: string): string {
  const found = known.get(reference)
  if (found !== undefined) return found
  const { body } = new DOMParser().parseFromString(`<body>${reference}`, 'text/html')
  const character = body.textContent || reference
  known.set(reference, character)
  return character
}
