import { answerType, type Call, headersOf, targetOf } from '../model/call.js'

/** Writes a request for a POSIX shell, with the token in `$TOKEN`. */
export function curl(call: Call, origin: string): string {
  const { operation, body } = call
  const lines = [`curl ${[...optionsOf(call), quoted(origin + targetOf(call))].join(' ')}`]
  if (operation.access === 'token') lines.push('-H "Authorization: Bearer $TOKEN"')
  for (const [name, value] of headersOf(call)) lines.push(`-H ${quoted(`${name}: ${value}`)}`)
  if (body?.kind === 'json')
    lines.push("-H 'Content-Type: application/json'", `-d ${quoted(JSON.stringify(body.value, null, 2))}`)
  if (body?.kind === 'form') {
    for (const [name, value] of body.fields) lines.push(`--form-string ${quoted(`${name}=${value}`)}`)
    for (const [name, file] of body.files) lines.push(`-F ${quoted(`${name}=@${file}`)}`)
  }
  if (body?.kind === 'bytes')
    lines.push(`-H ${quoted(`Content-Type: ${body.mediaType}`)}`, '--data-binary @request.bin')
  const type = answerType(operation)
  if (type !== null && type !== 'application/json' && type !== 'text/event-stream') lines.push('-o answer.bin')
  return `${lines.join(' \\\n  ')}\n`
}

/** A body makes curl send a POST. */
function optionsOf({ operation, body }: Call): string[] {
  const { method } = operation
  if (method === 'HEAD') return ['-I']
  if (answerType(operation) === 'text/event-stream') return ['-N']
  return method === 'GET' || (method === 'POST' && body !== null) ? [] : ['-X', method]
}

const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`
