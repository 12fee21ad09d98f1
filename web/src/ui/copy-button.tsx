import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from './button.jsx'

interface CopyButtonProps {
  /** What is copied. */
  text: string
  /** What it is, for those who do not see where it stands: "Copy the transaction id". */
  label: string
  /** Shows the label, too. */
  withText?: boolean
}

/** Copies to the clipboard, and says so. */
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

/** Copies to the clipboard. Pages that came over plain HTTP from another machine have no clipboard; a selection works there. */
export async function copyText(text: string): Promise<void> {
  if (navigator.clipboard) return navigator.clipboard.writeText(text)
  const area = document.createElement('textarea')
  area.value = text
  document.body.append(area)
  area.select()
  document.execCommand('copy')
  area.remove()
}
