export { englishManyWords as manyFindings } from '@tallystick/proof'

/** Words for many documents and proofs that are verified together. */
export const verifyMany = {
  paired: '{{documents}} and {{proofs}}, paired by content.',
  documents_one: '{{count, number}} document',
  documents_other: '{{count, number}} documents',
  proofs_one: '{{count, number}} proof',
  proofs_other: '{{count, number}} proofs',
  stays: 'Nothing left this browser.',
  lookedUp: 'Only the fingerprints of documents without a proof were looked up here.',
  caption: 'Documents and their verdicts, those that need a look first',
  show: 'Show',
  all: 'All',
  search: 'Document or proof',
  csv: 'Save list (CSV)',
  csvName: 'verification.csv',
  nothing: 'Nothing matches',
  columns: {
    verdict: 'Verdict',
    document: 'Document',
    time: 'Block time, UTC',
    proof: 'Proof',
    reason: 'Reason',
    by: 'By',
    hash: 'Fingerprint',
  },
  groups: {
    refused: 'Refused',
    unread: 'Unreadable',
    waiting: 'Not in a block',
    unmatched: 'Unmatched',
    consistent: 'Not compared',
    stated: 'Stated',
    confirmed: 'Confirmed',
  },
  add: {
    title: 'Add documents or proofs. Those already checked are kept.',
    files: 'Choose files',
    folder: 'Choose a folder',
  },
}
