/**
 * The states of a delivery, as the database has them. Statements take them as literals, never as parameters: the partial
 * indexes serve only those.
 */
export const deliveryState = { waiting: 0, delivered: 1, failed: 2, cancelled: 3 } as const

export type DeliveryState = (typeof deliveryState)[keyof typeof deliveryState]

/** The states' names, as answers and filters give them: `deliveryStateNames[state]`. */
export const deliveryStateNames = ['waiting', 'delivered', 'failed', 'cancelled'] as const
