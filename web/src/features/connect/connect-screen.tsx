import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { client } from '../../session/client.js'
import { useTranslation } from '../../texts/translation.js'
import { ErrorNotice } from '../../ui/feedback/error-notice.jsx'
import { SkeletonRows } from '../../ui/feedback/skeleton.jsx'
import { PageHeader } from '../../ui/frame/page-header.jsx'
import { CodeForm } from './code-form.jsx'
import { Decision } from './decision.jsx'
import { isGone, pathOf } from './device.js'
import { Outcome } from './outcome.jsx'

/** Connects a device that shows a code. */
export function ConnectScreen() {
  const { t } = useTranslation('connect')
  const { code } = useSearch({ from: '/member/connect' })
  const navigate = useNavigate({ from: '/connect' })
  const onCode = (typed?: string) => void navigate({ search: typed === undefined ? {} : { code: typed } })
  return (
    <div className="mx-auto max-w-2xl">
      <PageHeader title={t('title')} />
      {code === undefined ? <CodeForm onCode={onCode} /> : <Steps key={code} code={code} onCode={onCode} />}
    </div>
  )
}

/** From the code to the decision and its outcome. */
function Steps({ code, onCode }: { code: string; onCode: (code?: string) => void }) {
  const { t } = useTranslation('connect')
  const [decision, setDecision] = useState<'approved' | 'denied' | 'tooLate' | null>(null)
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['device', code],
    queryFn: () => client.get('/account/devices/{userCode}', pathOf(code)),
    // Once decided, the service no longer shows it: what was read stays on the page.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  const again = () => {
    setDecision(null)
    void refetch()
  }
  if (decision === 'tooLate' || isGone(error)) {
    const retype = (typed: string) => (typed === code ? again() : onCode(typed))
    return <CodeForm unknown={code} busy={isFetching} onCode={retype} />
  }
  if (error) return <ErrorNotice title={t('failed')} error={error} onRetry={again} />
  if (data === undefined) return <SkeletonRows label={t('looking')} />
  const onOther = () => onCode()
  if (decision === null) return <Decision device={data} onDecided={setDecision} onOther={onOther} />
  return <Outcome name={data.name} isApproved={decision === 'approved'} onOther={onOther} />
}
