import { useSyncExternalStore } from 'react'

/** A wait for the person to prove who they are, with password, passkey or code. */
export interface StepUp {
  /** Goes on with what was asked for (`true`), or gives it up. */
  settle(isProven: boolean): void
}

let current: { stepUp: StepUp; outcome: Promise<boolean> } | null = null
const listeners = new Set<() => void>()

function set(next: typeof current): void {
  current = next
  for (const listener of listeners) listener()
}

/** Shares one dialog among all requests that wait for it. */
function ask(): Promise<boolean> {
  if (current === null) {
    let settle: StepUp['settle'] = () => undefined
    const outcome = new Promise<boolean>((resolve) => {
      settle = (isProven) => {
        set(null)
        resolve(isProven)
      }
    })
    set({ stepUp: { settle }, outcome })
    return outcome
  }
  return current.outcome
}

/**
 * Sends a request; if the service wants to know first who is at the keyboard, asks the person and sends it again.
 *
 * @param send called once or twice
 * @returns the refusal when the person gave up
 */
export async function withStepUp(send: () => Promise<Response>): Promise<Response> {
  const response = await send()
  const isWanted = response.status === 403 && response.headers.get('error-code') === 'step_up_required'
  return isWanted && (await ask()) ? send() : response
}

/** Returns the wait that needs a dialog now, or null. */
export function useStepUp(): StepUp | null {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => current?.stepUp ?? null,
  )
}
