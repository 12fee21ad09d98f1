import { Link2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { copyText } from '../../../ui/copy-button.jsx'
import { showToast } from '../../../ui/toast.jsx'
import { Action } from './action.jsx'

/** Copies the address of a public folder, inside a menu: whoever has an account here can open it. */
export function CopyLink({ folderId }: { folderId: string }) {
  const { t } = useTranslation('files')
  const copy = async () => {
    await copyText(`${location.origin}/portal/files/${folderId}`)
    showToast({ title: t('linkCopied'), text: t('linkIsFor') })
  }
  return (
    <Action icon={<Link2 aria-hidden="true" />} onSelect={() => void copy()}>
      {t('copyLink')}
    </Action>
  )
}
