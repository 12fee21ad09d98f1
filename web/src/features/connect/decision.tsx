import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Check, ShieldAlert, X } from 'lucide-react'
import { client } from '../../session/client.js'
import { useAccount } from '../../session/session.js'
import { useTranslation } from '../../texts/translation.js'
import { Button } from '../../ui/button.jsx'
import { ErrorNotice } from '../../ui/feedback/error-notice.jsx'
import { Notice } from '../../ui/feedback/notice.jsx'
import { Card } from '../../ui/frame/card.jsx'
import { Fact, Facts } from '../../ui/values/facts.jsx'
import { RelativeTime } from '../../ui/values/time.jsx'
import { type Device, isGone, pathOf } from './device.js'

interface DecisionProps {
  device: Device
  /** `tooLate` when the device no longer waits. */
  onDecided: (decision: 'approved' | 'denied' | 'tooLate') => void
  onOther: () => void
}

/** Shows which device asks and what connecting gives it, and asks for the decision. */
export function Decision({ device, onDecided, onOther }: DecisionProps) {
  const { t } = useTranslation('connect')
  const account = useAccount()
  const { userCode, name, requestedAt } = device
  const onError = (error: Error) => {
    if (isGone(error)) onDecided('tooLate')
  }
  const approve = useMutation({
    mutationFn: () => client.post('/account/devices/{userCode}/approve', pathOf(userCode)),
    onSuccess: () => onDecided('approved'),
    onError,
  })
  const deny = useMutation({
    mutationFn: () => client.post('/account/devices/{userCode}/deny', pathOf(userCode)),
    onSuccess: () => onDecided('denied'),
    onError,
  })
  return (
    <div className="flex flex-col gap-4">
      <Card>
        <p className="text-center text-soft">{t('compare')}</p>
        <p className="mt-1 text-center font-mono text-2xl font-semibold tracking-widest">{userCode}</p>
        <p className="mt-1 text-center text-sm text-soft">
          {t('asked')} <RelativeTime at={requestedAt} />
        </p>
        <div className="mt-4 border-t border-line">
          <Facts>
            <Fact name={t('device')}>{name}</Fact>
            <Fact name={t('account')}>{account?.email}</Fact>
          </Facts>
        </div>
      </Card>
      <Meaning name={name} />
      <Notice tone="waiting" icon={<ShieldAlert aria-hidden="true" />}>
        {t('beware')}
      </Notice>
      {approve.error ? <ErrorNotice title={t('notApproved')} error={approve.error} /> : null}
      {deny.error ? <ErrorNotice title={t('notDenied')} error={deny.error} /> : null}
      <div className="flex flex-col gap-3 sm:flex-row sm:items-center">
        <Button
          look="primary"
          busy={approve.isPending}
          disabled={deny.isPending}
          onClick={() => {
            deny.reset()
            approve.mutate()
          }}
        >
          {t('approve')}
        </Button>
        <Button
          busy={deny.isPending}
          disabled={approve.isPending}
          onClick={() => {
            approve.reset()
            deny.mutate()
          }}
        >
          {t('deny')}
        </Button>
        <Button look="quiet" className="sm:ms-auto" onClick={onOther}>
          {t('other')}
        </Button>
      </div>
    </div>
  )
}

/** Says what the device may do, what it may not, and how to end it. */
function Meaning({ name }: { name: string }) {
  const { t } = useTranslation('connect')
  const [before, after] = t('stays', { name, link: '\n' }).split('\n')
  return (
    <Card title={t('means')}>
      <ul className="flex flex-col gap-2.5 [&_svg]:mt-1 [&_svg]:size-4.5 [&_svg]:shrink-0 [&>li]:flex [&>li]:gap-2.5">
        <li>
          <Check className="text-moss" aria-hidden="true" />
          <span>{t('can')}</span>
        </li>
        <li>
          <X className="text-soft" aria-hidden="true" />
          <span>{t('cannot')}</span>
        </li>
      </ul>
      <p className="mt-4 min-w-0 break-words text-soft">
        {before}
        <Link to="/api-access" className="link">
          {t('access')}
        </Link>
        {after}
      </p>
    </Card>
  )
}
