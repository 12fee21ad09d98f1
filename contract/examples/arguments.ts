type Hex = `0x${string}`

/** The members of a proof document that the contract reads; salt and details may be erased. */
interface Proof {
  hash: string
  commitment: string
  leafIndex: number
  treeSize: number
  path: readonly string[]
  anchors: readonly { chain: string; contract: string; notary: string }[]
}

/** Returns the arguments of `verify`, and of `register` in the example, for the anchor of a chain. */
export function verifyArguments(proof: Proof, chain: string) {
  const anchor = proof.anchors.find((one) => one.chain === chain)
  if (!anchor) throw new Error(`The proof has no anchor on ${chain}.`)
  const hex = (text: string): Hex => `0x${text}`
  return [
    anchor.notary as Hex,
    hex(proof.hash),
    hex(proof.commitment),
    BigInt(proof.leafIndex),
    BigInt(proof.treeSize),
    proof.path.map(hex),
  ] as const
}
