import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { queryClient } from '../../base/queries.js'
import { client } from '../../session/client.js'
import { Button } from '../../ui/button.jsx'
import { Dialog } from '../../ui/dialog.jsx'
import { Notice } from '../../ui/notice.jsx'
import { PasswordDialog } from '../../ui/password-dialog.jsx'

interface RemovalDialogProps {
  onClose: () => void
  hasPassword: boolean
}

/** Says what deleting means, and takes the password for it. */
export function RemovalDialog({ onClose, hasPassword }: RemovalDialogProps) {
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
      <ul className="flex list-disc flex-col gap-2 ps-5">
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
