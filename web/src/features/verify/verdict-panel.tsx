import { useTranslation } from 'react-i18next'
import { utcText } from '../../ui/values/formats.js'
import { Answer } from './answer.jsx'
import { isNamedOnly } from './check-given.js'
import type { AnchorFacts, Judgement } from './checking/judgement.js'
import { useChainWords } from './use-chain-words.js'
import { useGroundTexts } from './use-ground-texts.js'
import { useVouchers } from './use-vouchers.js'

const looks = { confirmed: 'good', stated: 'stated', consistent: 'open', refused: 'bad' } as const

/** Refusals that the page's own words don't fully explain. */
const withReason: ReadonlySet<Judgement['refusal']> = new Set(['forged', 'block', 'time', 'notProof'])

/** Verdict on a document and its proof. */
export function VerdictPanel({ judgement, document }: { judgement: Judgement; document: File | null }) {
  const groundTexts = useGroundTexts()
  const { sentence, text } = useSentence(judgement, document)
  const { outcome, hash, digest, anchor, grounds, reason, refusal } = judgement
  return (
    <Answer
      outcome={outcome}
      look={looks[outcome]}
      sentence={sentence}
      text={<p>{text}</p>}
      reason={withReason.has(refusal) ? reason : null}
      left={digest ?? hash}
      right={hash}
      fits={outcome !== 'refused' && digest !== null}
      grounds={groundTexts(grounds, anchor ? [anchor] : [])}
    />
  )
}

/** Returns the verdict's sentence and its explanation. Only a confirmed one says that something existed, and by whose word. */
function useSentence(judgement: Judgement, document: File | null) {
  const { t, i18n } = useTranslation('verify')
  const vouchersOf = useVouchers()
  const { placeOf } = useChainWords()
  const { outcome, refusal, sources, anchor, proof, hash } = judgement
  if (outcome === 'refused') {
    const kind = refusal ?? 'forged'
    return { sentence: t(`refused.${kind}.title`), text: t(`refused.${kind}.text`) }
  }
  if (isNamedOnly(judgement)) {
    return document
      ? { sentence: t('namedOnly.title'), text: t('namedOnly.text') }
      : { sentence: t('namedOnly.titleAlone', { hash: `${hash?.slice(0, 8)}…` }), text: t('namedOnly.textAlone') }
  }
  const what = proof?.kind === 'change' ? 'change' : document ? 'document' : 'alone'
  if ((outcome === 'confirmed' || outcome === 'stated') && isInBlock(anchor)) {
    const by = vouchersOf(sources, anchor.isPrivate)
    return {
      sentence: t(`confirmed.${what}`, { by, moment: utcText(i18n.language, anchor.blockTime) }),
      text: `${t(`confirmed.${what}Text`)} ${t('confirmed.text', { place: placeOf(anchor) })}`,
    }
  }
  const sentence = t(`consistent.${what}`)
  if (!isInBlock(anchor)) return { sentence, text: t('consistent.waitingText') }
  return { sentence, text: t('consistent.text', { place: placeOf(anchor) }) }
}

function isInBlock(anchor: AnchorFacts | null): anchor is AnchorFacts & { blockTime: string; blockNumber: number } {
  return anchor?.blockTime !== undefined
}
