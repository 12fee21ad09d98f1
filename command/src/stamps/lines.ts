import type { StampDetails } from '@tallystick/sdk'

/** A stamp, as the commands print it. */
export function stampText(stamp: StampDetails): string[] {
  const { code, filename, state, blockNumber, blockTime, hash, txid, isPrivate, timestamp } = stamp
  const block = blockNumber === null ? [] : [['block', `${blockNumber}, ${timeOf(blockTime ?? '')}`]]
  const rows = [
    ['state', state],
    ['stamped', timeOf(timestamp)],
    ...block,
    ['visibility', isPrivate ? 'private' : 'public'],
    ['hash', hash],
    ['transaction', txid],
  ]
  return [`${code}  ${filename}`, ...rows.map(([name, value]) => `  ${name!.padEnd(11)}  ${value}`)]
}

/** A time for people. */
export function timeOf(time: string): string {
  return `${time.slice(0, 10)} ${time.slice(11, 19)} UTC`
}
