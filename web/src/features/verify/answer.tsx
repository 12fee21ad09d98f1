import type { Spoken } from '../../checking/spoken.js'
import { useTranslation } from '../../texts/translation.js'
import { cn } from '../../ui/classes.js'
import { usePageTitle } from '../../ui/frame/page-header.jsx'
import { TallyDrawing } from '../../ui/values/tally.jsx'

/** The four verdicts, each in its colour: only what someone other than the issuer vouches for is green. */
const looks = {
  confirmed: { box: 'border-moss/45 bg-moss-wash', tally: 'text-moss' },
  stated: { box: 'border-wood/45 bg-wood-wash', tally: 'text-wood' },
  consistent: { box: 'border-amber/45 bg-amber-wash', tally: 'text-amber' },
  refused: { box: 'border-seal/45 bg-seal-wash', tally: 'text-seal' },
}

interface AnswerProps extends Spoken {
  /** Hashes drawn as the two halves of a tally. */
  left?: string | null | undefined
  right?: string | null | undefined
  fits: boolean
  /** How the answer concerns this service. */
  advice?: string | null
}

/** The answer in one sentence, drawn as two halves of a tally that fit or do not, with what it leaves open. */
export function Answer({ outcome, headline, text, detail, caveats, left, right, fits, advice }: AnswerProps) {
  const { t } = useTranslation('verify')
  usePageTitle(headline)
  const points = advice ? [...caveats, advice] : caveats
  return (
    <section className={cn('rounded-2xl border p-6 sm:p-10', looks[outcome].box)} data-outcome={outcome}>
      <div className="flex flex-col gap-6 sm:flex-row sm:items-center sm:gap-10">
        <TallyDrawing
          {...(left ? { left } : {})}
          {...(right ? { right } : {})}
          gap={fits ? 0 : 5}
          className={cn('h-20 w-44 shrink-0', looks[outcome].tally)}
        />
        <div className="min-w-0 max-w-prose" role="status">
          <h2 className="text-lg font-semibold [overflow-wrap:anywhere]">{headline}</h2>
          {text ? <p className="mt-2 [overflow-wrap:anywhere]">{text}</p> : null}
          {detail ? (
            <p className="mt-2 text-sm [overflow-wrap:anywhere] text-soft" lang="en">
              {detail}
            </p>
          ) : null}
        </div>
      </div>
      {points.length > 0 ? (
        <div className="mt-6 border-t border-ink/15 pt-4">
          <h3 className="font-medium">{t('caveats')}</h3>
          <ul className="mt-2 flex max-w-prose list-disc flex-col gap-1.5 ps-4 [overflow-wrap:anywhere]">
            {points.map((point) => (
              <li key={point}>{point}</li>
            ))}
          </ul>
        </div>
      ) : null}
    </section>
  )
}
