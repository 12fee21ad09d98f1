import type { StampDetails, StampPublication } from '@tallystick/sdk'
import { useMutation } from '@tanstack/react-query'
import { ExternalLink, Eye, EyeOff, Globe, LockKeyhole } from 'lucide-react'
import { useState } from 'react'
import { queryClient } from '../../../base/queries.js'
import { client } from '../../../session/client.js'
import { useTranslation } from '../../../texts/translation.js'
import { Button, buttonLook } from '../../../ui/button.jsx'
import { ErrorNotice } from '../../../ui/feedback/error-notice.jsx'
import { showToast } from '../../../ui/feedback/toast.jsx'
import { Card } from '../../../ui/frame/card.jsx'
import { Dialog } from '../../../ui/frame/dialog.jsx'
import { CopyButton } from '../../../ui/values/copy-button.jsx'
import { QrCode } from '../../../ui/values/qr-code.jsx'
import { stampQuery } from '../stamp-queries.js'

type Step = 'public' | 'details'

/** Shows who sees a stamp, where its page is and, of an own one, how to publish more. Each step is asked for: what was public may have been kept. */
export function VisibilityCard({ stamp }: { stamp: StampDetails }) {
  const { t } = useTranslation('stamps')
  const [asked, setAsked] = useState<Step | null>(null)
  const { code, isOwn, isPrivate, publicDetails } = stamp
  const change = useMutation({
    mutationFn: async (publication: StampPublication) =>
      (await client.patch('/hash/{code}', { params: { path: { code } }, body: publication })) as StampDetails,
    onSuccess: async (changed) => {
      queryClient.setQueryData(stampQuery(code).queryKey, changed)
      setAsked(null)
      showToast({ title: t('one.visibility.saved') })
      await queryClient.invalidateQueries({ queryKey: ['stamps', 'list'] })
    },
  })
  const open = (step: Step | null) => {
    change.reset()
    setAsked(step)
  }
  const mayChange = isOwn && !isFile(stamp)
  return (
    <Card title={t(isPrivate ? 'one.privateTitle' : 'one.publicTitle')}>
      {isPrivate ? (
        <p className="flex items-start gap-3 text-soft">
          <LockKeyhole className="mt-0.5 size-5 shrink-0" aria-hidden="true" />
          {t('one.privateText')}
        </p>
      ) : (
        <>
          <p className="text-soft">
            {t(publicDetails ? 'one.shareAllText' : 'one.shareText')}
            {mayChange && !publicDetails ? ` ${t('one.visibility.hidden')}` : null}
          </p>
          <PublicPageLinks code={code} />
        </>
      )}
      {publicDetails && change.error ? (
        <ErrorNotice className="mt-4" title={t('one.visibility.failed')} error={change.error} />
      ) : null}
      {mayChange ? (
        <div className="mt-6">
          {isPrivate ? (
            <Button onClick={() => open('public')}>
              <Globe aria-hidden="true" />
              {t('one.visibility.makePublic')}
            </Button>
          ) : publicDetails ? (
            <Button busy={change.isPending} onClick={() => change.mutate({ publicDetails: false })}>
              <EyeOff aria-hidden="true" />
              {t('one.visibility.hideDetails')}
            </Button>
          ) : (
            <Button onClick={() => open('details')}>
              <Eye aria-hidden="true" />
              {t('one.visibility.showDetails')}
            </Button>
          )}
        </div>
      ) : null}
      <Confirmation
        step={asked}
        busy={change.isPending}
        error={change.error}
        onCancel={() => open(null)}
        onConfirm={() =>
          // Made public with its details hidden, whatever was said while it was private.
          change.mutate(asked === 'public' ? { isPrivate: false, publicDetails: false } : { publicDetails: true })
        }
      />
    </Card>
  )
}

/** The record of a file: its folder decides who sees it. */
const isFile = ({ proofUrl }: StampDetails) => proofUrl.startsWith('/api/files/')

/** Ways to the public page, for a screen and for paper. */
function PublicPageLinks({ code }: { code: string }) {
  const { t } = useTranslation('stamps')
  const path = `/s/${code}`
  return (
    <div className="mt-4 flex flex-wrap items-center gap-6">
      <QrCode text={`${location.origin}${path}`} label={t('one.qr')} className="size-36 border border-line" />
      <div className="flex flex-col items-start gap-2">
        <CopyButton withText text={`${location.origin}${path}`} label={t('one.link')} />
        <a href={path} target="_blank" rel="noreferrer" className={buttonLook({ size: 'small' })}>
          <ExternalLink aria-hidden="true" />
          {t('one.openPublic')}
        </a>
      </div>
    </div>
  )
}

interface ConfirmationProps {
  step: Step | null
  busy: boolean
  error: unknown
  onCancel: () => void
  onConfirm: () => void
}

function Confirmation({ step, busy, error, onCancel, onConfirm }: ConfirmationProps) {
  const { t } = useTranslation(['stamps', 'common'])
  const name = step === 'public' ? 'makePublic' : 'showDetails'
  return (
    <Dialog
      open={step !== null}
      onOpenChange={(isOpen) => isOpen || onCancel()}
      title={t(`one.visibility.${name}Title`)}
      footer={
        <>
          <Button onClick={onCancel}>{t('common:cancel')}</Button>
          <Button look="primary" busy={busy} onClick={onConfirm}>
            {t(`one.visibility.${name}`)}
          </Button>
        </>
      }
    >
      <p>{t(`one.visibility.${name}Text`)}</p>
      {error ? <ErrorNotice className="mt-4" title={t('one.visibility.failed')} error={error} /> : null}
    </Dialog>
  )
}
