/** The one chain that this deployment stamps on. */
export interface Network {
  name: string
  /** CAIP-2 id. */
  chain: string
  /** A private chain proves only to those who trust whoever runs it. */
  isPrivate: boolean
  /** Address of the contract: no two private chains have the same one, though they may have the same id. */
  contract: string
}

/** The service writes it into the page, so that every page names it, also when the network is cut. */
export const network: Network = JSON.parse(
  document.querySelector<HTMLMetaElement>('meta[name=tallystick]')?.content ||
    '{"name":"","chain":"","isPrivate":true,"contract":""}',
) as Network
