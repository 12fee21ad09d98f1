import { useTranslation } from 'react-i18next'
import type { AnchorFacts } from './checking/judgement.js'

/** Returns a function that names an anchor's chain: by what this page knows of it, never by the issuer's word alone. */
export function useChainName() {
  const { t } = useTranslation('verify')
  return ({ chain, name, isPrivate }: Pick<AnchorFacts, 'chain' | 'name' | 'isPrivate'>): string => {
    const number = chain.slice('eip155:'.length)
    if (isPrivate) return t('chain.private', { number })
    return name ?? t('chain.unknown', { number })
  }
}
