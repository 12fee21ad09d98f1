import { useTranslation } from 'react-i18next'
import { utcText } from '../../ui/formats.js'
import { Answer } from './answer.jsx'
import type { Judgement } from './checking/judgement.js'

const looks = { verified: 'good', waiting: 'open', traced: 'open', refused: 'bad' } as const

/** Verdict on a document and its proof. */
export function VerdictPanel({ judgement, document }: { judgement: Judgement; document: File | null }) {
  const { t } = useTranslation('verify')
  const { sentence, text } = useSentence(judgement, document)
  const { outcome, hash, digest, anchor, grounds, reason, refusal } = judgement
  const named = { network: anchor?.network ?? anchor?.chain ?? '', chain: anchor?.chain ?? '' }
  return (
    <Answer
      outcome={outcome}
      look={looks[outcome]}
      sentence={sentence}
      text={<p>{text}</p>}
      reason={refusal === 'forged' ? reason : null}
      left={digest ?? hash}
      right={hash}
      fits={outcome === 'verified' && digest !== null}
      grounds={grounds.map((ground) => t(`grounds.${ground}`, named))}
    />
  )
}

/** Returns the verdict's sentence and its explanation. */
function useSentence({ outcome, refusal, anchor, proof, hash }: Judgement, document: File | null) {
  const { t, i18n } = useTranslation('verify')
  if (outcome === 'refused') {
    const kind = refusal ?? 'forged'
    return { sentence: t(`refused.${kind}.title`), text: t(`refused.${kind}.text`) }
  }
  if (outcome === 'waiting') {
    return { sentence: t('waiting.title'), text: t(document ? 'waiting.text' : 'waiting.textAlone') }
  }
  if (outcome === 'traced') {
    return document
      ? { sentence: t('traced.title'), text: t('traced.text') }
      : { sentence: t('traced.titleAlone', { hash: `${hash?.slice(0, 8)}…` }), text: t('traced.textAlone') }
  }
  const moment = anchor?.blockTime ? utcText(i18n.language, anchor.blockTime) : ''
  const what = proof?.kind === 'change' ? 'change' : document ? 'document' : 'alone'
  const where = anchor?.isPrivate ? 'verified.privateText' : 'verified.publicText'
  return {
    sentence: t(`verified.${what}`, { moment }),
    text: `${t(`verified.${what}Text`)} ${t(where, { network: anchor?.network ?? '' })}`,
  }
}
