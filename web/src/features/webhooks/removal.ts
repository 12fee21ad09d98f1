import { useNavigate } from '@tanstack/react-router'
import { useSyncExternalStore } from 'react'
import { queryClient } from '../../base/queries.js'
import { client } from '../../session/client.js'
import { useTranslation } from '../../texts/translation.js'
import { useErrorText } from '../../ui/feedback/error-text.js'
import { showToast } from '../../ui/feedback/toast.jsx'
import { keys, nameOf, type Webhook } from './webhook.js'

/** Deletes a webhook, with undo while the message is shown. */
export function useRemoval(webhook: Webhook): () => void {
  const { t } = useTranslation('webhooks')
  const navigate = useNavigate()
  const errorText = useErrorText()
  const { id } = webhook
  return () => {
    hide(id)
    void navigate({ to: '/webhooks' })
    showToast({
      title: t('actions.removed'),
      text: t('actions.removedText', { name: nameOf(webhook) }),
      undo: () => unhide(id),
      onClose: () => {
        removeNow(id).catch((error: unknown) => {
          showToast({ title: t('actions.notRemoved'), text: errorText(error), tone: 'bad' })
        })
      },
    })
  }
}

// Deleting a webhook destroys its secret and its log. So it is hidden first, and deleted when the undo message or the page goes
// away.

let hidden: ReadonlySet<string> = new Set()
const listeners = new Set<() => void>()

function setHidden(next: Iterable<string>): void {
  hidden = new Set(next)
  for (const listener of listeners) listener()
}

/** Returns the hidden webhooks that are about to be deleted. */
export function useHiddenWebhooks(): ReadonlySet<string> {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => hidden,
  )
}

/** Hides a webhook. {@link unhide} or {@link removeNow} follows. */
function hide(id: string): void {
  setHidden([...hidden, id])
}

function unhide(id: string): void {
  setHidden([...hidden].filter((other) => other !== id))
}

/**
 * Deletes a hidden webhook; a restored one stays. If the service refuses, it is shown again.
 *
 * @throws {ServiceError} when the service refuses
 */
async function removeNow(id: string): Promise<void> {
  if (!hidden.has(id)) return
  try {
    await client.delete('/v2/webhooks/{id}', { params: { path: { id } } })
    queryClient.removeQueries({ queryKey: keys.one(id) })
    await queryClient.invalidateQueries({ queryKey: keys.list })
  } finally {
    unhide(id)
  }
}

addEventListener('pagehide', () => {
  for (const id of hidden) void client.fetch(`/v2/webhooks/${id}`, { method: 'DELETE', keepalive: true })
})
