import { useMutation, useQuery } from '@tanstack/react-query'
import { AppWindow } from 'lucide-react'
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

/** Browsers in which the account has logged in, with a way to forget them. */
export function Browsers() {
  const { t } = useTranslation('security')
  const errorText = useErrorText()
  const browsers = useQuery({ queryKey: ['browsers'], queryFn: () => client.get('/account/browsers') })
  const forgotten = async () => {
    showToast({ title: t('browsers.forgotten') })
    await queryClient.invalidateQueries({ queryKey: ['browsers'] })
  }
  const onError = (error: Error) => showToast({ title: t('notDone'), text: errorText(error), tone: 'bad' })
  const forget = useMutation({
    mutationFn: (id: string) => client.delete('/account/browsers/{browserId}', { params: { path: { browserId: id } } }),
    onSuccess: forgotten,
    onError,
  })
  const forgetAll = useMutation({
    mutationFn: () => client.delete('/account/browsers'),
    onSuccess: forgotten,
    onError,
  })
  return (
    <Card
      title={t('browsers.title')}
      text={t('browsers.text')}
      actions={
        (browsers.data?.length ?? 0) > 1 ? (
          <Button busy={forgetAll.isPending} onClick={() => forgetAll.mutate()}>
            {t('browsers.forgetAll')}
          </Button>
        ) : null
      }
    >
      {browsers.isPending ? <SkeletonRows rows={2} label={t('loading')} /> : null}
      {browsers.error ? (
        <ErrorNotice title={t('failed')} error={browsers.error} onRetry={() => browsers.refetch()} />
      ) : null}
      {browsers.data?.length === 0 ? <p className="text-soft">{t('browsers.none')}</p> : null}
      <ul className="divide-y divide-line">
        {browsers.data?.map((browser) => (
          <li key={browser.id} className="flex flex-wrap items-center gap-x-3 gap-y-2 py-3">
            <AppWindow className="size-5 shrink-0 text-wood" aria-hidden="true" />
            <div className="min-w-0 flex-1 basis-48">
              <p className="flex flex-wrap items-center gap-2 font-medium">
                {deviceOf(browser.userAgent) ?? t('browsers.unknown')}
                {browser.current ? <Badge tone="good">{t('sessions.this')}</Badge> : null}
                {browser.skipsCode ? <Badge tone="plain">{t('browsers.skipsCode')}</Badge> : null}
              </p>
              <p className="text-sm text-soft">
                {t('browsers.last')} <Time at={browser.lastLoginAt} />
              </p>
            </div>
            <Button size="small" onClick={() => forget.mutate(browser.id)}>
              {t('browsers.forget')}
            </Button>
          </li>
        ))}
      </ul>
    </Card>
  )
}
