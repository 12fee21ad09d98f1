import type { ManyWords } from './words.js'

/** The words for many documents in English. */
export const englishManyWords: ManyWords = {
  totals: {
    confirmed: '{fitting} of {documents} documents are as stamped, confirmed by {by}.',
    stated: '{fitting} of {documents} documents are as stamped, by the word of {host}.',
    operator:
      '{fitting} of {documents} documents are as stamped, by the word of a private chain’s operator. They were compared with {by}.',
    consistent:
      '{fitting} of {documents} documents fit their proofs. Their blocks have not all been compared yet: no time is proven.',
    none: 'No document fits a proof.',
  },
  problems: { one: '1 row needs a look.', many: '{count} rows need a look.' },
  verdicts: {
    refused: 'Not valid',
    other: 'Doesn’t match',
    unread: 'Unreadable',
    waiting: 'Not in a block',
    'no-proof': 'No proof',
    'no-document': 'No document',
    consistent: 'Not compared',
    stated: 'Stated',
    confirmed: 'Confirmed',
  },
  reasons: {
    other: 'Changed after it was stamped, or another document',
    unread: 'It could not be read. Give it again',
    waiting: 'No time is proven yet: get this proof again',
    'no-proof': {
      none: 'No proof here is about this content',
      unrecorded: 'No proof here is about this content, and this service has no public record of its fingerprint',
      silent: 'No proof here is about this content, and this service couldn’t be asked for one',
    },
    'no-document': 'No document here has this content',
  },
  originals: {
    given: 'This is the original; the proof is that of its stamped copy',
    inside: 'A stamped copy, which begins with its original, unchanged',
    claimed: 'The proof names an original; that this was made from it is the word of the person who stamped it',
    changed: 'The stamped copy was changed, but its first {bytes} bytes are still the original.',
  },
}
