import type { StampDetails } from '@tallystick/sdk'
import { network } from '../../../base/network.js'
import { useTranslation } from '../../../texts/translation.js'
import { zonedMoment } from '../../../ui/values/dates.js'
import { TallyDrawing } from '../../../ui/values/tally.jsx'

/** Gap between the halves of the tally; it closes as the stamp becomes final. */
const gaps = { submitted: 10, confirmed: 6, final: 2, failed: 10 }

/** Where and when the stamp is recorded, in one sentence: this service's own record, which a proof lets others check. */
export function Statement({ stamp: { state, hash, timestamp, blockNumber, blockTime } }: { stamp: StampDetails }) {
  const { t, i18n } = useTranslation('stamps')
  const time = zonedMoment(i18n.language, blockTime ?? timestamp, { seconds: true })
  const isThere = state === 'final' || state === 'confirmed'
  return (
    <div className="@container">
      <div className="flex flex-col gap-4 @md:flex-row @md:items-center @md:gap-6">
        <TallyDrawing
          left={hash}
          right={hash}
          gap={gaps[state]}
          className={`h-14 w-36 shrink-0 ${state === 'failed' ? 'text-seal' : isThere ? 'text-wood' : 'text-edge'}`}
        />
        <div className="min-w-0">
          <p className="font-medium text-pretty @md:text-lg">
            {isThere
              ? t('one.recorded', { block: blockNumber, time })
              : state === 'failed'
                ? t('one.failedText')
                : t('one.waiting')}
          </p>
          {isThere && network.isPrivate ? <p className="mt-1.5 text-soft">{t('one.privateChain')}</p> : null}
        </div>
      </div>
    </div>
  )
}
