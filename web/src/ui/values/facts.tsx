import type { ReactNode } from 'react'
import { CopyButton } from './copy-button.jsx'

/** Names and values: `<Facts><Fact name="Code" copy={code}>…</Fact></Facts>`. */
export function Facts({ children }: { children: ReactNode }) {
  return <dl className="@container divide-y divide-line">{children}</dl>
}

interface FactProps {
  name: string
  children: ReactNode
  /** Text to copy, and the copy button's label. */
  copy?: { text: string; label: string }
  /** For IDs and hashes. */
  mono?: boolean
}

/** A name and its value. */
export function Fact({ name, children, copy, mono = false }: FactProps) {
  return (
    <div className="grid gap-x-6 gap-y-0.5 py-2.5 @md:grid-cols-[12rem_1fr]">
      <dt className="text-base text-soft">{name}</dt>
      <dd className="flex min-w-0 items-start justify-between gap-2">
        <span className={mono ? 'min-w-0 font-mono text-sm leading-6 break-all' : 'min-w-0 break-words'}>
          {children}
        </span>
        {copy ? <CopyButton text={copy.text} label={copy.label} /> : null}
      </dd>
    </div>
  )
}
