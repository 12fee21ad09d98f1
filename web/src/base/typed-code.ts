/** A code as typed: the code itself, or why it can't be one. */
export type TypedCode = { code: string } | { problem: 'missing' | 'characters' } | { problem: 'length'; count: number }

const length = 10

/**
 * Reads a code as people write it: in groups or not, with O for 0 and I or L for 1 (Crockford), or as the link that leads to its
 * page.
 */
export function readCode(typed: string): TypedCode {
  const text = typed.replace(/^.*\/s\/([^/?#]*).*$/s, '$1').replace(/[\s\p{Dash}]/gu, '')
  const code = text.toUpperCase().replace(/[IL]/g, '1').replace(/O/g, '0')
  if (code === '') return { problem: 'missing' }
  if (!/^[0-9A-HJKMNP-TV-Z]*$/.test(code)) return { problem: 'characters' }
  return code.length === length ? { code } : { problem: 'length', count: code.length }
}
