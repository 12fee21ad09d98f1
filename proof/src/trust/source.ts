/** Source of the claim that a block is part of its chain. */
export type Source = {
  /**
   * `block-hash`: the reader, who got the hash elsewhere. `node`: a node the reader named. `public-node`: one of the public nodes
   * that `knownChains` lists. `issuer-node`: the node of the service that issued the proof. `checkpoints`: a signed list.
   * `authority`: a timestamping authority that the reader trusts. `bitcoin-header`: a header of Bitcoin that the reader got elsewhere.
   */
  readonly kind: 'block-hash' | 'node' | 'public-node' | 'issuer-node' | 'checkpoints' | 'authority' | 'bitcoin-header'
  /** Host of the node, signer of the list, name in the authority's certificate, or hash of the header; empty for a block hash. */
  readonly name: string
  /** Name in the certificate that the reader trusts, where the authority's own is another. */
  readonly certifiedBy?: string
}

const names: { readonly [Kind in Source['kind']]: string } = {
  'block-hash': 'the block hash you gave',
  node: 'the node at ',
  'public-node': 'the public node ',
  'issuer-node': "the issuer's own record at ",
  checkpoints: 'the checkpoints signed by ',
  authority: 'the timestamping authority ',
  'bitcoin-header': 'the Bitcoin header you gave, ',
}

/** Names sources in a diagnostic, each once. People read those of the tables of words. */
export function sourceNames(sources: readonly Source[]): string {
  return [...new Set(sources.map(sourceName))].join(' and ')
}

/** Certificates can hold any words, so those are quoted. */
function sourceName({ kind, name, certifiedBy }: Source): string {
  const certifier = certifiedBy === undefined ? '' : `, certified by ${JSON.stringify(certifiedBy)}`
  return `${names[kind]}${kind === 'authority' ? JSON.stringify(name) : name}${certifier}`
}
