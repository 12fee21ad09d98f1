/** The letters that the fonts of the mark have: Latin ones, and signs of European languages (see `generated/mark-fonts`). */
const letters =
  /^[\u0020-\u007e\u00a0-\u0148\u014a-\u017f\u0218-\u021b\u1e9e\u2010-\u2015\u2018-\u201e\u2020-\u2022\u2026\u2039\u203a\u20ac]*$/

/** Whether a mark can show a name. */
export function hasMarkLetters(name: string): boolean {
  return letters.test(name)
}
