import { useTranslation } from 'react-i18next'
import type { AnchorFacts } from './checking/judgement.js'

type Chain = Pick<AnchorFacts, 'chain' | 'name' | 'isPrivate'>

/**
 * Returns functions that name an anchor's chain: by what this page knows of it, never by the issuer's word. `chainOf` is used on its own;
 * `placeOf` follows the word "block", because German inflects the chain there.
 */
export function useChainWords() {
  const { t } = useTranslation('verify')
  const kindOf = ({ name, isPrivate }: Chain) => (isPrivate ? 'private' : name === null ? 'unknown' : 'named')
  const words = ({ chain, name }: Chain) => ({ chain: name ?? '', number: chain.slice('eip155:'.length) })
  return {
    chainOf: (anchor: Chain): string => t(`chain.${kindOf(anchor)}`, words(anchor)),
    placeOf: (anchor: Chain & { blockNumber?: number }): string =>
      t(`place.${kindOf(anchor)}`, { ...words(anchor), block: `${anchor.blockNumber}` }),
  }
}
