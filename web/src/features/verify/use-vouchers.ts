import type { Source } from '@tallystick/proof'
import { useTranslation } from 'react-i18next'

/** Returns a function that begins a sentence with those who vouch for a block. On a private chain that is its operator at most. */
export function useVouchers() {
  const { t } = useTranslation('verify')
  return (sources: readonly Source[], isPrivate: boolean): string => {
    if (isPrivate) return t('by.operator')
    const isOwn = sources.some(({ kind }) => kind === 'block-hash')
    const isIssuer = sources.some(({ kind }) => kind === 'issuer-node')
    return t(isOwn && isIssuer ? 'by.both' : isOwn ? 'by.reader' : 'by.issuer')
  }
}
