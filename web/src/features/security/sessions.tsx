import { useMutation, useQuery } from '@tanstack/react-query'
import { MonitorSmartphone } from 'lucide-react'
import { queryClient } from '../../base/queries.js'
import { client } from '../../session/client.js'
import { useTranslation } from '../../texts/translation.js'
import { Button } from '../../ui/button.jsx'
import { Badge } from '../../ui/feedback/badge.jsx'
import { ErrorNotice } from '../../ui/feedback/error-notice.jsx'
import { useErrorText } from '../../ui/feedback/error-text.js'
import { SkeletonRows } from '../../ui/feedback/skeleton.jsx'
import { showToast } from '../../ui/feedback/toast.jsx'
import { Card } from '../../ui/frame/card.jsx'
import { Time } from '../../ui/values/time.jsx'
import { deviceOf } from './device-of.js'

/** Active sessions, with a way to end them. */
export function Sessions() {
  const { t } = useTranslation('security')
  const errorText = useErrorText()
  const sessions = useQuery({ queryKey: ['sessions'], queryFn: () => client.get('/account/sessions') })
  const ended = async () => {
    showToast({ title: t('sessions.ended') })
    await queryClient.invalidateQueries({ queryKey: ['sessions'] })
  }
  const onError = (error: Error) => showToast({ title: t('notDone'), text: errorText(error), tone: 'bad' })
  const end = useMutation({
    mutationFn: (id: string) => client.delete('/account/sessions/{sessionId}', { params: { path: { sessionId: id } } }),
    onSuccess: ended,
    onError,
  })
  const endOthers = useMutation({ mutationFn: () => client.delete('/account/sessions'), onSuccess: ended, onError })
  return (
    <Card
      title={t('sessions.title')}
      text={t('sessions.text')}
      actions={
        (sessions.data?.length ?? 0) > 1 ? (
          <Button busy={endOthers.isPending} onClick={() => endOthers.mutate()}>
            {t('sessions.endOthers')}
          </Button>
        ) : null
      }
    >
      {sessions.isPending ? <SkeletonRows rows={2} label={t('loading')} /> : null}
      {sessions.error ? (
        <ErrorNotice title={t('failed')} error={sessions.error} onRetry={() => sessions.refetch()} />
      ) : null}
      <ul className="divide-y divide-line">
        {sessions.data?.map((session) => (
          <li key={session.id} className="flex flex-wrap items-center gap-x-3 gap-y-2 py-3">
            <MonitorSmartphone className="size-5 shrink-0 text-wood" aria-hidden="true" />
            <div className="min-w-0 flex-1 basis-48">
              <p className="flex flex-wrap items-center gap-2 font-medium">
                {deviceOf(session.userAgent ?? '') ?? t('sessions.unknown')}
                {session.current ? <Badge tone="good">{t('sessions.this')}</Badge> : null}
              </p>
              <p className="text-sm text-soft">
                {session.address} · {t('sessions.active')} <Time at={session.lastActiveAt} />
              </p>
            </div>
            {session.current ? null : (
              <Button size="small" onClick={() => end.mutate(session.id)}>
                {t('sessions.end')}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Card>
  )
}
