import { createContext } from 'react'

/** Problem with what a control holds; `least` is in characters. */
export type Problem = { kind: 'missing' } | { kind: 'email' } | { kind: 'short'; least: number }

/** Problems found when the form was last submitted, by the ID of the control. Fields show theirs. */
export const Problems = createContext<ReadonlyMap<string, Problem>>(new Map())

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/** Returns the controls that hold what their attributes (`required`, `type`, `minLength`) don't allow, in their order. */
export function problemsIn(form: HTMLFormElement): Map<Control, Problem> {
  const found = new Map<Control, Problem>()
  for (const control of form.elements) {
    if (!isControl(control) || control.disabled) continue
    const problem = problemOf(control)
    if (problem !== null) found.set(control, problem)
  }
  return found
}

function isControl(element: Element): element is Control {
  return (
    element instanceof HTMLInputElement ||
    element instanceof HTMLTextAreaElement ||
    element instanceof HTMLSelectElement
  )
}

function problemOf(control: Control): Problem | null {
  // Spaces are no name, but they may be a password.
  const value = control.type === 'password' ? control.value : control.value.trim()
  if (control.required && value === '') return { kind: 'missing' }
  if (control.validity.typeMismatch && control.type === 'email') return { kind: 'email' }
  const least = control instanceof HTMLSelectElement ? -1 : control.minLength
  return value !== '' && least > value.length ? { kind: 'short', least } : null
}
