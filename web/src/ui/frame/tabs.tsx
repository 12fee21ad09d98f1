import { Tabs as Base } from '@base-ui/react/tabs'
import type { ReactNode } from 'react'

interface TabsProps<Value extends string> {
  label: string
  value: Value
  onChange: (value: Value) => void
  tabs: readonly { value: Value; label: ReactNode; content: ReactNode }[]
}

/** Tabs. */
export function Tabs<Value extends string>({ label, value, onChange, tabs }: TabsProps<Value>) {
  return (
    <Base.Root value={value} onValueChange={(next) => onChange(next as Value)}>
      <Base.List
        aria-label={label}
        className="relative mb-6 flex gap-1 overflow-x-auto border-b border-line px-0.5 pt-0.5"
      >
        {tabs.map((tab) => (
          <Base.Tab
            key={tab.value}
            value={tab.value}
            className="-mb-px min-h-10 rounded-t-md border-b-2 border-transparent px-3 font-medium whitespace-nowrap text-soft hover:text-ink focus-visible:outline-offset-[-2px] data-active:border-wood data-active:text-ink"
          >
            {tab.label}
          </Base.Tab>
        ))}
      </Base.List>
      {tabs.map((tab) => (
        <Base.Panel key={tab.value} value={tab.value}>
          {tab.content}
        </Base.Panel>
      ))}
    </Base.Root>
  )
}
