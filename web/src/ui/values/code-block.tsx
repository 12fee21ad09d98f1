import { Fragment } from 'react'
import { cn } from '../classes.js'
import { CopyButton } from './copy-button.jsx'

interface CodeBlockProps {
  /** Accessible name. */
  label: string
  text: string
  /** Label of the copy button; without it, no button. */
  copyLabel?: string
  className?: string
}

/** Verbatim text that scrolls in both directions. */
export function CodeBlock({ label, text, copyLabel, className }: CodeBlockProps) {
  return (
    <div className={cn('relative', className)}>
      <section
        aria-label={label}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
        tabIndex={0}
        className="max-h-96 overflow-auto rounded-xl border border-line bg-sunken"
      >
        <pre className={cn('w-max min-w-full p-4 font-mono text-sm leading-5', copyLabel && 'pe-14')}>
          <code>{text}</code>
        </pre>
      </section>
      {copyLabel ? (
        <div className="absolute top-px right-px rounded-xl bg-sunken p-1.5">
          <CopyButton text={text} label={copyLabel} />
        </div>
      ) : null}
    </div>
  )
}

/** A command that wraps between words only: not within `--online`, unless a word is longer than the line. */
export function Command({ children }: { children: string }) {
  return children.split(' ').map((word, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: words may be equal, and never move
    <Fragment key={at}>
      {at === 0 ? '' : ' '}
      <span className="inline-block max-w-full [overflow-wrap:anywhere] [word-break:normal]">{word}</span>
    </Fragment>
  ))
}
