import type { Attempt } from './webhook.js'

/** What came of an attempt, in one word that there is a sentence for. */
export type OutcomeKind =
  | 'delivered'
  | 'status'
  | 'gone'
  | 'redirect'
  | 'late'
  | 'refused'
  | 'lost'
  | 'name'
  | 'unreachable'
  | 'inside'
  | 'certificate'
  | 'malformed'
  | 'other'

/** What the service says went wrong, by its beginning or a part of it. */
const errors: readonly (readonly [RegExp, OutcomeKind])[] = [
  [/^redirects are not followed/, 'redirect'],
  [/^no answer within|did not end within/, 'late'],
  [/^the connection was refused/, 'refused'],
  [/^the connection was lost/, 'lost'],
  [/^the host name/, 'name'],
  [/cannot be reached|no connection came about in time/, 'unreachable'],
  [/is not a public one/, 'inside'],
  [/certificate|no encrypted connection/, 'certificate'],
  [/not valid HTTP|headers of the answer/, 'malformed'],
]

/** Says in one word what came of an attempt. */
export function outcomeOf({ responseStatus, error }: Attempt): OutcomeKind {
  if (error !== null) return errors.find(([pattern]) => pattern.test(error))?.[1] ?? 'other'
  if (responseStatus === null) return 'lost'
  if (responseStatus >= 200 && responseStatus <= 299) return 'delivered'
  return responseStatus === 410 ? 'gone' : 'status'
}
