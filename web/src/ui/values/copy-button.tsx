import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from '../../texts/translation.js'
import { Button } from '../button.jsx'

interface CopyButtonProps {
  /** The text to copy. */
  text: string
  /** Accessible name: "Copy the transaction ID". */
  label: string
  /** Also shows the label. */
  withText?: boolean
}

/** Copies a text to the clipboard and confirms it. */
export function CopyButton({ text, label, withText = false }: CopyButtonProps) {
  const { t } = useTranslation('common')
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), 2000)
    return () => clearTimeout(timer)
  }, [copied])
  const words = copied ? t('copied') : label
  return (
    <Button
      look={withText ? 'secondary' : 'quiet'}
      size={withText ? 'small' : 'icon-small'}
      {...(withText ? {} : { 'aria-label': words, title: words })}
      onClick={() => copyText(text).then(() => setCopied(true))}
    >
      {copied ? <Check className="text-moss" aria-hidden="true" /> : <Copy aria-hidden="true" />}
      {withText ? <span aria-live="polite">{words}</span> : null}
    </Button>
  )
}

/** Copies a text. Pages loaded over plain HTTP have no clipboard API; there a selection does. */
export async function copyText(text: string): Promise<void> {
  if (navigator.clipboard) return navigator.clipboard.writeText(text)
  const area = document.createElement('textarea')
  area.value = text
  document.body.append(area)
  area.select()
  document.execCommand('copy')
  area.remove()
}
