import type { StampDetails, StampPublication } from '@tallystick/sdk'
import { useMutation } from '@tanstack/react-query'
import { Eye, EyeOff, Globe } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { queryClient } from '../../../base/queries.js'
import { client } from '../../../session/client.js'
import { Button } from '../../../ui/button.jsx'
import { ErrorNotice } from '../../../ui/feedback/error-notice.jsx'
import { showToast } from '../../../ui/feedback/toast.jsx'
import { Card } from '../../../ui/frame/card.jsx'
import { Dialog } from '../../../ui/frame/dialog.jsx'
import { stampQuery } from '../stamp-queries.js'

type Step = 'public' | 'details'

/** Shows the visibility of an own stamp and its details, and how to publish more. Each step is asked for: what was public may have been kept. */
export function VisibilityCard({ stamp }: { stamp: StampDetails }) {
  const { t } = useTranslation('stamps')
  const [asked, setAsked] = useState<Step | null>(null)
  const { code, isPrivate, publicDetails } = stamp
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
  return (
    <Card title={t('one.visibility.title')}>
      <p className="text-soft">
        {t(isPrivate ? 'one.visibility.private' : publicDetails ? 'one.visibility.details' : 'one.visibility.name')}
      </p>
      {publicDetails && change.error ? (
        <ErrorNotice className="mt-4" title={t('one.visibility.failed')} error={change.error} />
      ) : null}
      <div className="mt-4">
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
