import type { StampDetails } from 'tallystick/stamps'

const endings = { json: 'proof.json', ots: 'ots', pdf: 'proof.pdf', html: 'proof.html' }

/** The name that a proof is saved under: that of the document, with what it is. */
export function proofName({ filename }: Pick<StampDetails, 'filename'>, format: keyof typeof endings): string {
  return `${documentName(filename)}.${endings[format]}`
}

/** The document's own name, as it lies on somebody's disc: without the folders it was stamped from, and what discs do not take. */
export function documentName(filename: string): string {
  const [name = ''] = filename.split('/').slice(-1)
  return name.replace(/[\\:*?"<>|]/g, '_').trim() || 'document'
}
