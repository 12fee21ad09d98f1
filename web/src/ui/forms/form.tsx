import { type ComponentProps, useState } from 'react'
import { type Problem, Problems, problemsIn } from './problems.js'

interface FormProps extends Omit<ComponentProps<'form'>, 'noValidate' | 'onSubmit'> {
  /** Called when no control has a problem. */
  onSubmit: () => void
}

/**
 * The only form of the portal. The browser's own bubbles speak the browser's language and vanish: here each field says its problem
 * itself, and the first one gets the focus.
 */
export function Form({ onSubmit, children, ...rest }: FormProps) {
  const [problems, setProblems] = useState<ReadonlyMap<string, Problem>>(new Map())
  return (
    <form
      {...rest}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        const found = problemsIn(event.currentTarget)
        setProblems(new Map([...found].map(([{ id }, problem]) => [id, problem])))
        const [first] = found.keys()
        if (first) first.focus()
        else onSubmit()
      }}
      onInput={({ target }) => {
        const { id } = target as HTMLElement
        if (problems.has(id)) setProblems(new Map([...problems].filter(([other]) => other !== id)))
      }}
    >
      <Problems value={problems}>{children}</Problems>
    </form>
  )
}
