import { cn } from './classes.js'
import { CopyButton } from './copy-button.jsx'

interface CodeBlockProps {
  /** What it is, for those who do not see it. */
  label: string
  text: string
  /** What the copy button says; without it there is none. */
  copyLabel?: string
  className?: string
}

/** Lines for a machine, to the letter; they scroll sideways, and long ones downwards. */
export function CodeBlock({ label, text, copyLabel, className }: CodeBlockProps) {
  return (
    <div className={cn('relative', className)}>
      <section
        aria-label={label}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to be reachable by keyboard
        tabIndex={0}
        className="max-h-96 overflow-auto rounded-xl border border-line bg-sunken"
      >
        <pre className={cn('w-max min-w-full p-4 font-mono text-[0.8125rem] leading-5', copyLabel && 'pe-14')}>
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

/** A command to copy: it breaks between its words, not within them. */
export function Command({ children }: { children: string }) {
  return <span className="[overflow-wrap:anywhere] [word-break:normal]">{children}</span>
}
