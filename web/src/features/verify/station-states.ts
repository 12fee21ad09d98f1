import type { CheckName } from '@tallystick/proof'
import { anchorsOf, type DocumentFinding } from '../../checking/anchors.js'

/** Stations from a document to the chain, in order. */
export const stations = ['document', 'path', 'root', 'transaction', 'block'] as const
export type Station = (typeof stations)[number]

/**
 * `stated`: sound, by the word of the issuer alone. `open`: nothing wrong, but nothing to check (no file, no block yet).
 * `uncompared`: sound, but without a source that vouches for it. `named`: the proof names it without containing it.
 */
export type StationState = 'ok' | 'stated' | 'open' | 'uncompared' | 'named' | 'fail' | 'unseen'

/** The statements of witnesses are about no station. */
const stationOf: Record<Exclude<CheckName, 'witness'>, Station> = {
  format: 'document',
  words: 'document',
  checksum: 'document',
  digest: 'document',
  commitment: 'path',
  tree: 'root',
  transaction: 'transaction',
  block: 'block',
  chain: 'block',
}

/** Returns how far evidence was followed, from the document to the block. */
export function stationStates(finding: DocumentFinding): Record<Station, StationState> {
  const check = finding.failure?.check ?? 'witness'
  const failed = check === 'witness' ? stations.length : stations.indexOf(stationOf[check])
  const states = stations.map((station, at): [Station, StationState] => {
    if (at > failed) return [station, 'unseen']
    if (at === failed) return [station, 'fail']
    if (station === 'document') return [station, finding.isFileCompared ? 'ok' : 'open']
    if (station === 'block') return [station, blockState(finding)]
    return [station, station === 'transaction' && isOnlyNamed(finding) ? 'named' : 'ok']
  })
  return Object.fromEntries(states) as Record<Station, StationState>
}

/** Names what a failed station says: no more than the check that failed. */
export function failureOf({ failure }: DocumentFinding): Exclude<CheckName, 'witness'> | 'compared' | 'time' {
  if (failure?.code === 'block-time') return 'time'
  if (failure?.code === 'block') {
    const { facts } = failure
    if (facts.case === 'order') return 'time'
    if (facts.case === 'another' || facts.case === 'none') return 'compared'
  }
  const check = failure?.check ?? 'chain'
  return check === 'witness' ? 'chain' : check
}

function blockState(finding: DocumentFinding): StationState {
  const { outcome, anchor } = finding
  // A witness is refused, and the block wasn't compared with anything.
  if (outcome === 'refused') return 'unseen'
  if (anchorsOf(finding)[0]?.blockHash === undefined) return 'open'
  if (isOnlyNamed(finding)) return 'named'
  // One that rests on an authority's time has no anchor: no one vouches for its block.
  if (anchor === undefined || outcome === 'consistent') return 'uncompared'
  return outcome === 'stated' ? 'stated' : 'ok'
}

function isOnlyNamed(finding: DocumentFinding): finding is Extract<DocumentFinding, { about: 'ots' }> {
  return finding.about === 'ots' && finding.anchor === undefined
}
