import { randomUUID } from 'node:crypto'
import type { WebhookPayload } from '@tallystick/sdk/webhook'
import type { Command } from 'commander'
import { openSession, type Session, type SessionFlags, withSession } from '../account/session.js'
import type { Context } from '../context.js'
import { exitCodesHelp } from '../exit-codes.js'
import { failure } from '../failure.js'
import { timeOf } from '../stamps/lines.js'
import { Actions } from './actions.js'
import { checkSecret, deliver, newSecret, payloadOf, type Receipt } from './delivery.js'
import { followStamps } from './follow-stamps.js'

interface ListenFlags extends SessionFlags {
  forwardTo?: string
  secret?: string
}

const help = `
For developing a receiver of webhooks on this machine, which needs no address that the service can reach: the events arrive over a
connection that this command opens. It reports each stamp that is final or has failed. Only webhooks report uploaded files, and final stamps
that are pending again after a reorg.

With --forward-to, each is sent to that address as the service would send it: the same payload, signed by Standard Webhooks with the
secret that is printed at the start. Nothing is retried, and events are not reported while the command isn't running.

Examples:
  $ tallystick webhook listen --forward-to http://localhost:3000/hook
  $ tallystick webhook listen --forward-to http://localhost:3000/hook --secret "$WEBHOOK_SECRET"
  $ tallystick webhook listen --json | jq .payload.data.code
${exitCodesHelp}`

/** Adds `tallystick webhook listen`. */
export function addWebhook(program: Command, context: Context): void {
  const webhook = program.command('webhook').helpCommand(false).description('receive webhooks on this machine')
  withSession(webhook.command('listen'))
    .description('print events as they arrive, and forward them to a receiver on this machine')
    .option('--forward-to <url>', 'address of the receiver')
    .option('--secret <secret>', 'sign with this secret, whsec_... (default: a new one)')
    .addHelpText('after', help)
    .action((flags: ListenFlags) => listen(flags, context))
}

async function listen(flags: ListenFlags, context: Context): Promise<void> {
  const { output, signal } = context
  const target = flags.forwardTo === undefined ? null : receiverOf(flags.forwardTo)
  const secret = flags.secret === undefined ? newSecret() : checkSecret(flags.secret)
  const session = await openSession(flags)
  const webhookId = randomUUID()
  const actions = new Actions()
  let isReady = false
  const onLost = (error: Error) => output.note(`${failure(error).message} Retrying until it answers.`)
  for await (const event of followStamps(session.tallystick.client, { signal, onLost })) {
    if (event.name === 'ready' && !isReady) {
      isReady = true
      if (target !== null && flags.secret === undefined) output.note(`Signing secret: ${secret}`)
      output.note(target === null ? 'Listening.' : `Listening. Events go to ${target}.`)
    }
    if (event.name === 'reset') output.note('Too much changed at once: some events are missing.')
    const action = event.name === 'stamp' ? actions.of(event.change) : null
    if (action === null || event.name !== 'stamp') continue
    const payload = await payloadFor(session, { webhookId, action, code: event.change.code }, context)
    if (payload === null) continue
    const receipt = target === null ? null : await deliver(target, secret, payload, signal)
    if (flags.json) await output.json({ payload, receipt })
    else await output.line(lineOf(payload, receipt))
  }
}

/** Null when it cannot be had, which is said. */
async function payloadFor(
  { tallystick }: Session,
  event: Parameters<typeof payloadOf>[1],
  { output, signal }: Context,
): Promise<WebhookPayload | null> {
  try {
    return await payloadOf(tallystick, event, { signal })
  } catch (error) {
    signal.throwIfAborted()
    output.note(`${event.code} ${event.action}: ${failure(error).message}`)
    return null
  }
}

function lineOf({ action, data }: WebhookPayload, receipt: Receipt | null): string {
  const event = `${timeOf(data.updatedAt)}  ${action.padEnd(7)}  ${data.code}  ${data.name}`
  if (receipt === null) return event
  const answer = 'status' in receipt ? `answered ${receipt.status}` : receipt.error
  return `${event}  -> ${answer} (${receipt.milliseconds} ms)`
}

/** @throws {Error} for people when it isn't the address of a receiver */
function receiverOf(given: string): string {
  const url = URL.canParse(given) ? new URL(given) : null
  if (url === null || !/^https?:$/.test(url.protocol))
    throw new Error('--forward-to must start with http:// or https://')
  return url.href
}
