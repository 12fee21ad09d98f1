import type { ReactNode } from 'react'
import { usePageTitle } from '../ui/frame/page-header.jsx'
import { TallyDrawing } from '../ui/values/tally.jsx'
import { PublicFrame } from './public-frame.jsx'

interface EntryCardProps {
  title: string
  text?: ReactNode
  children: ReactNode
  /** Links to the other pages, below the card. */
  below?: ReactNode
}

/** Frame of the pages around a login: one card, one task. */
export function EntryCard({ title, text, children, below }: EntryCardProps) {
  usePageTitle(title)
  return (
    <PublicFrame>
      <div className="mx-auto my-auto w-full max-w-md py-4">
        <TallyDrawing className="mx-auto mb-6 h-12 w-32 text-wood" />
        <div className="rounded-2xl border border-line bg-raised p-6 shadow-card sm:p-10">
          <h1 className="text-2xl font-semibold">{title}</h1>
          {text ? <p className="mt-1.5 text-soft">{text}</p> : null}
          <div className="mt-6">{children}</div>
        </div>
        {below ? <div className="mt-6 text-center text-soft">{below}</div> : null}
      </div>
    </PublicFrame>
  )
}
