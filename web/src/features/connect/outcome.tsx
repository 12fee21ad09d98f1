import { Ban, CircleCheck } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useTranslation } from '../../texts/translation.js'
import { Button } from '../../ui/button.jsx'
import { Card } from '../../ui/frame/card.jsx'

interface OutcomeProps {
  /** Name of the device. */
  name: string
  isApproved: boolean
  onOther: () => void
}

/** Outcome for the device, and the next step. */
export function Outcome({ name, isApproved, onOther }: OutcomeProps) {
  const { t } = useTranslation('connect')
  const heading = useRef<HTMLHeadingElement>(null)
  // The button that had the focus is gone; screen readers go on here.
  useEffect(() => heading.current?.focus(), [])
  const Icon = isApproved ? CircleCheck : Ban
  return (
    <Card className="flex flex-col items-center py-10 text-center">
      <Icon className={isApproved ? 'size-10 text-moss' : 'size-10 text-soft'} aria-hidden="true" />
      <h2 ref={heading} tabIndex={-1} className="mt-4 max-w-full text-lg font-semibold break-words outline-none">
        {t(isApproved ? 'approved' : 'denied', { name })}
      </h2>
      <p className="mt-1.5 max-w-prose text-soft">{t(isApproved ? 'approvedText' : 'deniedText')}</p>
      <Button look="quiet" className="mt-6" onClick={onOther}>
        {t('other')}
      </Button>
    </Card>
  )
}
