import type { StampDetails } from '@tallystick/sdk'
import { useMutation } from '@tanstack/react-query'
import { useLanguage } from '../../../base/i18n.js'
import { client } from '../../../session/client.js'
import { serviceLanguage } from '../../../texts/languages.js'
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

const endings: Record<ProofFormat, string> = {
  json: 'proof.json',
  tsr: 'tsr.zip',
  ots: 'ots',
  pdf: 'proof.pdf',
  html: 'proof.html',
}

/** Returns the file name of a proof: the document's name and the format's extension. */
export function proofName({ filename }: Pick<StampDetails, 'filename'>, format: ProofFormat): string {
  return `${documentName(filename)}.${endings[format]}`
}

/** Returns the document's file name, without folders and characters that file systems refuse. */
export function documentName(filename: string): string {
  const [name = ''] = filename.split('/').slice(-1)
  return name.replace(/[\\:*?"<>|]/g, '_').trim() || 'document'
}
