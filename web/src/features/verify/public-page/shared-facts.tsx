import { useTranslation } from '../../../texts/translation.js'
import type { Shared } from './shared-page.js'

/** By whom, if that was published, and the code. */
export function SharedFacts({ shared: { owner, code } }: { shared: Shared }) {
  const { t } = useTranslation('shared')
  return (
    <dl className="flex flex-wrap gap-x-6 gap-y-1 text-sm">
      {owner ? (
        <div className="flex min-w-0 gap-1.5">
          <dt className="shrink-0 text-soft">{t('by')}</dt>
          <dd className="min-w-0 font-semibold [overflow-wrap:anywhere]">{owner}</dd>
        </div>
      ) : null}
      <div className="flex gap-1.5">
        <dt className="text-soft">{t('code')}</dt>
        <dd className="font-mono whitespace-nowrap">{`${code.slice(0, 5)} ${code.slice(5)}`}</dd>
      </div>
    </dl>
  )
}
