import type { StampChange } from '@tallystick/sdk'
import type { WebhookPayload } from '@tallystick/sdk/webhook'

/** Stamps whose state is remembered. */
const rememberedMax = 10_000

/** Finds the changes that webhooks report among those of the event stream, which may come twice. */
export class Actions {
  private readonly states = new Map<string, StampChange['state']>()

  /** Returns the action that a change is; null when webhooks do not report it, or it was reported. */
  of({ id, state }: Pick<StampChange, 'id' | 'state'>): WebhookPayload['action'] | null {
    const before = this.states.get(id)
    // The newest come last.
    this.states.delete(id)
    this.states.set(id, state)
    const [oldest] = this.states.keys()
    if (this.states.size > rememberedMax && oldest !== undefined) this.states.delete(oldest)
    if (state === before) return null
    return state === 'final' ? 'succeed' : state === 'failed' ? 'failed' : null
  }
}
