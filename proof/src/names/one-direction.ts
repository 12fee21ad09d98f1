/** Removes characters that change the direction of text: they could disguise the type of a file. */
export function inOneDirection(name: string): string {
  return name.replace(/[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '')
}
