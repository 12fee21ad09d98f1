import { Search } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { usePageKeys } from '../keys/use-keys.js'

/** A search begins once nobody has typed for this long. */
export const restMs = 100

interface SearchFieldProps {
  label: string
  /** Fields that are searched. */
  hint: string
  text: string
  onSearch: (text: string) => void
}

/** Searches a list while one types. Follows links and "back". */
export function SearchField({ label, hint, text, onSearch }: SearchFieldProps) {
  const [value, setValue] = useState(text)
  const typed = useRef(text)
  const input = useRef<HTMLInputElement>(null)
  usePageKeys({ find: () => input.current?.focus() })
  // biome-ignore lint/correctness/useExhaustiveDependencies: only typing starts the timer
  useEffect(() => {
    if (value === typed.current) return
    const timer = setTimeout(() => {
      typed.current = value
      onSearch(value.trim())
    }, restMs)
    return () => clearTimeout(timer)
  }, [value])
  useEffect(() => {
    if (text === typed.current.trim()) return
    typed.current = text
    setValue(text)
  }, [text])
  return (
    <div className="relative min-w-56 grow max-sm:w-full">
      <Search className="pointer-events-none absolute inset-y-0 start-3 my-auto size-4 text-soft" aria-hidden="true" />
      <input
        ref={input}
        type="search"
        aria-label={label}
        placeholder={hint}
        className="block min-h-9 w-full rounded-lg border border-edge bg-raised ps-9 pe-3 text-sm text-ink placeholder:text-soft hover:border-ink/60 focus-visible:outline-offset-0"
        value={value}
        onChange={({ target }) => setValue(target.value)}
      />
    </div>
  )
}
