import { useTranslation } from '../../texts/translation.js'

const upper =
  'M0 42L102.6 42L113.6 22L124.6 42L270.5 42L281.5 22L292.5 42L370 42L381 22L392 42L567.1 42L578.1 22L589.1 42L705.5 42L716.5 22L727.5 42L818.3 42L829.3 22L840.3 42L967.4 42L978.4 22L989.4 42L1120 42L1120 4Q1120 0 1116 0L4 0Q0 0 0 4Z'
const lower =
  'M56 52L102.6 52L113.6 72L124.6 52L270.5 52L281.5 72L292.5 52L370 52L381 72L392 52L567.1 52L578.1 72L589.1 52L705.5 52L716.5 72L727.5 52L818.3 52L829.3 72L840.3 52L967.4 52L978.4 72L989.4 52L1120 52L1120 90Q1120 94 1116 94L60 94Q56 94 56 90Z'

/** A tally stick in two halves, which explains what a proof is: the one half with its owner, the other in public. */
export function SplitStick() {
  const { t } = useTranslation('front')
  return (
    <section className="mt-6 flex flex-col gap-2">
      <p>
        <strong className="font-semibold">{t('stick.yours')}</strong>{' '}
        <span className="text-soft">{t('stick.yoursText')}</span>
      </p>
      <svg viewBox="0 0 1120 94" aria-hidden="true" className="w-full text-wood">
        <path d={upper} fill="currentColor" />
        <path d={lower} fill="currentColor" opacity=".6" />
      </svg>
      <p>
        <strong className="font-semibold">{t('stick.public')}</strong>{' '}
        <span className="text-soft">{t('stick.publicText')}</span>
      </p>
    </section>
  )
}
