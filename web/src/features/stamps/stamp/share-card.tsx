import { ExternalLink, LockKeyhole } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { StampDetails } from 'tallystick/stamps'
import { buttonLook } from '../../../ui/button.jsx'
import { Card } from '../../../ui/card.jsx'
import { CopyButton } from '../../../ui/copy-button.jsx'
import { QrCode } from '../../../ui/qr-code.jsx'

/** The public page, or why there is none. */
export function ShareCard({ stamp: { code, isPrivateBc } }: { stamp: StampDetails }) {
  const { t } = useTranslation('stamps')
  if (isPrivateBc) {
    return (
      <Card title={t('one.privateTitle')}>
        <p className="flex items-start gap-3 text-soft">
          <LockKeyhole className="mt-0.5 size-5 shrink-0" aria-hidden="true" />
          {t('one.privateText')}
        </p>
      </Card>
    )
  }
  const path = `/s/${code}`
  return (
    <Card title={t('one.share')}>
      <p className="text-soft">{t('one.shareText')}</p>
      <div className="mt-4 flex flex-wrap items-center gap-5">
        <QrCode text={`${location.origin}${path}`} label={t('one.qr')} className="size-36 border border-line" />
        <div className="flex flex-col items-start gap-2">
          <CopyButton withText text={`${location.origin}${path}`} label={t('one.link')} />
          <a href={path} target="_blank" rel="noreferrer" className={buttonLook({ size: 'small' })}>
            <ExternalLink aria-hidden="true" />
            {t('one.openPublic')}
          </a>
        </div>
      </div>
    </Card>
  )
}
