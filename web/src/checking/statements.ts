import { type ProofDocument, receivedAt } from '@tallystick/proof'

/** Statements about an entry that only the service which issued its proof makes: the proof shows that it has said so since, not that it was true. */
export interface Statements {
  name?: string
  owner?: string
  /** ISO 8601, UTC. */
  received?: string
}

/** Returns the service's statements in the details of a proof; empty when the proof comes without them. */
export function statementsIn({ details }: ProofDocument): Statements {
  const text = (key: string) => {
    const value = details?.[key]
    return typeof value === 'string' && value !== '' ? value : undefined
  }
  const name = text('filename') ?? text('name')
  const owner = text('owner')
  const received = receivedAt({ details })
  return { ...(name && { name }), ...(owner && { owner }), ...(received && { received }) }
}
