import type { SimulatedBlock, SimulatedChain } from './chain.js'
import { type Answer, answerOf, blockJson, type Question, receiptJson } from './node.js'
import type { Random } from './random.js'

/** A way in which a node answers falsely: once, or for a while. */
export interface Lie {
  name: string
  /** Whether it has a false answer to this question. */
  about(question: Question): boolean
  /** @param truth carries out the question and returns the true answer; a lie may leave it undone */
  tell(question: Question, truth: () => Answer, chain: SimulatedChain): Answer
}

type Members = Record<string, unknown>
const quantity = (value: number) => `0x${Math.max(0, value).toString(16)}`
const method =
  (...names: string[]) =>
  (question: Question) =>
    names.includes(question.method)
const blocks = method('eth_getBlockByNumber')
const blockOf =
  (...tags: string[]) =>
  (question: Question) =>
    blocks(question) && tags.includes(String(question.params[0]))
const numbered = (question: Question) => blocks(question) && String(question.params[0]).startsWith('0x')

/** Changes the result of an answer that has one. */
const changing = (change: (result: never, chain: SimulatedChain, question: Question) => unknown) => {
  const tell: Lie['tell'] = (question, truth, chain) => {
    const answer = truth()
    if ('refusal' in answer || answer.result === null) return answer
    return { result: change(answer.result as never, chain, question) }
  }
  return tell
}

const countBy = (name: string, by: (nonce: number) => number, at?: string): Lie => ({
  name,
  about: (question) => question.method === 'eth_getTransactionCount' && (at === undefined || question.params[1] === at),
  tell: changing((nonce: string) => quantity(by(Number(nonce)))),
})

const without = (block: Members, name: string) =>
  Object.fromEntries(Object.entries(block).filter(([key]) => key !== name))

/** A node that follows other blocks: an older head, or a branch that was given up. It knows what was final before they part. */
const following = (name: string, headOf: (chain: SimulatedChain) => SimulatedBlock | undefined): Lie => ({
  name,
  about: (question) => question.method !== 'eth_sendRawTransaction' && question.method !== 'eth_chainId',
  tell: (question, truth, chain) => {
    const head = headOf(chain)
    if (!head) return truth()
    let shared: SimulatedBlock | null = head
    while (shared && !chain.isCanonical(shared.hash)) shared = shared.parent
    const final = Math.min(chain.final, shared?.number ?? 0)
    return answerOf(
      Object.create(chain, { head: { value: head }, final: { value: final } }) as SimulatedChain,
      question,
    )
  },
})

const notSent = (name: string, answer: Answer): Lie => ({
  name,
  about: method('eth_sendRawTransaction'),
  tell: () => answer,
})

/** Everything a node may say that is not so. Each is one that other answers of the same node, or of another one, contradict. */
export function liesOf(random: Random): Lie[] {
  const by = random.between(1, 3)
  const ahead = random.pick([5, 60, 1000])
  const depth = random.between(1, 6)
  const lost = random.pick(['number', 'hash', 'parentHash', 'timestamp', 'transactions', 'baseFeePerGas', 'mixHash'])
  return [
    countBy('every nonce is too high', (nonce) => nonce + by),
    countBy('the mined nonce is too high', (nonce) => nonce + by, 'latest'),
    countBy('the pending nonce is too high', (nonce) => nonce + by, 'pending'),
    countBy('every nonce is too low', (nonce) => nonce - by),
    countBy('every nonce is 0', () => 0),
    {
      name: 'the head is too high',
      about: blockOf('latest'),
      tell: changing((block: Members) => ({ ...block, number: quantity(Number(block.number) + ahead) })),
    },
    { name: 'there is no head', about: blockOf('latest'), tell: () => ({ result: null }) },
    {
      name: 'too much is final',
      about: blockOf('finalized'),
      tell: changing((block: Members) => ({ ...block, number: quantity(Number(block.number) + ahead) })),
    },
    { name: 'nothing is final', about: blockOf('finalized'), tell: () => ({ result: null }) },
    { name: `blocks lack their ${lost}`, about: blocks, tell: changing((block: Members) => without(block, lost)) },
    {
      name: 'blocks have another time',
      about: blocks,
      tell: changing((block: Members) => ({ ...block, timestamp: '0x1' })),
    },
    {
      name: 'blocks have another hash',
      about: blocks,
      tell: changing((block: Members) => ({ ...block, hash: `0x${'5'.repeat(64)}` })),
    },
    {
      name: 'blocks have another parent',
      about: blocks,
      tell: changing((block: Members) => ({ ...block, parentHash: `0x${'5'.repeat(64)}` })),
    },
    { name: 'blocks are empty', about: blocks, tell: changing((block: Members) => ({ ...block, transactions: [] })) },
    { name: 'old blocks are missing', about: numbered, tell: () => ({ result: null }) },
    {
      name: 'the block before is given for a block',
      about: numbered,
      tell: changing((_block: Members, chain, { params }) =>
        blockJson(chain.at(Math.max(0, Number(params[0]) - 1)), params[1] === true),
      ),
    },
    { name: 'there are no receipts', about: method('eth_getTransactionReceipt'), tell: () => ({ result: null }) },
    {
      name: 'everything was reverted',
      about: method('eth_getTransactionReceipt'),
      tell: changing((receipt: Members) => ({ ...receipt, status: '0x0' })),
    },
    {
      name: 'everything succeeded',
      about: method('eth_getTransactionReceipt'),
      tell: changing((receipt: Members) => ({ ...receipt, status: '0x1' })),
    },
    {
      name: 'what is pending is reverted in the head',
      about: method('eth_getTransactionReceipt'),
      tell: (question, truth, chain) => {
        const answer = truth()
        if ('refusal' in answer || answer.result !== null) return answer
        return {
          result: { ...receiptJson(chain.head, String(question.params[0])), transactionIndex: '0x0', status: '0x0' },
        }
      },
    },
    {
      name: 'what is pending is in the head',
      about: method('eth_getTransactionReceipt'),
      tell: (question, truth, chain) => {
        const answer = truth()
        if ('refusal' in answer || answer.result !== null) return answer
        return { result: { ...receiptJson(chain.head, String(question.params[0])), transactionIndex: '0x0' } }
      },
    },
    {
      name: "receipts are another transaction's",
      about: method('eth_getTransactionReceipt'),
      tell: changing((receipt: Members) => ({ ...receipt, transactionHash: `0x${'5'.repeat(64)}` })),
    },
    {
      name: 'receipts name another block',
      about: method('eth_getTransactionReceipt'),
      tell: changing((receipt: Members) => ({ ...receipt, blockHash: `0x${'5'.repeat(64)}` })),
    },
    {
      name: 'receipts name another number',
      about: method('eth_getTransactionReceipt'),
      tell: changing((receipt: Members) => ({ ...receipt, blockNumber: quantity(Number(receipt.blockNumber) + by) })),
    },
    {
      name: 'receipts name another place',
      about: method('eth_getTransactionReceipt'),
      tell: changing((receipt: Members) => ({ ...receipt, transactionIndex: '0x63' })),
    },
    notSent('what is sent is dropped', { result: '0x0' }),
    notSent('what is sent is known already', { refusal: 'already known' }),
    notSent('what is sent has a nonce too low', { refusal: 'nonce too low' }),
    notSent('what is sent is too dear', { refusal: 'insufficient funds for gas * price + value' }),
    { name: 'nothing is anchored', about: method('eth_call'), tell: () => ({ result: quantity(0).padEnd(66, '0') }) },
    {
      name: 'everything is anchored',
      about: method('eth_call'),
      tell: () => ({ result: `0x${'1'.padStart(64, '0')}` }),
    },
    {
      name: 'gas costs nothing',
      about: method('eth_maxPriorityFeePerGas', 'eth_gasPrice'),
      tell: () => ({ result: '0x0' }),
    },
    {
      name: 'gas costs a fortune',
      about: method('eth_maxPriorityFeePerGas', 'eth_gasPrice'),
      tell: () => ({ result: '0xffffffffffff' }),
    },
    { name: 'the account is empty', about: method('eth_getBalance'), tell: () => ({ result: '0x0' }) },
    following('the node lags behind', (chain) => {
      let head: SimulatedBlock | null = chain.head
      for (let at = 0; at < depth && head?.parent; at++) head = head.parent
      return head ?? undefined
    }),
    following('the node follows a branch that was given up', (chain) =>
      [...chain.blocks.values()]
        .reverse()
        .find((block) => !chain.isCanonical(block.hash) && block.number > chain.final),
    ),
  ]
}
