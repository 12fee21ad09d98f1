import { useTranslation } from 'react-i18next'
import { cn } from '../../../ui/classes.js'
import type { Connection } from './stamp-events.js'

const dots = { connecting: 'bg-edge', live: 'bg-moss', lost: 'bg-seal' }

/** Whether what is shown follows what happens. */
export function LiveMark({ connection }: { connection: Connection }) {
  const { t } = useTranslation('stamping')
  return (
    <span role="status" className="inline-flex items-center gap-2 text-sm text-soft">
      <span aria-hidden="true" className={cn('size-2 shrink-0 rounded-full', dots[connection])} />
      {t(connection)}
    </span>
  )
}
