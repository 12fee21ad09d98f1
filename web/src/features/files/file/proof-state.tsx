import { CircleCheck, CircleX, Clock } from 'lucide-react'
import { network } from '../../../base/network.js'
import { useTranslation } from '../../../texts/translation.js'
import type { FileDetails } from '../model/items.js'

const icons = {
  submitted: <Clock className="text-amber" aria-hidden="true" />,
  confirmed: <Clock className="text-amber" aria-hidden="true" />,
  final: <CircleCheck className="text-moss" aria-hidden="true" />,
  failed: <CircleX className="text-seal" aria-hidden="true" />,
}

/** How the proof of a file stands, in plain words. */
export function ProofState({ file: { state } }: { file: Pick<FileDetails, 'state'> }) {
  const { t } = useTranslation('files')
  return (
    <div className="flex gap-4 [&>svg]:size-8 [&>svg]:shrink-0 [&>svg]:stroke-[1.5]" data-proof={state}>
      {icons[state]}
      <div className="min-w-0">
        <h2 className="text-lg font-semibold" aria-live="polite">
          {t(`state.${state}`)}
        </h2>
        <p className="text-soft">{t(`stateMeans.${state}`)}</p>
        {network.isPrivate ? <p className="mt-1 text-soft">{t('privateChain')}</p> : null}
      </div>
    </div>
  )
}
