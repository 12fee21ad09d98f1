import { useNavigate } from '@tanstack/react-router'
import { useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { queryClient } from '../../base/queries.js'
import { client } from '../../session/client.js'
import { useErrorText } from '../../ui/error-text.js'
import { showToast } from '../../ui/toast.jsx'
import { keys, nameOf, type Webhook } from './webhook.js'

/** Deletes a webhook, and offers to take that back for as long as the message is shown. */
export function useRemoval(webhook: Webhook): () => void {
  const { t } = useTranslation('webhooks')
  const navigate = useNavigate()
  const errorText = useErrorText()
  const { id } = webhook
  return () => {
    leave(id)
    void navigate({ to: '/webhooks' })
    showToast({
      title: t('actions.removed'),
      text: t('actions.removedText', { name: nameOf(webhook) }),
      undo: () => comeBack(id),
      onClose: () => {
        deleteNow(id).catch((error: unknown) => {
          showToast({ title: t('actions.notRemoved'), text: errorText(error), tone: 'bad' })
        })
      },
    })
  }
}

// A webhook that is deleted takes its secret and its log along, for good. So it is only hidden at first, and deleted when the
// offer to take that back goes away, or the page does.

let leaving: ReadonlySet<string> = new Set()
const listeners = new Set<() => void>()

function become(next: Iterable<string>): void {
  leaving = new Set(next)
  for (const listener of listeners) listener()
}

/** Webhooks that are about to be deleted, and not shown any more. */
export function useLeaving(): ReadonlySet<string> {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => leaving,
  )
}

/** Hides a webhook. {@link comeBack} or {@link deleteNow} follows. */
function leave(id: string): void {
  become([...leaving, id])
}

/** Takes it back. */
function comeBack(id: string): void {
  become([...leaving].filter((other) => other !== id))
}

/** Deletes a webhook that left; one that came back stays. @throws ServiceError, and it is shown again */
async function deleteNow(id: string): Promise<void> {
  if (!leaving.has(id)) return
  try {
    await client.delete('/v2/webhooks/{id}', { params: { path: { id } } })
    queryClient.removeQueries({ queryKey: keys.one(id) })
    await queryClient.invalidateQueries({ queryKey: keys.list })
  } finally {
    comeBack(id)
  }
}

addEventListener('pagehide', () => {
  for (const id of leaving) void client.fetch(`/v2/webhooks/${id}`, { method: 'DELETE', keepalive: true })
})
