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

/** The service writes it into the page, so that every page knows it even offline. */
export const network: Network = JSON.parse(
  document.querySelector<HTMLMetaElement>('meta[name=tallystick]')?.content ||
    '{"name":"","chain":"","isPrivate":true,"contract":""}',
) as Network
