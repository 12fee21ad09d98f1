import type { KnownBlock } from '@tallystick/proof'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { BlockAnchor } from '../../checking/anchors.js'
import { Button } from '../../ui/button.jsx'
import { ErrorNotice } from '../../ui/feedback/error-notice.jsx'
import { blockHere } from './lookup.js'

interface AskHereProps {
  /** Blocks of the chain that this service uses. */
  blocks: readonly BlockAnchor[]
  onKnown: (known: readonly KnownBlock[]) => void
}

/** Asks the service's own node: the word of the issuer, and called so. */
export function AskHere({ blocks, onKnown }: AskHereProps) {
  const { t } = useTranslation('verify')
  const [state, setState] = useState<'idle' | 'asking' | 'missing' | { error: unknown }>('idle')
  const ask = async () => {
    setState('asking')
    try {
      const known: KnownBlock[] = []
      for (const { blockNumber = 0 } of blocks) {
        const found = await blockHere(blockNumber)
        if (!found) return setState('missing')
        const source = { kind: 'issuer-node', name: location.host } as const
        known.push({ chain: found.blockchainId, number: found.number, hash: found.hash.toLowerCase(), source })
      }
      setState('idle')
      onKnown(known)
    } catch (error) {
      setState({ error })
    }
  }
  return (
    <div className="flex flex-col gap-3">
      <div>
        <h3 className="text-sm font-medium">{t('compare.here')}</h3>
        <p className="mt-1 max-w-prose text-sm text-soft">{t('compare.hereText')}</p>
      </div>
      <Button className="self-start" onClick={() => void ask()} busy={state === 'asking'}>
        {t('compare.hereButton')}
      </Button>
      {state === 'missing' ? <p role="alert">{t('compare.missing')}</p> : null}
      {typeof state === 'object' ? <ErrorNotice title={t('compare.failed')} error={state.error} /> : null}
    </div>
  )
}
