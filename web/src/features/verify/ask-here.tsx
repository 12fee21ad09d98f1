import type { KnownBlock } from '@tallystick/proof'
import type { BlockAnchor } from '../../checking/anchors.js'
import { useTranslation } from '../../texts/translation.js'
import { Button } from '../../ui/button.jsx'
import { ErrorNotice } from '../../ui/feedback/error-notice.jsx'
import { type Asking, useAskHere } from './use-ask-here.js'

interface AskHereProps {
  /** Blocks of the chain that this service uses. */
  blocks: readonly BlockAnchor[]
  onKnown: (known: readonly KnownBlock[]) => void
}

/** Asks the service's own node: the word of the issuer, and called so. */
export function AskHere({ blocks, onKnown }: AskHereProps) {
  const { t } = useTranslation('verify')
  const { state, ask } = useAskHere(blocks, onKnown)
  return (
    <div className="flex flex-col gap-3">
      <div>
        <h3 className="text-sm font-medium">{t('compare.here')}</h3>
        <p className="mt-1 max-w-prose text-sm text-soft">{t('compare.hereText')}</p>
      </div>
      <Button className="self-start" onClick={() => void ask()} busy={state === 'asking'}>
        {t('compare.hereButton')}
      </Button>
      <NotKnownHere state={state} />
    </div>
  )
}

/** Says that the node doesn't have the block, or couldn't be asked. */
export function NotKnownHere({ state }: { state: Asking }) {
  const { t } = useTranslation('verify')
  if (state === 'missing') return <p role="alert">{t('compare.missing')}</p>
  return typeof state === 'object' ? <ErrorNotice title={t('compare.failed')} error={state.error} /> : null
}
