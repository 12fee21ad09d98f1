import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { usePortalSettings } from '../../base/portal-settings.js'
import { queryClient } from '../../base/queries.js'
import { askPortal } from '../../session/portal-api.js'
import { refreshSession } from '../../session/session.js'
import { useTranslation } from '../../texts/translation.js'
import { Button } from '../../ui/button.jsx'
import { Badge } from '../../ui/feedback/badge.jsx'
import { showToast } from '../../ui/feedback/toast.jsx'
import { PasswordDialog } from '../../ui/forms/password-dialog.jsx'
import { Card } from '../../ui/frame/card.jsx'
import { BackupCodes, SetUpTotp, type TotpSecret } from './totp-dialogs.jsx'

type Wish = 'enable' | 'disable' | 'codes'

const paths: Record<Wish, string> = {
  enable: '/auth/two-factor/enable',
  disable: '/auth/two-factor/disable',
  codes: '/auth/two-factor/generate-backup-codes',
}

/** Two-factor authentication by an authenticator app. */
export function SecondFactor({ isOn }: { isOn: boolean }) {
  const { t } = useTranslation('security')
  const isRequired = usePortalSettings()?.secondFactor === 'required'
  const [wish, setWish] = useState<Wish | null>(null)
  const [secret, setSecret] = useState<TotpSecret | null>(null)
  const [codes, setCodes] = useState<string[] | null>(null)
  const ask = useMutation({
    mutationFn: ({ what, password }: { what: Wish; password: string }) =>
      askPortal<Partial<TotpSecret>>(paths[what], { password }),
    onSuccess: async ({ totpURI, backupCodes }, { what }) => {
      setWish(null)
      if (what === 'enable' && totpURI && backupCodes) setSecret({ totpURI, backupCodes })
      if (what === 'codes' && backupCodes) setCodes(backupCodes)
      if (what === 'disable') {
        showToast({ title: t('totp.off') })
        await refreshSession()
        await queryClient.invalidateQueries({ queryKey: ['account'] })
        await queryClient.invalidateQueries({ queryKey: ['browsers'] })
      }
    },
  })
  const begin = (next: Wish | null) => {
    ask.reset()
    setWish(next)
  }
  const confirmed = async () => {
    setCodes(secret?.backupCodes ?? null)
    setSecret(null)
    for (const key of ['account', 'browsers', 'sessions']) await queryClient.invalidateQueries({ queryKey: [key] })
  }
  return (
    <Card
      title={
        <span className="flex flex-wrap items-center gap-2">
          {t('totp.title')}
          <Badge tone={isOn ? 'good' : 'plain'}>{t(isOn ? 'totp.isOn' : 'totp.isOff')}</Badge>
        </span>
      }
      text={t('totp.text')}
    >
      <div className="flex flex-wrap gap-2">
        {isOn ? (
          <>
            <Button onClick={() => begin('codes')}>{t('totp.newCodes')}</Button>
            <Button look="danger" onClick={() => begin('disable')}>
              {t(isRequired ? 'totp.replace' : 'totp.disable')}
            </Button>
          </>
        ) : (
          <Button onClick={() => begin('enable')}>{t('totp.enable')}</Button>
        )}
      </div>
      {wish ? (
        <PasswordDialog
          title={t(wish === 'disable' && isRequired ? 'totp.ask.replace' : `totp.ask.${wish}`)}
          action={t('goOn')}
          failed={t('notDone')}
          error={ask.error}
          busy={ask.isPending}
          onPassword={(password) => ask.mutate({ what: wish, password })}
          onClose={() => begin(null)}
        />
      ) : null}
      {secret ? <SetUpTotp secret={secret} onDone={confirmed} onCancel={() => setSecret(null)} /> : null}
      {codes ? <BackupCodes codes={codes} onClose={() => setCodes(null)} /> : null}
    </Card>
  )
}
