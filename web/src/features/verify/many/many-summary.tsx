import { caveatsOfRows, sayTotals, type Totals } from '@tallystick/proof'
import { caveatTexts } from '../../../checking/spoken-rows.js'
import { useTranslation } from '../../../texts/translation.js'
import { cn } from '../../../ui/classes.js'
import { usePageTitle } from '../../../ui/frame/page-header.jsx'
import { useManyWords } from '../use-words.js'
import type { ManyResult } from './check-many.js'
import { type Group, groups } from './groups.js'
import { looks } from './verdict-mark.jsx'

const edges = {
  confirmed: 'border-t-moss',
  stated: 'border-t-wood',
  consistent: 'border-t-amber',
  refused: 'border-t-seal',
}

/** The total in a sentence, drawn as a bar of shares, with what it leaves open. */
export function ManySummary({ result, totals }: { result: ManyResult; totals: Totals }) {
  const { t } = useTranslation(['verifyMany', 'verify'])
  const words = useManyWords()
  const { rows, documents, proofs, lookUp } = result
  const { byVerdict, weakest } = totals
  const sentence = sayTotals(rows, words)
  const outcome = byVerdict.refused + byVerdict.other + byVerdict.unread > 0 ? 'refused' : (weakest ?? 'consistent')
  const isAsked =
    lookUp === 'unrecorded' && rows.some(({ verdict, proof }) => verdict === 'no-proof' || isFromHere(proof))
  const count = (key: 'documents' | 'proofs', count: number) => t(`verifyMany:${key}`, { count })
  const caveats = caveatTexts(caveatsOfRows(rows), words.words)
  usePageTitle(sentence)
  return (
    <section
      className={cn('grid gap-3 rounded-xl border border-t-3 border-line bg-raised p-4 sm:p-6', edges[outcome])}
      data-outcome={outcome}
    >
      <div role="status">
        <h2 className="max-w-prose text-lg font-semibold">{sentence}</h2>
      </div>
      <div className="flex h-2 gap-0.5 overflow-hidden rounded" aria-hidden="true">
        {(Object.keys(groups) as Group[])
          .map((group) => ({ group, share: groups[group].reduce((sum, verdict) => sum + byVerdict[verdict], 0) }))
          .filter(({ share }) => share > 0)
          .map(({ group, share }) => (
            <i key={group} className={cn('min-w-1.5', looks[groups[group][0]].bar)} style={{ flex: share }} />
          ))}
      </div>
      <p className="max-w-prose text-soft">
        {t('paired', { documents: count('documents', documents.length), proofs: count('proofs', proofs.length) })}{' '}
        {t(isAsked ? 'lookedUp' : 'stays')}
      </p>
      {caveats.length > 0 ? (
        <div className="border-t border-line pt-3">
          <h3 className="font-medium">{t('verify:caveats')}</h3>
          <ul className="mt-1 flex max-w-prose list-disc flex-col gap-1 ps-4 text-soft [overflow-wrap:anywhere]">
            {caveats.map((caveat) => (
              <li key={caveat}>{caveat}</li>
            ))}
          </ul>
        </div>
      ) : null}
    </section>
  )
}

const isFromHere = (proof: string | null) => proof?.startsWith(`${location.host}/s/`) === true
