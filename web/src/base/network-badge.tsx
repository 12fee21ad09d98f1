import { useTranslation } from '../texts/translation.js'
import { cn } from '../ui/classes.js'
import { network } from './network.js'

/** Names the network. On every page, because a proof is worth what its chain is. */
export function NetworkBadge({ className }: { className?: string }) {
  const { t } = useTranslation('common')
  return (
    <p className={cn('flex items-start gap-2 text-sm leading-5', className)}>
      <span
        aria-hidden="true"
        className={cn('mt-1.5 size-2 shrink-0 rounded-full', network.isPrivate ? 'bg-amber' : 'bg-moss')}
      />
      <span>
        <span className="sr-only">{t('network')}: </span>
        <span className="font-medium">{network.name}</span>
        {network.isPrivate ? (
          <>
            <span className="sr-only">, </span>
            <span className="block text-soft">{t('privateChain')}</span>
          </>
        ) : null}
      </span>
    </p>
  )
}
