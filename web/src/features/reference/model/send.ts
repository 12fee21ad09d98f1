import { bytesField, type Call, headersOf, targetOf, type Values } from './call.js'

/** An answer, as far as it has arrived. */
export interface Arrived {
  status: number
  statusText: string
  /** Until the answer began. */
  ms: number
  headers: readonly (readonly [name: string, value: string])[]
  mediaType: string
  /** The text, null for other content. */
  text: string | null
  /** Whether there is more than the text. */
  isCut: boolean
  /** The whole content, once it has arrived. */
  content: Blob | null
}

/** More of a text isn't shown. */
const shownMax = 200_000

/** Media types shown as text. */
const readable = /^(text\/|application\/([\w.-]+\+)?json\b|application\/pem)/

/**
 * Sends a request to the service that this page is from, without cookies. A stream of events is reported as it arrives, until
 * `signal` aborts.
 *
 * @throws {TypeError} when no answer arrives
 */
export async function send(
  call: Call,
  { files }: Pick<Values, 'files'>,
  { token, signal, onPart }: { token: string | null; signal: AbortSignal; onPart: (part: Arrived) => void },
): Promise<Arrived> {
  const { operation } = call
  const headers = new Headers(headersOf(call))
  if (token !== null && operation.access !== 'open') headers.set('authorization', `Bearer ${token}`)
  const begun = performance.now()
  const response = await fetch(targetOf(call), {
    method: operation.method,
    headers,
    body: bodyOf(call, files, headers),
    credentials: 'omit',
    cache: 'no-store',
    signal,
  })
  const mediaType = response.headers.get('content-type') ?? ''
  const head = {
    status: response.status,
    statusText: response.statusText,
    ms: Math.round(performance.now() - begun),
    headers: [...response.headers],
    mediaType,
  }
  if (mediaType.startsWith('text/event-stream')) return follow(response, head, signal, onPart)
  const content = await response.blob()
  if (!readable.test(mediaType) || content.size === 0) return { ...head, text: null, isCut: false, content }
  const text = indented(await content.text(), mediaType)
  return { ...head, text: text.slice(0, shownMax), isCut: text.length > shownMax, content }
}

function bodyOf({ body }: Call, files: Values['files'], headers: Headers): BodyInit | null {
  if (body === null) return null
  if (body.kind === 'bytes') {
    headers.set('content-type', body.mediaType)
    return files[bytesField] ?? null
  }
  if (body.kind === 'json') {
    headers.set('content-type', 'application/json')
    return JSON.stringify(body.value)
  }
  const form = new FormData()
  for (const [name, value] of body.fields) form.set(name, value)
  for (const [name] of body.files) {
    const file = files[name]
    if (file) form.set(name, file)
  }
  return form
}

async function follow(
  response: Response,
  head: Omit<Arrived, 'text' | 'isCut' | 'content'>,
  signal: AbortSignal,
  onPart: (part: Arrived) => void,
): Promise<Arrived> {
  let part: Arrived = { ...head, text: '', isCut: false, content: null }
  onPart(part)
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  try {
    while (reader && !part.isCut) {
      const { done, value } = await reader.read()
      if (done) break
      const text = `${part.text}${value}`
      part = { ...part, text: text.slice(0, shownMax), isCut: text.length > shownMax }
      onPart(part)
    }
  } catch (error) {
    // Stopped by the visitor: what has arrived stays.
    if (!signal.aborted) throw error
  }
  await reader?.cancel().catch(() => undefined)
  return part
}

function indented(text: string, mediaType: string): string {
  if (!/json/.test(mediaType)) return text
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}

/**
 * Logs an API client in.
 *
 * @returns its token, or the service's words of refusal
 * @throws {TypeError} when no answer arrives
 */
export async function logIn(clientId: string, secretKey: string): Promise<{ token: string } | { refusal: string }> {
  const response = await fetch('/authenticate', {
    method: 'POST',
    headers: { 'client-id': clientId, 'secret-key': secretKey },
    credentials: 'omit',
  })
  const { message, data } = (await response.json()) as { message: string; data?: { token: string } }
  return data ? { token: data.token } : { refusal: message }
}
