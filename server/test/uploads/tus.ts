import { connect, type Socket } from 'node:net'
import { Upload, type UploadOptions } from 'tus-js-client'
import type { Answer, TestAccount, TestService } from '../service.js'

export const path = '/api/files/upload'

/** Encodes metadata as tus does. */
export function metadataOf(fields: Record<string, string>): string {
  return Object.entries(fields)
    .map(([name, value]) => `${name} ${Buffer.from(value).toString('base64')}`)
    .join(',')
}

/** Sends a tus request. */
export async function ask(
  service: TestService,
  method: string,
  address: string,
  headers: Record<string, string>,
  body: Uint8Array | null = null,
): Promise<Answer> {
  const response = await fetch(new URL(address, service.url), {
    method,
    headers: { 'tus-resumable': '1.0.0', ...headers },
    body,
  })
  const text = await response.text()
  return {
    status: response.status,
    headers: response.headers,
    text,
    body: text.startsWith('{') ? JSON.parse(text) : undefined,
  }
}

/** Begins an upload; fails unless it is accepted. @returns its path */
export async function begin(
  service: TestService,
  by: TestAccount,
  size: number,
  fields: Record<string, string>,
): Promise<string> {
  const headers = { ...by.auth, 'upload-length': String(size), 'upload-metadata': metadataOf(fields) }
  const answer = await ask(service, 'POST', path, headers)
  if (answer.status !== 201) throw new Error(answer.text)
  return new URL(answer.headers.get('location') ?? '').pathname
}

/** Appends bytes to an upload. */
export function append(service: TestService, by: TestAccount, address: string, offset: number, bytes: Uint8Array) {
  const headers = { 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' }
  return ask(service, 'PATCH', address, { ...by.auth, ...headers }, bytes)
}

/** Asks for an upload's offset. */
export function look(service: TestService, by: TestAccount, address: string): Promise<Answer> {
  return ask(service, 'HEAD', address, by.auth)
}

/** Sends the start of a body of `length` bytes and stops there; the caller breaks the connection. */
export async function appendPart(
  service: TestService,
  by: TestAccount,
  address: string,
  { offset, length, bytes }: { offset: number; length: number; bytes: Uint8Array },
): Promise<Socket> {
  const { hostname, port } = new URL(service.url)
  const socket = connect(Number(port), hostname)
  socket.on('error', () => undefined)
  const head = [
    `PATCH ${address} HTTP/1.1`,
    `Host: ${hostname}`,
    `Authorization: ${by.auth.authorization}`,
    'Tus-Resumable: 1.0.0',
    `Upload-Offset: ${offset}`,
    'Content-Type: application/offset+octet-stream',
    `Content-Length: ${length}`,
  ]
  socket.write(`${head.join('\r\n')}\r\n\r\n`)
  await new Promise<void>((resolve) => socket.write(bytes, () => resolve()))
  return socket
}

/** Uploads with the reference client. Resolves with the answer to the request that completed the upload. */
export function uploadWith(service: TestService, by: TestAccount, content: Buffer, options: Partial<UploadOptions>) {
  return new Promise<{ header(name: string): string | undefined; body: string; sent: string[] }>((resolve, reject) => {
    const sent: string[] = []
    const upload = new Upload(content, {
      endpoint: service.url + path,
      headers: by.auth,
      retryDelays: [50, 100, 200, 400, 800],
      onBeforeRequest: (request) => {
        sent.push(request.getMethod())
      },
      onError: reject,
      onSuccess: ({ lastResponse }) =>
        resolve({ header: (name) => lastResponse.getHeader(name), body: lastResponse.getBody(), sent }),
      ...options,
    })
    upload.start()
  })
}
