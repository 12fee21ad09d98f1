import { blockName, chainName } from '@tallystick/proof'
import type { NodeAnswer } from '@tallystick/sdk'

/** Formats a node's answer about an anchor as a check. */
export function answerText({ host, anchor, finding }: NodeAnswer): ['ok' | 'skip' | 'fail', 'network', string] {
  const block = blockName(anchor)
  switch (finding.status) {
    case 'confirmed': {
      const { recordedAt } = finding
      const recorded =
        recordedAt === null || recordedAt === undefined
          ? ''
          : `; the contract recorded the root at ${new Date(recordedAt * 1000).toISOString()}`
      return ['ok', 'network', `${host}: ${block} has this hash${recorded}`]
    }
    case 'missing':
      return ['skip', 'network', `${host}: ${block} is unknown; the latest is ${finding.latest}`]
    case 'reorged':
      return ['fail', 'network', `${host}: ${block} is ${finding.canonicalHash}`]
    case 'pending': {
      const known = finding.known ? 'the transaction is known, but still pending' : 'the transaction is unknown'
      const detail = finding.blockNumber === undefined ? known : `the transaction is in block ${finding.blockNumber}`
      return ['skip', 'network', `${host}: ${detail}`]
    }
  }
}

/** Returns what to do when a node knows a later block of a transaction than the proof does. */
export function adviceOf(answers: readonly NodeAnswer[]): string[] {
  const advice = answers.flatMap(({ anchor, finding }) => {
    const [block, change] =
      finding.status === 'reorged'
        ? [finding.movedTo, 'was moved by a reorganisation']
        : finding.status === 'pending'
          ? [finding.blockNumber, 'has been included since']
          : []
    if (block === undefined) return []
    return `The transaction ${change}: it is in block ${block} of ${chainName(anchor.chain)} now. Download the proof again.`
  })
  return [...new Set(advice)]
}
