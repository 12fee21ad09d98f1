import {
  type BitcoinHeader,
  bitcoinTimes,
  type CheckedToken,
  checkpointsIn,
  fromHex,
  type KnownBlock,
  knownByCheckpoints,
  knownByHash,
  type ProofDocument,
  ProofError,
  readBitcoinHeader,
} from '@tallystick/proof'
import { askNodes, askPublicNodes, type NodeAnswers, type RootedAnchor } from '@tallystick/sdk'
import { inputStream, reading } from '../input.js'
import { askIssuer, type Issuer } from './issuer.js'

/** Sources that the reader compares blocks with, besides the document. */
export type OutsideFlags = {
  /** Nodes of the reader's choice; all of them have to agree. */
  readonly rpc?: readonly string[]
  /** Whether to ask public nodes. */
  readonly online?: boolean
  /** Hash of the block, from an explorer or the reader's own records; with its number and a colon before it, if known. */
  readonly blockHash?: string
  /** Files with signed lists of blocks. */
  readonly checkpoints?: readonly string[]
  /** Addresses whose lists the reader trusts. */
  readonly signer?: readonly string[]
  /** Files with the certificates of authorities that the reader trusts. */
  readonly ca?: readonly string[]
  /** Headers of Bitcoin blocks, in hex. */
  readonly bitcoinHeader?: readonly string[]
  /** The service whose word the reader takes. */
  readonly service?: Issuer
}

/** Returns what the reader, lists and nodes know about the blocks of anchors.
 * @throws Error for people when a hash or a list is not one, RpcError when a node does not answer.
 */
export async function knownOutside(anchors: readonly RootedAnchor[], flags: OutsideFlags): Promise<NodeAnswers> {
  const asked = [
    { answers: [], known: await knownByReader(flags), caveats: [] },
    ...(flags.rpc === undefined ? [] : [await askNodes(flags.rpc, anchors)]),
    ...(flags.online === true ? [await askPublicNodes(anchors)] : []),
    ...(flags.service === undefined ? [] : [await askIssuer(flags.service, anchors)]),
  ]
  return {
    answers: asked.flatMap(({ answers }) => answers),
    known: asked.flatMap(({ known }) => known),
    caveats: asked.flatMap(({ caveats }) => caveats),
  }
}

/** Blocks known without network access: from a hash that the reader gives, and from lists. */
async function knownByReader({ blockHash, checkpoints = [], signer }: OutsideFlags): Promise<KnownBlock[]> {
  const known: KnownBlock[] = []
  if (blockHash !== undefined) {
    const block = knownByHash(blockHash)
    if (block === undefined) throw new Error('--block-hash must be a hash of 64 hex digits, or NUMBER:HASH')
    known.push(block)
  }
  const signers = (signer ?? []).map((address) => address.toLowerCase())
  const wrong = signers.find((address) => !/^0x[0-9a-f]{40}$/.test(address))
  if (wrong !== undefined) throw new Error('--signer must be 0x and 40 hex digits')
  if (signers.length > 0 && checkpoints.length === 0) throw new Error('--signer needs a list of blocks: --checkpoints')
  for (const path of checkpoints) {
    const list = await readList(path)
    if (signers.length > 0 && !signers.includes(list.signer)) {
      throw new Error(`cannot use ${path}: it is signed by ${list.signer}, not by an address you trust (--signer)`)
    }
    known.push(...knownByCheckpoints(list, signers))
  }
  return known
}

/**
 * Checks the times in a proof that are of no block: by the authorities that the reader trusts, and by Bitcoin headers.
 * @throws Error for people when a file holds no certificates, a header does not show its work, or no calendar is there to compare it with.
 */
export async function knownTimes(proof: ProofDocument, flags: OutsideFlags): Promise<CheckedToken[]> {
  return [...(await authorityTimes(proof, flags)), ...calendarTimes(proof, flags)]
}

function calendarTimes(proof: ProofDocument, { bitcoinHeader = [] }: OutsideFlags): CheckedToken[] {
  if (bitcoinHeader.length === 0) return []
  if (!proof.witnesses?.some(({ kind }) => kind === 'opentimestamps')) {
    throw new Error('the proof has no statement of an OpenTimestamps calendar to compare with --bitcoin-header')
  }
  return bitcoinTimes(proof, bitcoinHeader.map(headerIn))
}

function headerIn(text: string): BitcoinHeader {
  const digits = text.replace(/\s/g, '').toLowerCase()
  if (!/^([0-9a-f]{2})+$/.test(digits)) throw new Error('--bitcoin-header must be hex: 160 digits')
  try {
    return readBitcoinHeader(fromHex(digits))
  } catch (error) {
    if (!(error instanceof ProofError)) throw error
    throw new Error(`cannot use --bitcoin-header: ${error.message}`, { cause: error })
  }
}

async function authorityTimes(proof: ProofDocument, { ca = [] }: OutsideFlags): Promise<CheckedToken[]> {
  if (ca.length === 0 && !proof.witnesses?.some(({ kind }) => kind === 'rfc3161')) return []
  // Loaded when needed: the ASN.1 library takes longer than everything else.
  const { readCertificates, verifyWitnesses } = await import('@tallystick/proof/tsa')
  const files = await Promise.all(ca.map((path) => usable(path, (bytes) => readCertificates(bytes.toString('latin1')))))
  return verifyWitnesses(proof, files.flat())
}

const readList = (path: string) => usable(path, (bytes) => checkpointsIn(bytes, Date.now()))

/** Reads a file of the reader's own. @throws Error for people when it is of no use. */
async function usable<Value>(path: string, parse: (bytes: Buffer) => Value): Promise<Value> {
  const pieces: Uint8Array[] = []
  const read = async () => {
    for await (const piece of inputStream(path)) pieces.push(piece)
  }
  await reading(path, read())
  try {
    return parse(Buffer.concat(pieces))
  } catch (error) {
    if (!(error instanceof ProofError)) throw error
    throw new Error(`cannot use ${path}: ${error.message}`, { cause: error })
  }
}
