import { describe, expect, it } from 'vitest'
import { conclude, type Finding, surveyText, unsurveyed } from '../../src/chain/survey.js'

const byTransaction = (number: number): Finding => ({ number, evidence: 'transaction' })
const byState = (number: number): Finding => ({ number, evidence: 'state' })
const unprovable = (number: number): Finding => ({ number, problem: 'it is odd' })

describe("the survey of a chain's proofs", () => {
  it.each([
    ['no blocks yet', [], ['transaction'], 'the chain has no blocks to examine yet'],
    ['transactions', [byTransaction(2), byTransaction(1)], ['transaction'], 'each of the last 2 blocks can be proven'],
    ['states', [byState(2), byState(1)], ['state'], "the contract's storage as of the block; each"],
    [
      'both',
      [byState(3), byTransaction(2), byState(1)],
      ['state', 'transaction'],
      'as of the block or the transaction',
    ],
    [
      'most',
      [byTransaction(3), unprovable(2), unprovable(1)],
      ['transaction'],
      '1 of the last 3 blocks can be proven; block 2: it is odd',
    ],
    ['nothing', [unprovable(2), unprovable(1)], [], 'none of the last 2 blocks can be proven; block 2: it is odd'],
  ] as const)('says what proofs show: %s', (_, findings, kinds, text) => {
    const survey = conclude(findings)
    expect(survey.kinds).toEqual(kinds)
    expect(surveyText(survey)).toContain(text)
  })

  it('assumes proofs by transaction when the node does not give its blocks', () => {
    const survey = unsurveyed('timeout\nof 5 s')
    expect(surveyText(survey)).toBe(
      'proofs show the transaction in its block; the node did not give its newest blocks: timeout',
    )
  })
})
