import { proofFileName } from '@tallystick/proof'
import type { StampDetails } from '@tallystick/sdk'
import { useMutation } from '@tanstack/react-query'
import { client } from '../../../session/client.js'
import { serviceLanguage } from '../../../texts/languages.js'
import { useLanguage } from '../../../texts/translation.js'
import { saveBlob } from '../../../ui/values/save-blob.js'

/** Formats of a proof, those for people first. */
export type ProofFormat = 'pdf' | 'html' | 'json' | 'tsr' | 'ots'

/** Downloads a stamp's proof in a format; what people read, in the language of the page. */
export function useProofDownload(stamp: Pick<StampDetails, 'code' | 'filename'>) {
  const language = useLanguage()
  return useMutation({
    mutationFn: async (format: ProofFormat) => {
      const isForPeople = format === 'pdf' || format === 'html'
      const inLanguage = isForPeople ? `&lang=${serviceLanguage(language)}` : ''
      const response = await client.fetch(`/hash/${stamp.code}/proof?format=${format}${inLanguage}`)
      saveBlob(await response.blob(), proofName(stamp, format))
    },
  })
}

/** Returns the file name of a stamp's proof. */
export function proofName({ filename, code }: Pick<StampDetails, 'code' | 'filename'>, format: ProofFormat): string {
  return proofFileName({ name: filename, code }, format)
}
