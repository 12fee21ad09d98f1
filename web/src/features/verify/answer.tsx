import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { cn } from '../../ui/classes.js'
import { usePageTitle } from '../../ui/frame/page-header.jsx'
import { TallyDrawing } from '../../ui/values/tally.jsx'

const looks = {
  good: { box: 'border-moss/45 bg-moss-wash', tally: 'text-moss' },
  stated: { box: 'border-wood/45 bg-wood-wash', tally: 'text-wood' },
  open: { box: 'border-amber/45 bg-amber-wash', tally: 'text-amber' },
  bad: { box: 'border-seal/45 bg-seal-wash', tally: 'text-seal' },
}

interface AnswerProps {
  /** For tests and other programs that read the page. */
  outcome: string
  look: keyof typeof looks
  /** The answer in one sentence; `text` explains it. */
  sentence: string
  text: ReactNode
  /** The refusal as package `proof` words it, in English. */
  reason?: string | null
  /** Hashes drawn as the two halves of a tally. */
  left?: string | null
  right?: string | null
  fits: boolean
  /** Limits and conditions of the answer. */
  grounds: readonly string[]
}

/** The answer in one sentence, drawn as two halves of a tally that fit or do not, with its conditions. */
export function Answer({ outcome, look, sentence, text, reason, left, right, fits, grounds }: AnswerProps) {
  const { t } = useTranslation('verify')
  usePageTitle(sentence)
  return (
    <section className={cn('rounded-2xl border p-6 sm:p-8', looks[look].box)} data-outcome={outcome}>
      <div className="flex flex-col gap-6 sm:flex-row sm:items-center sm:gap-9">
        <TallyDrawing
          {...(left ? { left } : {})}
          {...(right ? { right } : {})}
          gap={fits ? 0 : 5}
          className={cn('h-20 w-44 shrink-0', looks[look].tally)}
        />
        <div className="min-w-0" role="status">
          <h2 className="text-xl font-semibold sm:text-2xl">{sentence}</h2>
          <div className="mt-2 max-w-prose">{text}</div>
          {reason ? (
            <p className="mt-2 text-sm [overflow-wrap:anywhere] text-soft" lang="en">
              {reason}
            </p>
          ) : null}
        </div>
      </div>
      {grounds.length > 0 ? (
        <div className="mt-6 border-t border-ink/15 pt-5">
          <h3 className="font-medium">{t('grounds.title')}</h3>
          <ul className="mt-2 flex list-disc flex-col gap-1.5 ps-5">
            {grounds.map((ground) => (
              <li key={ground}>{ground}</li>
            ))}
          </ul>
        </div>
      ) : null}
    </section>
  )
}
