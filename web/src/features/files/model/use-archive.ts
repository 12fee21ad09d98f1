import { useMutation } from '@tanstack/react-query'
import { client } from '../../../session/client.js'
import { serviceLanguage } from '../../../texts/languages.js'
import { useLanguage } from '../../../texts/translation.js'
import { useErrorText } from '../../../ui/feedback/error-text.js'
import { showToast } from '../../../ui/feedback/toast.jsx'
import { saveUrl } from '../../../ui/values/save-url.js'
import type { Item } from './items.js'

interface Wanted {
  items: readonly Item[]
  withProofs: boolean
}

/** Returns a function that has the browser download folders and files as one ZIP, as a stream; a refusal is shown. */
export function useArchive(): (wanted: Wanted) => void {
  const language = serviceLanguage(useLanguage())
  const errorText = useErrorText()
  const { mutate } = useMutation({
    mutationFn: ({ items, withProofs }: Wanted) => {
      const idsOf = (kind: Item['kind']) => items.filter((item) => item.kind === kind).map(({ id }) => id)
      const body = { folders: idsOf('folder'), files: idsOf('file'), language }
      return client.post('/api/exports', { body: withProofs ? { ...body, proofs: ['pdf', 'json'] } : body })
    },
    onSuccess: ({ url }) => saveUrl(url),
    onError: (error) => showToast({ title: errorText(error), tone: 'bad' }),
  })
  return mutate
}
