import { Menu as Base } from '@base-ui/react/menu'
import { type ReactElement, type ReactNode, useRef } from 'react'
import { cn } from '../classes.js'

export interface MenuProps {
  /** The button that opens it: `<Button …/>`. */
  trigger: ReactElement
  children: ReactNode
  align?: 'start' | 'end'
}

interface MenuListProps extends MenuProps {
  /** How its button was used. */
  opened: { byKey: boolean }
}

/** The list of a `Menu`, with its button. Open from the start: the button was used. */
export function MenuList({ trigger, children, align = 'end', opened }: MenuListProps) {
  const isByKey = useRef(opened.byKey)
  // Base UI highlights the first item, but focuses the list after it: it counts on the order of React's effects.
  const focusFirst = (list: HTMLElement | null) => {
    if (!list || !isByKey.current) return
    isByKey.current = false
    list.querySelector<HTMLElement>('[role^=menuitem]')?.focus()
  }
  const change = (isOpen: boolean, { event }: Base.Root.ChangeEventDetails) => {
    // Enter and Space count as clicks without a pointer's presses.
    isByKey.current = isOpen && (event instanceof KeyboardEvent || (event instanceof MouseEvent && event.detail === 0))
  }
  return (
    <Base.Root defaultOpen onOpenChange={change}>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner align={align} sideOffset={6} className="z-50 outline-none">
          <Base.Popup
            ref={focusFirst}
            className="max-h-(--available-height) min-w-48 overflow-y-auto rounded-xl border border-line bg-raised p-1.5 shadow-float outline-none transition duration-100 data-ending-style:opacity-0 data-starting-style:-translate-y-1 data-starting-style:opacity-0"
          >
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}

export interface MenuItemProps {
  children: ReactNode
  icon?: ReactNode
  onSelect?: () => void
  /** A link instead of an action: `<Link to=…/>` or `<a href=…/>`. */
  render?: ReactElement
  danger?: boolean
  disabled?: boolean
}

/** An action in a menu. */
export function MenuItem({ children, icon, onSelect, render, danger = false, disabled = false }: MenuItemProps) {
  return (
    <Base.Item
      {...(render === undefined ? {} : { render })}
      onClick={onSelect}
      disabled={disabled}
      className={cn(
        'flex min-h-9 w-full items-center gap-2.5 rounded-lg px-2.5 text-start text-base outline-none select-none data-highlighted:bg-sunken data-disabled:opacity-55 [&_svg]:size-4.5 [&_svg]:shrink-0',
        danger ? 'text-seal' : 'text-ink [&_svg]:text-soft',
      )}
    >
      {icon}
      {children}
    </Base.Item>
  )
}

export interface MenuChecksProps<Value extends string> {
  label: ReactNode
  values: readonly Value[]
  options: readonly { value: Value; label: ReactNode }[]
  onChange: (values: Value[]) => void
}

/** Any number of a few options, inside a menu, which stays open. */
export function MenuChecks<Value extends string>({ label, values, options, onChange }: MenuChecksProps<Value>) {
  return (
    <Base.Group>
      <Base.GroupLabel className="px-2.5 pt-1.5 pb-1 text-sm font-medium text-soft">{label}</Base.GroupLabel>
      {options.map((option) => (
        <Base.CheckboxItem
          key={option.value}
          checked={values.includes(option.value)}
          onCheckedChange={(checked) => {
            const others = values.filter((value) => value !== option.value)
            onChange(checked ? [...others, option.value] : others)
          }}
          className="flex min-h-9 items-center gap-2.5 rounded-lg px-2.5 text-base outline-none select-none data-highlighted:bg-sunken"
        >
          <span className="flex size-4.5 items-center justify-center rounded border border-edge">
            <Base.CheckboxItemIndicator className="size-2.5 rounded-xs bg-ink" />
          </span>
          {option.label}
        </Base.CheckboxItem>
      ))}
    </Base.Group>
  )
}

export interface MenuChoiceProps<Value extends string> {
  label: ReactNode
  value: Value
  options: readonly { value: Value; label: ReactNode }[]
  onChange: (value: Value) => void
}

/** A choice between a few options, inside a menu. */
export function MenuChoice<Value extends string>({ label, value, options, onChange }: MenuChoiceProps<Value>) {
  return (
    <Base.Group>
      <Base.GroupLabel className="px-2.5 pt-1.5 pb-1 text-sm font-medium text-soft">{label}</Base.GroupLabel>
      <Base.RadioGroup value={value} onValueChange={(next) => onChange(next as Value)}>
        {options.map((option) => (
          <Base.RadioItem
            key={option.value}
            value={option.value}
            closeOnClick
            className="flex min-h-9 items-center gap-2.5 rounded-lg px-2.5 text-base outline-none select-none data-highlighted:bg-sunken"
          >
            <span className="flex size-4.5 items-center justify-center rounded-full border border-edge">
              <Base.RadioItemIndicator className="size-2.5 rounded-full bg-ink" />
            </span>
            {option.label}
          </Base.RadioItem>
        ))}
      </Base.RadioGroup>
    </Base.Group>
  )
}

/** A separator between groups. */
export function MenuLine() {
  return <Base.Separator className="mx-1 my-1.5 h-px bg-line" />
}
