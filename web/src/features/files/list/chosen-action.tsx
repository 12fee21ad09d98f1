import { type ReactNode, useState } from 'react'
import { Button } from '../../../ui/button.jsx'

interface ChosenActionProps {
  icon: ReactNode
  /** On a phone the icon alone is shown. */
  label: string
  danger?: boolean
  onSelect: () => unknown
}

/** A button that does something with all that is chosen. */
export function ChosenAction({ icon, label, danger = false, onSelect }: ChosenActionProps) {
  const [isBusy, setBusy] = useState(false)
  const run = async () => {
    setBusy(true)
    await onSelect()
    setBusy(false)
  }
  return (
    <Button
      look={danger ? 'danger' : 'secondary'}
      size="small"
      className="max-sm:size-8 max-sm:px-0"
      busy={isBusy}
      onClick={() => void run()}
    >
      {isBusy ? null : icon}
      <span className="max-sm:sr-only">{label}</span>
    </Button>
  )
}
