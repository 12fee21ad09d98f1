import { type Binding, bindingText } from './certificate/binding.js'
import type { ProofAnchor, ProofDocument, ProofWitness } from './format.js'
import { type AnchorChain, chainName, isPrivateChain, knownChains } from './trust/chains.js'
import type { BlockAnchor, ComparedBlock } from './trust/known-blocks.js'
import type { KnownTime } from './trust/known-times.js'
import type { MisdatedBlock } from './trust/receipt-time.js'

/*
 * The sentences that limit a verdict: what it leaves open, and what a reader must believe for it to mean something.
 */

/** Every kind of caveat. A closed set: the portal has words for each. */
export const caveatCodes = [
  /** The transaction is signed, but in no block yet. */
  'not-in-block',
  /** The block was compared with nothing outside of the document. */
  'not-compared',
  /** Checkpoints before and after the block bound its time. */
  'between-checkpoints',
  /** The document names another block that nothing vouched for. */
  'others-not-compared',
  /** The document names a witness whose statement has not been checked. */
  'witness-not-checked',
  'private-chain',
  'test-chain',
  'unknown-chain',
  /** A block is dated before the entry was received, as the issuer says. */
  'times-contradict',
  /** The document's names and states are its issuer's claims. */
  'claims',
  'no-file',
  'no-details',
  /** A certificate whose words were not compared with its proof, or can show something else than was compared. */
  'words-unbound',
  'words-shown',
  /** A manifest: the list of files, their names and paths. */
  'list',
  'no-files',
  /** An .ots file: transaction and block are named, not contained. */
  'named-only',
  'digest-only',
  /** Nodes that were asked: one does not have the block, or they contradict each other. */
  'node-lacks-block',
  'nodes-disagree',
  /** A certificate behind the timestamp token that the verdict rests on has expired. */
  'certificate-expired',
  /** Whether one was revoked takes the network to know. */
  'revocation-unknown',
  /** The block is part of the chain, but may still be replaced, as far as the node says. */
  'not-final',
  /** The contract has not recorded the root: other contracts do not see the stamp. */
  'not-recorded',
  /** The node does not show block 0, so only its word says which chain it is of. */
  'genesis-unknown',
] as const
export type CaveatCode = (typeof caveatCodes)[number]

/** Something that a verdict leaves open, or rests on. */
export type Caveat = { readonly code: CaveatCode; readonly message: string }

/** Returns the block's name in a sentence. */
export function blockName({ chain, blockNumber }: Pick<BlockAnchor, 'chain' | 'blockNumber'>): string {
  return `block ${blockNumber} of ${chainName(chain)}`
}

/** Returns the caveats of blocks compared with what is known about them. */
export function blockCaveats(blocks: readonly ComparedBlock<BlockAnchor>[], isConfirmed: boolean): Caveat[] {
  const unknown = blocks.filter(({ sources }) => sources.length === 0)
  const open = [...new Map(unknown.map((block) => [block.anchor.blockHash, block])).values()]
  const caveats = open.slice(0, 1).map(({ anchor }): Caveat => {
    const several = open.length === 1 ? '' : ` (and ${open.length - 1} more)`
    if (isConfirmed) {
      const message = `${capital(blockName(anchor))}${several}, which the document also names, has not been compared with the network.`
      return { code: 'others-not-compared', message }
    }
    const message = `${capital(blockName(anchor))}${several} has not been compared with the network: whether it is part of that chain is open.`
    return { code: 'not-compared', message }
  })
  return [...caveats, ...open.flatMap(boundsOf)]
}

function boundsOf({ anchor, before, after }: ComparedBlock<BlockAnchor>): Caveat[] {
  const times = [
    ...(before?.time === undefined ? [] : [`after block ${before.number}, dated ${before.time}`]),
    ...(after?.time === undefined ? [] : [`before block ${after.number}, dated ${after.time}`]),
  ]
  if (times.length === 0) return []
  const message = `No checkpoint lists ${blockName(anchor)}. If it is part of that chain, it was made ${times.join(' and ')}.`
  return [{ code: 'between-checkpoints', message }]
}

/** Returns what the chains of a verdict mean for it, each once. */
export function chainCaveats(anchors: readonly AnchorChain[]): Caveat[] {
  return uniqueCaveats(anchors.flatMap(caveatsOfChain))
}

/** Returns each caveat once. */
export function uniqueCaveats(caveats: readonly Caveat[]): Caveat[] {
  return [...new Map(caveats.map((caveat) => [caveat.message, caveat])).values()]
}

function caveatsOfChain(anchor: AnchorChain): Caveat[] {
  const name = capital(chainName(anchor.chain))
  const known = knownChains.get(anchor.chain)
  if (isPrivateChain(anchor)) {
    const says =
      known?.kind === 'private'
        ? `The time of ${chainName(anchor.chain)}`
        : `The issuer says that ${chainName(anchor.chain)} is private: its time`
    return [{ code: 'private-chain', message: `${says} is only as trustworthy as its operator.` }]
  }
  if (known === undefined) {
    const message = `${name} is not in the table of known chains: if it is private, its time is only as trustworthy as the operator.`
    return [{ code: 'unknown-chain', message }]
  }
  if (known.kind === 'public') return []
  return [{ code: 'test-chain', message: `${name} is a test network: it may be restarted, and its blocks be lost.` }]
}

/** Returns what the document says about itself and no hash covers. */
export function claimCaveats(anchors: readonly ProofAnchor[]): Caveat[] {
  const networks = [...new Set(anchors.map(({ network }) => `"${network}"`))].join(', ')
  const states = [...new Set(anchors.map(({ state }) => `"${state}"`))].join(', ')
  return [
    { code: 'claims', message: `The issuer calls the network ${networks} and the state ${states}. These are claims.` },
  ]
}

/** Returns the caveat of anchors that are in no block yet; a witness can vouch for a time before there is one. */
export function waitingCaveat(isConfirmed = false): Caveat {
  const message = 'The transaction is signed, but this proof has no block for it'
  return { code: 'not-in-block', message: `${message}${isConfirmed ? '.' : ': no time is proven yet.'}` }
}

/** Returns what it takes to check the statements that no one has checked; for blocks of another chain see {@link blockCaveats}. */
export function uncheckedCaveats(witnesses: readonly ProofWitness[], times: readonly KnownTime[]): Caveat[] {
  const open = (of: (witness: ProofWitness) => string | undefined, advice: string): Caveat[] => {
    const names = [...new Set(witnesses.flatMap((witness) => of(witness) ?? []))].map((name) => `"${name}"`)
    if (names.length === 0) return []
    const message = `What ${names.join(' and ')} (as the issuer calls them) witnessed has not been checked: ${advice}`
    return [{ code: 'witness-not-checked', message }]
  }
  const isKnown = (token: string) => times.some((time) => time.token === token)
  return [
    ...open(
      (witness) => (witness.kind === 'rfc3161' && !isKnown(witness.token) ? witness.authority : undefined),
      'give the certificate of an authority that you trust (--ca FILE).',
    ),
    ...open(
      (witness) => (witness.kind === 'opentimestamps' ? witness.calendar : undefined),
      'take the proof as an .ots file, and verify it with an OpenTimestamps client.',
    ),
  ]
}

/**
 * Returns what the certificates behind an authority's time leave open.
 * @param now the reader's clock in milliseconds since 1970; without it, nothing counts as expired.
 */
export function certificateCaveats({ validUntil, source }: KnownTime, now: number | undefined): Caveat[] {
  const behind = `behind the time of ${source.name}`
  const expired: Caveat = {
    code: 'certificate-expired',
    message: `A certificate ${behind} expired at ${validUntil}: who has had its key since could have made the token.`,
  }
  const revocation: Caveat = {
    code: 'revocation-unknown',
    message: `Whether a certificate ${behind} was revoked has not been checked: only the authority can say.`,
  }
  return [...(now !== undefined && now > Date.parse(validUntil) ? [expired] : []), revocation]
}

/** Returns the caveat of a block that is dated before its entry was received. */
export function timeCaveats(misdated: MisdatedBlock | undefined): Caveat[] {
  if (misdated === undefined) return []
  const { anchor, blockTime, received } = misdated
  const block = capital(blockName({ ...anchor, blockNumber: anchor.blockNumber ?? 0 }))
  const message = `${block} is dated ${blockTime}, before the issuer received the entry (${received}, as it says): one of the two clocks was wrong.`
  return [{ code: 'times-contradict', message }]
}

/** Returns what remains unproven about the entry itself. */
export function entryCaveats(proof: ProofDocument, isFileCompared: boolean): Caveat[] {
  const caveats: Caveat[] = []
  if (!isFileCompared) {
    caveats.push({
      code: 'no-file',
      message: `No file was compared: the proof is about any content with the digest ${proof.hash}.`,
    })
  }
  if (proof.details === undefined) {
    caveats.push({
      code: 'no-details',
      message:
        'Salt and details are absent: the proof covers the digest alone. It cannot show the name, the code, the owner, the metadata, or when the service received it.',
    })
  }
  return caveats
}

/** Returns what remains open about the words of the certificate that carried a proof. */
export function wordsCaveats(binding: Binding | undefined): Caveat[] {
  const message = binding && bindingText(binding)
  if (message === undefined) return []
  return [{ code: binding?.status === 'unbound' ? 'words-unbound' : 'words-shown', message }]
}

/** Returns what no chain covers about a manifest, whatever its blocks were compared with. */
export function listCaveats(): Caveat[] {
  const message =
    "Each content is proven separately. That the list is complete, and the files' names and paths, are claims of the issuer."
  return [{ code: 'list', message }]
}

/** Returns the caveats of an .ots file; `isFound` once a node has what it names. */
export function otsCaveats(
  { chain, transactionId }: { readonly chain: string; readonly transactionId: string },
  isFound: boolean,
): Caveat[] {
  const named = `The file only names transaction ${transactionId} on ${chainName(chain)} and its block: no time is proven until they are found there.`
  return [
    ...(isFound ? [] : [{ code: 'named-only', message: named } as const]),
    ...chainCaveats([{ chain }]),
    {
      code: 'digest-only',
      message: 'An .ots file covers the digest alone: the name, code and other details of the entry are not proven.',
    },
  ]
}

/** Capitalizes the first letter. */
function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
