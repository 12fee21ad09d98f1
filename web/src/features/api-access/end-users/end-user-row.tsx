import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Copy, Ellipsis, Globe, Pencil, Trash2, Wallet } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from '../../../texts/translation.js'
import { Button } from '../../../ui/button.jsx'
import { showToast } from '../../../ui/feedback/toast.jsx'
import { Menu, MenuItem, MenuLine } from '../../../ui/frame/menu.jsx'
import { copyText } from '../../../ui/values/copy-button.jsx'
import { ConsequenceDialog } from '../confirm-dialogs.jsx'
import { type EndUser, eraseEndUser } from './end-users.js'
import { PersonDialog } from './person-dialog.jsx'

/** The service counts no further. */
const countMax = 10_000

/** One end user: a link to the stamps, and a menu. */
export function EndUserRow({ user }: { user: EndUser }) {
  const { t } = useTranslation(['endUsers', 'common'])
  const [dialog, setDialog] = useState<'edit' | 'erase' | null>(null)
  const close = () => setDialog(null)
  const { userId, username, email, publicAddress, publishName, stamps } = user
  const copy = (text: string) => void copyText(text).then(() => showToast({ title: t('common:copied') }))
  return (
    <div className="relative flex h-full items-center gap-3 px-4 hover:bg-sunken/70">
      <div className="min-w-0 flex-1">
        <p className="flex min-w-0 items-center gap-2">
          <Link
            to="/stamps"
            search={{ user: userId }}
            data-row-link=""
            className="truncate font-medium outline-none after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-wood"
          >
            {username}
          </Link>
          {publishName ? (
            <span title={t('named')} className="shrink-0 text-soft">
              <Globe className="size-4" aria-hidden="true" />
              <span className="sr-only">{t('named')}</span>
            </span>
          ) : null}
        </p>
        <p className="truncate text-sm text-soft">
          <span className="font-mono">{userId}</span> · {email}
        </p>
      </div>
      <p className="tabular shrink-0 text-end text-sm text-soft">
        {t(stamps < countMax ? 'stamps' : 'many', { count: stamps })}
      </p>
      <div className="relative">
        <Menu
          trigger={
            <Button look="quiet" size="icon-small" aria-label={t('actions', { name: username })}>
              <Ellipsis aria-hidden="true" />
            </Button>
          }
        >
          <MenuItem icon={<Pencil aria-hidden="true" />} onSelect={() => setDialog('edit')}>
            {t('edit.action')}
          </MenuItem>
          <MenuItem icon={<Copy aria-hidden="true" />} onSelect={() => copy(userId)}>
            {t('copyId')}
          </MenuItem>
          <MenuItem icon={<Wallet aria-hidden="true" />} onSelect={() => copy(publicAddress)}>
            {t('copyAddress')}
          </MenuItem>
          <MenuLine />
          <MenuItem danger icon={<Trash2 aria-hidden="true" />} onSelect={() => setDialog('erase')}>
            {t('erase.action')}
          </MenuItem>
        </Menu>
      </div>
      {dialog === 'edit' ? <PersonDialog user={user} onClose={close} /> : null}
      {dialog === 'erase' ? <EraseDialog user={user} onClose={close} /> : null}
    </div>
  )
}

function EraseDialog({ user, onClose }: { user: EndUser; onClose: () => void }) {
  const { t } = useTranslation('endUsers')
  const { username: name, userId: id } = user
  const erase = useMutation({
    mutationFn: () => eraseEndUser(user),
    onSuccess: () => {
      onClose()
      showToast({ title: t('erase.done', { name }) })
    },
  })
  return (
    <ConsequenceDialog
      title={`${t('erase.action')}: ${name}`}
      text={t('erase.text', { id })}
      action={t('erase.submit')}
      onAction={() => erase.mutate()}
      onClose={onClose}
      busy={erase.isPending}
      failed={t('erase.failed')}
      error={erase.error}
    />
  )
}
