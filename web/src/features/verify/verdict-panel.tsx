import { useTranslation } from 'react-i18next'
import { cn } from '../../ui/classes.js'
import { usePageTitle } from '../../ui/page-title.js'
import { TallyDrawing } from '../../ui/tally.jsx'
import type { Judgement } from './judgement.js'
import { momentOf } from './moment.js'

const looks = {
  verified: { box: 'border-moss/45 bg-moss-wash', tally: 'text-moss', gap: 0 },
  waiting: { box: 'border-amber/45 bg-amber-wash', tally: 'text-amber', gap: 5 },
  refused: { box: 'border-seal/45 bg-seal-wash', tally: 'text-seal', gap: 5 },
}

/** The answer: one plain sentence, drawn as two halves of a tally that fit or do not; and what it rests on. */
export function VerdictPanel({ judgement, document }: { judgement: Judgement; document: File | null }) {
  const { t } = useTranslation('verify')
  const { sentence, text } = useSentence(judgement, document)
  const { outcome, proof, digest, anchor, grounds, reason, refusal } = judgement
  const look = looks[outcome]
  usePageTitle(sentence)
  return (
    <section className={cn('rounded-2xl border p-6 sm:p-8', look.box)} data-outcome={outcome}>
      <div className="flex flex-col gap-6 sm:flex-row sm:items-center sm:gap-9">
        <TallyDrawing
          {...(digest ? { left: digest } : proof ? { left: proof.hash } : {})}
          {...(proof ? { right: proof.hash } : {})}
          gap={outcome === 'verified' && digest === null ? 5 : look.gap}
          className={cn('h-20 w-44 shrink-0', look.tally)}
        />
        <div className="min-w-0" role="status">
          <h2 className="text-xl font-semibold sm:text-2xl">{sentence}</h2>
          <p className="mt-2 max-w-prose">{text}</p>
          {refusal === 'forged' ? (
            <p className="mt-2 text-sm text-soft" lang="en">
              {reason}
            </p>
          ) : null}
        </div>
      </div>
      {grounds.length > 0 && anchor ? (
        <div className="mt-6 border-t border-ink/15 pt-5">
          <h3 className="font-medium">{t('grounds.title')}</h3>
          <ul className="mt-2 flex list-disc flex-col gap-1.5 ps-5">
            {grounds.map((ground) => (
              <li key={ground}>{t(`grounds.${ground}`, { network: anchor.network, chain: anchor.chain })}</li>
            ))}
          </ul>
        </div>
      ) : null}
    </section>
  )
}

/** The answer in one sentence, and what it means. */
function useSentence({ outcome, refusal, anchor, proof, grounds }: Judgement, document: File | null) {
  const { t, i18n } = useTranslation('verify')
  if (outcome === 'refused') {
    const kind = refusal ?? 'forged'
    return { sentence: t(`refused.${kind}.title`), text: t(`refused.${kind}.text`) }
  }
  if (outcome === 'waiting') {
    return { sentence: t('waiting.title'), text: t(document ? 'waiting.text' : 'waiting.textAlone') }
  }
  const moment = anchor?.blockTime ? momentOf(anchor.blockTime, i18n.language) : ''
  const what = proof?.kind === 'change' ? 'change' : document ? 'document' : 'alone'
  const isPrivate = grounds.includes('privateChain')
  return {
    sentence: t(`verified.${what}`, { moment }),
    text: `${t(`verified.${what}Text`)} ${t(isPrivate ? 'verified.privateText' : 'verified.publicText', { network: anchor?.network ?? '' })}`,
  }
}
