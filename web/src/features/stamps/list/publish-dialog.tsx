import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { queryClient } from '../../../base/queries.js'
import { client } from '../../../session/client.js'
import { useTranslation } from '../../../texts/translation.js'
import { Button } from '../../../ui/button.jsx'
import { ErrorNotice } from '../../../ui/feedback/error-notice.jsx'
import { showToast } from '../../../ui/feedback/toast.jsx'
import { Dialog } from '../../../ui/frame/dialog.jsx'
import { eachStamp, type StampFilters, type StampSummary } from '../stamp-queries.js'

interface PublishDialogProps {
  /** Stamps, or the filters of a list that match them. */
  stamps: readonly StampSummary[] | StampFilters
  onClose: () => void
  /** Called when all are public. */
  onDone: () => void
}

/** Requests at the same time. */
const atOnce = 4

/** Asks before it makes stamps public: that is for good. */
export function PublishDialog({ stamps, onClose, onDone }: PublishDialogProps) {
  const { t } = useTranslation(['stamps', 'common'])
  const [done, setDone] = useState(0)
  const stopped = useRef(new AbortController())
  useEffect(() => () => stopped.current.abort(), [])
  const publish = useMutation({
    mutationFn: async () => {
      const left = privateOnes(stamps)
      const worker = async () => {
        for await (const { code } of left) {
          if (stopped.current.signal.aborted) return
          const body = { isPrivate: false as const, publicDetails: false }
          await client.patch('/hash/{code}', { params: { path: { code } }, body })
          setDone((before) => before + 1)
        }
      }
      await Promise.all(Array.from({ length: atOnce }, worker))
    },
    onSuccess: () => {
      showToast({ title: t('one.visibility.saved') })
      onDone()
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['stamps'] }),
  })
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => isOpen || onClose()}
      title={t('publish.title')}
      footer={
        <>
          <Button onClick={onClose}>{t('common:cancel')}</Button>
          <Button look="primary" busy={publish.isPending} onClick={() => publish.mutate()}>
            {t('one.visibility.makePublic')}
          </Button>
        </>
      }
    >
      <p>{t('publish.text')}</p>
      {done > 0 ? (
        <p role="status" className="tabular mt-3 text-soft">
          {t('publish.done', { count: done })}
        </p>
      ) : null}
      {publish.error ? <ErrorNotice className="mt-4" title={t('one.visibility.failed')} error={publish.error} /> : null}
    </Dialog>
  )
}

/** Returns those that are still private. A list of all is read to its end first: what becomes public leaves its pages. */
async function* privateOnes(stamps: readonly StampSummary[] | StampFilters): AsyncGenerator<StampSummary> {
  const all: StampSummary[] = []
  if (Array.isArray(stamps)) all.push(...stamps)
  else for await (const stamp of eachStamp({ ...stamps, isPrivate: true })) all.push(stamp)
  yield* all.filter(({ isPrivate }) => isPrivate)
}
