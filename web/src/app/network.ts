/** The one chain that this deployment stamps on. */
export interface Network {
  name: string
  /** CAIP-2 id. */
  chain: string
  /** A private chain proves only to those who trust whoever runs it. */
  isPrivate: boolean
}

/** The service writes it into the page, so that every page names it, also when the network is cut. */
export const network: Network = JSON.parse(
  document.querySelector<HTMLMetaElement>('meta[name=tallystick]')?.content ||
    '{"name":"","chain":"","isPrivate":true}',
) as Network
