/** Replaces characters that could steer a terminal: a proof, a name or an answer is someone else's text. */
export function printable(line: string): string {
  return line.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '\ufffd')
}
