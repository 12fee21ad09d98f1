import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { type OwnAccount, useKeepAccount } from '../../base/account.js'
import { queryClient } from '../../base/queries.js'
import { client } from '../../session/client.js'
import { useTranslation } from '../../texts/translation.js'
import { Button } from '../../ui/button.jsx'
import { Notice } from '../../ui/feedback/notice.jsx'
import { PasswordDialog } from '../../ui/forms/password-dialog.jsx'
import { Card } from '../../ui/frame/card.jsx'
import { Dialog } from '../../ui/frame/dialog.jsx'
import { dayText } from '../../ui/values/dates.js'

/** Deletes the account, or cancels its deletion. */
export function RemovalCard({ account: { deletionAt, hasPassword } }: { account: OwnAccount }) {
  const { t, i18n } = useTranslation(['account', 'common'])
  const [isOpen, setOpen] = useState(false)
  const keep = useKeepAccount()
  return (
    <Card title={t('removal.title')} text={deletionAt === null ? t('removal.text') : undefined}>
      {deletionAt === null ? (
        <Button look="danger" onClick={() => setOpen(true)}>
          {t('removal.start')}
        </Button>
      ) : (
        <div className="flex flex-col items-start gap-4">
          <Notice tone="waiting" className="w-full">
            <p className="font-medium">{t('removal.pending', { date: dayText(i18n.language, deletionAt) })}</p>
            <p>
              {t('removal.pendingText')} {t('removal.first')}
            </p>
          </Notice>
          <Button look="primary" busy={keep.isPending} onClick={() => keep.mutate()}>
            {t('common:deletion.keep')}
          </Button>
        </div>
      )}
      {isOpen ? <RemovalDialog onClose={() => setOpen(false)} hasPassword={hasPassword} /> : null}
    </Card>
  )
}

interface RemovalDialogProps {
  onClose: () => void
  hasPassword: boolean
}

/** Explains what deletion means and asks for the password. */
function RemovalDialog({ onClose, hasPassword }: RemovalDialogProps) {
  const { t } = useTranslation(['account', 'common'])
  const remove = useMutation({
    mutationFn: (password: string) => client.delete('/account', { body: { password } }),
    onSuccess: async () => {
      onClose()
      await queryClient.invalidateQueries({ queryKey: ['account'] })
    },
  })
  const meaning = (
    <>
      <ul className="flex list-disc flex-col gap-2 ps-4">
        <li>{t('removal.now')}</li>
        <li>{t('removal.later')}</li>
        <li>{t('removal.stays')}</li>
      </ul>
      <p className="font-medium">{t('removal.first')}</p>
    </>
  )
  return hasPassword ? (
    <PasswordDialog
      title={t('removal.title')}
      action={t('removal.submit')}
      danger
      failed={t('removal.failed')}
      error={remove.error}
      busy={remove.isPending}
      onPassword={remove.mutate}
      onClose={onClose}
    >
      {meaning}
    </PasswordDialog>
  ) : (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title={t('removal.title')}
      footer={<Button onClick={onClose}>{t('common:cancel')}</Button>}
    >
      <div className="flex flex-col gap-4">
        {meaning}
        <Notice>{t('removal.noPassword')}</Notice>
      </div>
    </Dialog>
  )
}
