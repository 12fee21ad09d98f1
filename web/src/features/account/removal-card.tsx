import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useKeepAccount } from '../../base/keep-account.js'
import { Button } from '../../ui/button.jsx'
import { Card } from '../../ui/card.jsx'
import { dayText } from '../../ui/moments.js'
import { Notice } from '../../ui/notice.jsx'
import type { OwnAccount } from './own-account.js'
import { RemovalDialog } from './removal-dialog.jsx'

/** Leaving, and taking that back. */
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
