/**
 * The states of a batch, and of its entries, as the database has them, in order: below `final` a batch can still change.
 *
 * Numbers, because an enum type would mean rewriting every batch with its leaves. Statements take them as literals, never as
 * parameters: the partial indexes (`WHERE state = 0`) serve only those.
 */
export const batchState = { submitted: 0, confirmed: 1, final: 2, failed: 3 } as const

export type BatchState = (typeof batchState)[keyof typeof batchState]

/** The states' names, as answers, proofs and events give them: `stateNames[state]`. */
export const stateNames = ['submitted', 'confirmed', 'final', 'failed'] as const

/** Entries that a batch of several accounts has at most. A larger one is a bulk: all its entries are one account's. */
export const pooledMax = 4096
