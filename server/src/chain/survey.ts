import { equalBytes, keccak256, ProofError } from '@tallystick/proof'
import {
  decodeHeader,
  encodeRpcHeader,
  type Header,
  type RpcObject,
  rawTransactions,
  transactionTrie,
} from '@tallystick/proof/ethereum'
import type { Chain, ChainBlock } from './chain.js'
import { bytesOf, hexOf } from './hex.js'

/** Evidence that a proof shows of a block: our transaction in it, or our root in the contract's storage after it. */
type Evidence = 'transaction' | 'state'

/** Evidence that the newest blocks of a chain allow in proofs. */
export interface Survey {
  /** The kinds that its proofs carry, the commoner first; empty when no block can be proven. */
  kinds: Evidence[]
  /** Blocks looked at. */
  examined: number
  /** How many of them can be proven. */
  provable: number
  /** Why not the newest of the others, in words. */
  problem: string | null
}

/** Provability of a block: a kind of evidence, or the reason why nothing can. */
export type Finding = { number: number } & ({ evidence: Evidence } | { problem: string })

type Node = Pick<Chain, 'block' | 'ask'>

const blocksExamined = 20
/** Blocks asked for at once: they come with all their transactions. */
const blocksAtOnce = 5

/** Gathers evidence of the newest blocks, as proofs will need it. @throws when the node doesn't answer */
export async function surveyChain(chain: Node, head: number): Promise<Survey> {
  // Not the genesis block: it has no transactions of ours, and some chains hash it by other rules.
  const numbers = Array.from({ length: Math.min(blocksExamined, head) }, (_, at) => head - at)
  const findings: Finding[] = []
  while (numbers.length > 0) {
    const blocks = await Promise.all(numbers.splice(0, blocksAtOnce).map((number) => chain.block(number, true)))
    findings.push(...(await Promise.all(blocks.flatMap((block) => (block ? examine(chain, block) : [])))))
  }
  return conclude(findings)
}

/** Draws the conclusion from findings, the newest block's first. */
export function conclude(findings: readonly Finding[]): Survey {
  const provable = findings.flatMap((finding) => ('evidence' in finding ? finding.evidence : []))
  const stray = findings.find((finding) => 'problem' in finding)
  const states = provable.filter((kind) => kind === 'state').length
  const kinds: Evidence[] = states * 2 > provable.length ? ['state', 'transaction'] : ['transaction', 'state']
  return {
    kinds: findings.length === 0 ? ['transaction'] : kinds.filter((kind) => provable.includes(kind)),
    examined: findings.length,
    provable: provable.length,
    problem: stray && 'problem' in stray ? `block ${stray.number}: ${stray.problem}` : null,
  }
}

/** Returns the survey of a node that didn't give its blocks: the tracker will see. */
export function unsurveyed(why: string): Survey {
  const problem = `the node did not give its newest blocks: ${why.split('\n')[0]}`
  return { kinds: ['transaction'], examined: 0, provable: 0, problem }
}

const shown: Record<Evidence, string> = {
  transaction: 'the transaction in its block',
  state: "the contract's storage as of the block",
}

/** Says in a sentence what proofs will show, for the log. */
export function surveyText({ kinds, examined, provable, problem }: Survey): string {
  if (kinds.length === 0) return `none of the last ${examined} blocks can be proven; ${problem}`
  const text = `proofs show ${kinds.map((kind) => shown[kind]).join(' or ')}`
  if (examined === 0) return `${text}; ${problem ?? 'the chain has no blocks to examine yet'}`
  if (problem === null) return `${text}; each of the last ${examined} blocks can be proven`
  return `${text}; ${provable} of the last ${examined} blocks can be proven; ${problem}`
}

async function examine(chain: Node, { number, rpc }: ChainBlock): Promise<Finding> {
  try {
    const header = decodeHeader(encodeRpcHeader(rpc))
    const problem = await transactionsProblem(chain, rpc, header)
    if (problem === null) return { number, evidence: 'transaction' }
    const stateProblem = await stateProofProblem(chain, header)
    return stateProblem === null ? { number, evidence: 'state' } : { number, problem: `${problem}; ${stateProblem}` }
  } catch (error) {
    if (!(error instanceof ProofError)) throw error
    return { number, problem: error.message }
  }
}

async function transactionsProblem(chain: Node, rpc: RpcObject, header: Header): Promise<string | null> {
  const raws = await rawTransactions((method, params) => chain.ask(method, params), rpc)
  if (typeof raws === 'string') return raws
  const { root } = transactionTrie(raws)
  return equalBytes(root, header.transactionsRoot) ? null : 'its transactions do not give its transactionsRoot'
}

/** Asks about any account: its proof begins at the state root, wherever it leads. */
async function stateProofProblem(chain: Node, { number, stateRoot }: Header): Promise<string | null> {
  const answer = await chain.ask('eth_getProof', [hexOf(Buffer.alloc(20)), [], hexOf(number)])
  if ('refusal' in answer) return `the node offers no state proofs (eth_getProof): ${answer.refusal}`
  const [first] = (answer.result as { accountProof?: unknown[] } | null)?.accountProof ?? []
  const begins = typeof first === 'string' && equalBytes(keccak256(bytesOf(first as `0x${string}`)), stateRoot)
  return begins ? null : "the node's state proofs do not begin at the header's stateRoot"
}
