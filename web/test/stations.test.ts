import { readFileSync } from 'node:fs'
import { judge, ProofError, type ProofFinding } from '@tallystick/proof'
import { verifyWitnesses } from '@tallystick/proof/tsa'
import { describe, expect, it } from 'vitest'
import { failureOf, stationStates } from '../src/features/verify/station-states.js'

const vectors = (name: string) =>
  JSON.parse(readFileSync(new URL(`../../proof/vectors/${name}.json`, import.meta.url), 'utf8'))
const proof = vectors('proofs-valid')['public chain']
const judged = (json: unknown, more: Parameters<typeof judge>[2] = {}) =>
  judge({ form: 'json', json }, undefined, more) as ProofFinding

describe('the stations of a refused proof say no more than the check that failed', () => {
  it('a forged token says nothing about the block', async () => {
    const json = vectors('witnesses-valid')['an authority, a tree of one']
    const { proof } = judged(json)
    const finding = judged(json, { times: await verifyWitnesses(proof!, []) })
    expect(finding.failure?.check).toBe('witness')
    expect(Object.values(stationStates(finding))).toEqual(['open', 'ok', 'ok', 'ok', 'unseen'])
  })

  it('the words of a certificate are not its fingerprint', () => {
    const binding = { status: 'changed', reason: 'words', found: 'x' } as const
    const finding = judge({ form: 'html', json: proof, binding }, undefined) as ProofFinding
    expect([stationStates(finding).document, failureOf(finding)]).toEqual(['fail', 'words'])
  })

  it('a block with another hash was compared, and a date is a date', () => {
    const [{ chain, blockNumber: number }] = proof.anchors
    const hash = `0x${'ab'.repeat(32)}`
    const other = judged(proof, { known: [{ chain, number, hash, source: { kind: 'node', name: 'node.example' } }] })
    expect([stationStates(other).block, failureOf(other)]).toEqual(['fail', 'compared'])
    const early = judged(proof, { now: 0 })
    expect([early.failure?.code, failureOf(early)]).toEqual(['block-time', 'time'])
  })

  it('a file that holds nothing is no wrong fingerprint', () => {
    const finding = judge(new ProofError('malformed', 'the proof file is empty'), undefined) as ProofFinding
    expect(failureOf(finding)).toBe('format')
  })
})
