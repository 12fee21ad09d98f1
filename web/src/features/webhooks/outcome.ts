import type { Attempt } from './webhook.js'

/** What came of an attempt, as a word that there is a sentence for. */
export type OutcomeKind = NonNullable<Attempt['errorCode']> | 'delivered' | 'status' | 'gone'

/** Says in one word what came of an attempt. */
export function outcomeOf(attempt: Attempt): OutcomeKind {
  if (attempt.errorCode !== null) return attempt.errorCode
  if (isDelivered(attempt)) return 'delivered'
  return attempt.responseStatus === 410 ? 'gone' : 'status'
}

/** Did the receiver accept it? It may have done so and still have answered oddly. */
export function isDelivered({ responseStatus }: Attempt): boolean {
  return responseStatus !== null && responseStatus >= 200 && responseStatus <= 299
}
