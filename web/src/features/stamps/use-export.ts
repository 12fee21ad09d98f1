import { useMutation } from '@tanstack/react-query'
import { serviceLanguage } from '../../texts/languages.js'
import { useLanguage } from '../../texts/translation.js'
import { useErrorText } from '../../ui/feedback/error-text.js'
import { showToast } from '../../ui/feedback/toast.jsx'
import { saveUrl } from '../../ui/values/save-url.js'
import { type ExportFormat, type ProofPart, prepareExport, type Select } from './kept.js'

interface Exports {
  /** Has the browser download the stamps as a stream; a refusal is shown. */
  save: (format: ExportFormat, select: Select, parts?: ProofPart[]) => void
  /** The download that is being prepared. */
  preparing: ExportFormat | null
}

/** Downloads of many stamps. */
export function useExport(): Exports {
  const language = serviceLanguage(useLanguage())
  const errorText = useErrorText()
  const { mutate, isPending, variables } = useMutation({
    mutationFn: (wanted: { format: ExportFormat; select: Select; parts?: ProofPart[] }) =>
      prepareExport({ ...wanted, language }),
    onSuccess: saveUrl,
    onError: (error) => showToast({ title: errorText(error), tone: 'bad' }),
  })
  return {
    save: (format, select, parts) => mutate({ format, select, ...(parts && { parts }) }),
    preparing: isPending ? variables.format : null,
  }
}
