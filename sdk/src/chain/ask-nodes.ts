import { type Caveat, chainName, type KnownBlock, knownChains } from '@tallystick/proof'
import { type AnchorFinding, checkAnchor, type NamedAnchor } from './check-anchor.js'
import { type ChainNode, connect } from './node.js'
import { apart, type Places } from './place.js'
import { RpcError, type RpcOptions } from './rpc.js'

/** An anchor, and the root that it should carry. */
export type RootedAnchor = { readonly root: string; readonly anchor: NamedAnchor }

/** A node's answer about one anchor. */
export type NodeAnswer = {
  readonly host: string
  readonly places: Places
  readonly anchor: NamedAnchor
  readonly finding: AnchorFinding
}

/** Everything learned from nodes. */
export type NodeAnswers = {
  readonly answers: readonly NodeAnswer[]
  /** The blocks on which all nodes agree. */
  readonly known: readonly KnownBlock[]
  readonly caveats: readonly Caveat[]
}

/** Concurrent requests to each node. */
const CONCURRENCY = 8
/** One public node may be wrong, or lie; that two do in the same way is unlikely. */
const PUBLIC_NODES_MIN = 2

/**
 * Asks the reader's own nodes about anchors. Those of one chain have to agree.
 * @throws {@link RpcError} when a node does not answer, or is of none of the anchors' chains: this says nothing about the proof.
 */
export async function askNodes(
  urls: readonly string[],
  anchors: readonly RootedAnchor[],
  options: RpcOptions = {},
): Promise<NodeAnswers> {
  const nodes = await Promise.all(urls.map((url) => connect(url, options)))
  const chains = [...new Set(anchors.map(({ anchor }) => anchor.chain))]
  const stranger = nodes.find(({ chain }) => !chains.includes(chain))
  if (stranger !== undefined) {
    const expected = chains.map(chainName).join(' and ')
    throw new RpcError(`${stranger.host} is a node of ${chainName(stranger.chain)}, but the proof is for ${expected}`)
  }
  return askAll(nodes, anchors, { kind: 'node', nodesMin: 1 })
}

/**
 * Asks the public nodes that the table of chains lists. They learn the numbers of blocks and nothing else.
 * @throws {@link RpcError} when fewer than two of them answer, or the table lists none.
 */
export async function askPublicNodes(anchors: readonly RootedAnchor[], options: RpcOptions = {}): Promise<NodeAnswers> {
  const chains = [...new Set(anchors.map(({ anchor }) => anchor.chain))]
  // A private chain beside a public one has no public nodes, and needs none.
  const listed = chains.filter((chain) => (knownChains.get(chain)?.nodes ?? []).length > 0)
  const asked = listed.length > 0 ? listed : chains
  const nodes = await Promise.all(asked.map((chain) => publicNodes(chain, options)))
  return askAll(nodes.flat(), anchors, { kind: 'public-node', nodesMin: PUBLIC_NODES_MIN })
}

/**
 * Connects to the public nodes of a chain that answer and show its first block, if the table has its hash.
 * @throws {@link RpcError} when they are fewer than two.
 */
export async function publicNodes(chain: string, options: RpcOptions = {}): Promise<ChainNode[]> {
  const { nodes: urls = [], genesisHash } = knownChains.get(chain) ?? {}
  if (urls.length === 0) throw new RpcError(`no public nodes of ${chainName(chain)} are known: give a node with --rpc`)
  const nodes: ChainNode[] = []
  const problems: string[] = []
  for (const result of await Promise.allSettled(urls.map((url) => connect(url, options)))) {
    if (result.status === 'rejected') problems.push((result.reason as Error).message)
    else if (result.value.chain === chain && (result.value.isGenesisRight || genesisHash === undefined)) {
      // Where the table lacks the hash of block 0, the node's address says of which chain it is.
      nodes.push(result.value)
    } else problems.push(`${result.value.host} does not show the first block of ${chainName(chain)}`)
  }
  const others = apart(nodes)
  problems.push(
    ...nodes.flatMap((node) => (others.includes(node) ? [] : `${node.host} is another name of one of them`)),
  )
  if (others.length >= PUBLIC_NODES_MIN) return others
  throw new RpcError(
    `${others.length} of ${urls.length} public nodes of ${chainName(chain)} answered, two are needed (${problems.join('; ')})`,
  )
}

type Asking = { readonly kind: 'node' | 'public-node'; readonly nodesMin: number }

async function askAll(
  nodes: readonly ChainNode[],
  anchors: readonly RootedAnchor[],
  asking: Asking,
): Promise<NodeAnswers> {
  // In the order in which the nodes are named, whichever answers first.
  const answers = (await Promise.all(nodes.map((node) => askOne(node, anchors, asking)))).flat()
  const byAnchor = new Map<NamedAnchor, NodeAnswer[]>(anchors.map(({ anchor }) => [anchor, []]))
  for (const answer of answers) byAnchor.get(answer.anchor)?.push(answer)
  const answered = [...byAnchor.values()].filter(({ length }) => length > 0)
  const judged = answered.map((own) => judge(own, asking))
  const genesis = nodes.filter(({ chain, isGenesisRight }) => knownChains.get(chain)?.genesisHash && !isGenesisRight)
  return {
    answers: answered.flat(),
    known: judged.flatMap(({ known }) => known),
    caveats: [...judged.flatMap(({ caveats }) => caveats), ...genesis.map(genesisCaveat)],
  }
}

async function askOne(
  node: ChainNode,
  anchors: readonly RootedAnchor[],
  { kind }: Asking,
): Promise<readonly NodeAnswer[]> {
  const answers: NodeAnswer[] = []
  const open = anchors.filter(({ anchor }) => anchor.chain === node.chain).values()
  const ask = async () => {
    for (const { root, anchor } of open) {
      try {
        const finding = await checkAnchor(node, anchor, kind === 'node' ? root : undefined)
        answers.push({ host: node.host, places: node.places, anchor, finding })
      } catch (error) {
        // A public node that fails later counts as if it had never answered.
        if (kind === 'node' || !(error instanceof RpcError)) throw error
      }
    }
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, ask))
  return answers
}

/** The nodes' answers about one anchor: a block counts as known only when all of them agree. */
function judge(answers: readonly NodeAnswer[], { kind, nodesMin }: Asking): Pick<NodeAnswers, 'known' | 'caveats'> {
  const { anchor } = answers[0]!
  const of = <Status extends AnchorFinding['status']>(status: Status) =>
    answers.flatMap(({ host, places, finding }) =>
      finding.status === status
        ? [{ host, places, finding: finding as Extract<AnchorFinding, { status: Status }> }]
        : [],
    )
  const [confirmed, reorged, missing] = [of('confirmed'), of('reorged'), of('missing')]
  if (confirmed.length + reorged.length + missing.length === 0) return { known: [], caveats: [] }
  const { chain, blockNumber: number = 0, blockHash } = anchor
  const block = { chain, block: number }
  if (missing.length > 0) {
    const newest = missing.map(({ finding }) => finding.latest)
    return { known: [], caveats: [{ code: 'node-lacks-block', facts: { ...block, hosts: hostsOf(missing), newest } }] }
  }
  if (confirmed.length > 0 && reorged.length > 0) {
    const facts = { case: 'hashes', ...block, hosts: hostsOf(confirmed), others: hostsOf(reorged) } as const
    return { known: [], caveats: [{ code: 'nodes-disagree', facts }] }
  }
  if (confirmed.length + reorged.length < nodesMin) {
    const facts = { case: 'few', ...block, hosts: hostsOf([...confirmed, ...reorged]), needed: nodesMin } as const
    return { known: [], caveats: [{ code: 'nodes-disagree', facts }] }
  }
  const known = [
    // Two names of one node are one source.
    ...apart(confirmed).map(({ host }) => ({ host, hash: `${blockHash}` })),
    ...reorged.map(({ host, finding }) => ({ host, hash: finding.canonicalHash })),
  ].map(({ host, hash }): KnownBlock => ({ chain, number, hash, source: { kind, name: host } }))
  return { known, caveats: [...new Map(confirmed.flatMap(caveatsOf(anchor)).map((one) => [one.code, one])).values()] }
}

const caveatsOf =
  (anchor: NamedAnchor) =>
  ({ host, finding }: { host: string; finding: Extract<AnchorFinding, { status: 'confirmed' }> }): Caveat[] => {
    const { finalized, recordedAt, confirmations } = finding
    const { chain, blockNumber: block = 0, contract } = anchor
    const finality = { case: finalized === false ? 'not-yet' : 'unsaid', chain, block, confirmations, host } as const
    return [
      ...(finalized === true ? [] : [{ code: 'not-final', facts: finality } as const]),
      ...(recordedAt === undefined ? [{ code: 'not-recorded', facts: { contract: `${contract}` } } as const] : []),
    ]
  }

const genesisCaveat = ({ host, chain }: ChainNode): Caveat => ({ code: 'genesis-unknown', facts: { host, chain } })

const hostsOf = (answers: readonly { readonly host: string }[]) => answers.map(({ host }) => host)
