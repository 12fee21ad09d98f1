import { useMutation, useQuery } from '@tanstack/react-query'
import { KeyRound, Plus, Trash2 } from 'lucide-react'
import { usePortalSettings } from '../../base/portal-settings.js'
import { queryClient } from '../../base/queries.js'
import { canUsePasskeys, makePasskey } from '../../session/passkeys.js'
import { askPortal } from '../../session/portal-api.js'
import { useTranslation } from '../../texts/translation.js'
import { Button } from '../../ui/button.jsx'
import { ErrorNotice } from '../../ui/feedback/error-notice.jsx'
import { useErrorText } from '../../ui/feedback/error-text.js'
import { showToast } from '../../ui/feedback/toast.jsx'
import { Card } from '../../ui/frame/card.jsx'
import { dayText } from '../../ui/values/dates.js'
import { Time } from '../../ui/values/time.jsx'

interface Passkey {
  id: string
  name: string | null
  createdAt: string
}

/** Passkeys of the account, added by the current device. */
export function Passkeys() {
  const { t, i18n } = useTranslation('security')
  const errorText = useErrorText()
  const settings = usePortalSettings()
  const passkeys = useQuery({
    queryKey: ['passkeys'],
    queryFn: () => askPortal<Passkey[]>('/auth/passkey/list-user-passkeys'),
  })
  const refresh = () => queryClient.invalidateQueries({ queryKey: ['passkeys'] })
  const add = useMutation({
    mutationFn: () => addPasskey(t('passkeys.newName', { date: dayText(i18n.language, new Date().toISOString()) })),
    onSuccess: refresh,
  })
  const remove = useMutation({
    mutationFn: (id: string) => askPortal('/auth/passkey/delete-passkey', { id }),
    onSuccess: async () => {
      // This device may no longer have one.
      add.reset()
      showToast({ title: t('passkeys.removed') })
      await refresh()
    },
    onError: (error) => showToast({ title: t('notDone'), text: errorText(error), tone: 'bad' }),
  })
  const isRightHost = canUsePasskeys(settings?.passkeyHost)
  return (
    <Card
      title={t('passkeys.title')}
      text={t('passkeys.text')}
      actions={
        isRightHost ? (
          <Button look="primary" busy={add.isPending} onClick={() => add.mutate()}>
            <Plus aria-hidden="true" />
            {t('passkeys.add')}
          </Button>
        ) : null
      }
    >
      {settings && !isRightHost ? (
        <p className="mb-3 text-soft">{t('passkeys.elsewhere', { host: settings.passkeyHost })}</p>
      ) : null}
      {add.error ? <PasskeyError error={add.error} /> : null}
      {passkeys.error ? (
        <ErrorNotice title={t('passkeys.failed')} error={passkeys.error} onRetry={() => passkeys.refetch()} />
      ) : null}
      {passkeys.data?.length === 0 ? <p className="text-soft">{t('passkeys.none')}</p> : null}
      <ul className="divide-y divide-line">
        {passkeys.data?.map((passkey) => (
          <li key={passkey.id} className="flex items-center gap-3 py-2.5">
            <KeyRound className="size-5 shrink-0 text-wood" aria-hidden="true" />
            <div className="min-w-0 flex-1">
              <p className="truncate font-medium">{passkey.name ?? t('passkeys.unnamed')}</p>
              <p className="text-sm text-soft">
                {t('passkeys.since')} <Time at={passkey.createdAt} />
              </p>
            </div>
            <Button
              look="quiet"
              size="icon"
              aria-label={t('passkeys.remove', { name: passkey.name ?? t('passkeys.unnamed') })}
              onClick={() => remove.mutate(passkey.id)}
            >
              <Trash2 aria-hidden="true" />
            </Button>
          </li>
        ))}
      </ul>
    </Card>
  )
}

/** Closing the browser's prompt is not an error. */
function PasskeyError({ error }: { error: Error }) {
  const { t } = useTranslation('security')
  if ('status' in error) return <ErrorNotice className="mb-3" title={t('passkeys.notAdded')} error={error} />
  return (
    <p role="status" className="mb-3 text-soft">
      {t(error.name === 'InvalidStateError' ? 'passkeys.known' : 'passkeys.cancelled')}
    </p>
  )
}

async function addPasskey(name: string): Promise<void> {
  await askPortal('/auth/passkey/verify-registration', { response: await makePasskey(name), name })
}
