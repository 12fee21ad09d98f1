import { useTranslation } from 'react-i18next'
import type { StampDetails } from 'tallystick/stamps'
import { network } from '../../../base/network.js'
import { localeOf } from '../../../ui/locale.js'
import { TallyDrawing } from '../../../ui/tally.jsx'

/** How far apart the halves of the tally are: they fit when nobody can part them any more. */
const gaps = { submitted: 10, confirmed: 6, final: 2, failed: 10 }

/** What the stamp proves, in one sentence, and on what that rests. */
export function Statement({ stamp: { state, hash, timestamp, blockTime } }: { stamp: StampDetails }) {
  const { t, i18n } = useTranslation('stamps')
  const time = new Intl.DateTimeFormat(localeOf(i18n.language), { dateStyle: 'long', timeStyle: 'long' }).format(
    new Date(blockTime ?? timestamp),
  )
  const isThere = state === 'final' || state === 'confirmed'
  return (
    <div className="flex flex-col gap-5 sm:flex-row sm:items-center sm:gap-7">
      <TallyDrawing
        left={hash}
        right={hash}
        gap={gaps[state]}
        className={`h-14 w-36 shrink-0 ${state === 'failed' ? 'text-seal' : isThere ? 'text-wood' : 'text-edge'}`}
      />
      <div className="min-w-0">
        <p className="text-lg font-medium text-pretty sm:text-xl">
          {isThere ? t('one.proves', { time }) : state === 'failed' ? t('one.failedText') : t('one.waiting')}
        </p>
        {isThere && network.isPrivate ? <p className="mt-1.5 text-soft">{t('one.provesPrivateChain')}</p> : null}
      </div>
    </div>
  )
}
