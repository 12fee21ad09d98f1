/** Splits a block hash into groups of four digits, in which people compare it. */
export function groupsOf(blockHash: string): string[] {
  return blockHash.slice(2).match(/.{4}/g) ?? []
}
