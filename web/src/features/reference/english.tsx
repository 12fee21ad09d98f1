import { Fragment } from 'react'
import { cn } from '../../ui/classes.js'

/** A sentence of the description, which is in English in every language of the page; `code` as such. */
export function English({ text, className }: { text: string; className?: string }) {
  return (
    <span lang="en" className={className}>
      {text.split('`').map((part, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never move
        <Fragment key={at}>{at % 2 === 0 ? part : <Code>{part}</Code>}</Fragment>
      ))}
    </span>
  )
}

/** A name of the interface. */
export function Code({ children, className }: { children: string; className?: string }) {
  return <code className={cn('font-mono text-sm [overflow-wrap:anywhere]', className)}>{children}</code>
}

const tones: Readonly<Record<string, string>> = { GET: 'text-moss', HEAD: 'text-moss', DELETE: 'text-seal' }

/** The method of a request: reading, deleting, or changing. */
export function Method({ name, className }: { name: string; className?: string }) {
  return (
    <span className={cn('font-mono text-sm font-semibold', tones[name] ?? 'text-wood', className)}>
      {name === 'DELETE' ? 'DEL' : name}
    </span>
  )
}
