import { afterEach } from 'vitest'
import type { TestAccount, TestService } from '../service.js'

/** An event as received. */
export interface Received {
  event: string
  id: string
  // biome-ignore lint/suspicious/noExplicitAny: each test asserts the shape it expects
  data: any
}

/** A connection to `/events`. */
export interface Source {
  headers: Headers
  events: Received[]
  /** Resolves when the service ends the connection. */
  ended: Promise<void>
  close(): void
}

const open = new Set<Source>()
afterEach(() => {
  for (const source of open) source.close()
  open.clear()
})

/** Listens to an account's events as a browser does; `events` collects them. */
export async function listen(service: TestService, by: TestAccount, lastEventId?: string): Promise<Source> {
  const abort = new AbortController()
  const response = await fetch(`${service.url}/events`, {
    headers: { ...by.auth, ...(lastEventId !== undefined && { 'last-event-id': lastEventId }) },
    signal: abort.signal,
  })
  if (!response.ok || !response.body) throw new Error(`${response.status} ${await response.text()}`)
  const events: Received[] = []
  const source = { headers: response.headers, events, ended: read(response.body, events), close: () => abort.abort() }
  open.add(source)
  return source
}

async function read(body: ReadableStream<Uint8Array>, events: Received[]): Promise<void> {
  let text = ''
  try {
    for await (const chunk of body.pipeThrough(new TextDecoderStream())) {
      text += chunk
      for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
        const fields = Object.fromEntries(
          text
            .slice(0, end)
            .split('\n')
            .map((line) => /^(\w*): (.*)$/.exec(line)?.slice(1) ?? []),
        ) as Record<string, string>
        text = text.slice(end + 2)
        if (fields.data) events.push({ event: fields.event ?? '', id: fields.id ?? '', data: JSON.parse(fields.data) })
      }
    }
  } catch (error) {
    if ((error as Error).name !== 'AbortError') throw error
  }
}
