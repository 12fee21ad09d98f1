import { pageFacts } from './page-facts.js'

/** The chain this deployment stamps on. */
export interface Network {
  name: string
  /** CAIP-2 id. */
  chain: string
  /** A private chain convinces only those who trust its operator. */
  isPrivate: boolean
  /** Address of the contract. Private chains may share an id, but not a contract. */
  contract: string
}

/** The network of this service. */
export const network: Network = pageFacts.network
