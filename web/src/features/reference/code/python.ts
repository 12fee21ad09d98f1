import { answerType, type Call, headersOf } from '../model/call.js'
import { literal, pythonNotation } from './literal.js'

const written = (value: unknown) => literal(pythonNotation, value, 1)

/** Writes a request in Python, for the package requests, with the token in the environment. */
export function python(call: Call, origin: string): string {
  const { operation, body } = call
  const isLoggedIn = operation.access === 'token'
  const type = answerType(operation)
  const parts = [
    pythonNotation.text(origin + call.path),
    ...headers(call, isLoggedIn),
    ...query(call),
    ...(body?.kind === 'json' ? [`json=${written(body.value)}`] : []),
    ...(body?.kind === 'bytes' ? ['data=open("request.bin", "rb")'] : []),
    ...(body?.kind === 'form' ? form(body) : []),
    ...(type === 'text/event-stream' ? ['stream=True'] : []),
    'timeout=60',
  ]
  return `${isLoggedIn ? 'import os\n\n' : ''}import requests

answer = requests.${operation.method.toLowerCase()}(
${parts.map((part) => `    ${part},\n`).join('')})
answer.raise_for_status()
${ending(operation.method, type)}
`
}

function headers(call: Call, isLoggedIn: boolean): string[] {
  const { body } = call
  const lines = [
    ...(isLoggedIn ? [`"Authorization": f"Bearer {os.environ['TALLYSTICK_TOKEN']}"`] : []),
    ...headersOf(call).map(([name, value]) => `${pythonNotation.text(name)}: ${pythonNotation.text(value)}`),
    ...(body?.kind === 'bytes' ? [`"Content-Type": ${pythonNotation.text(body.mediaType)}`] : []),
  ]
  if (lines.length === 0) return []
  return lines.length === 1
    ? [`headers={${lines[0]}}`]
    : [`headers={\n${lines.map((line) => `        ${line},\n`).join('')}    }`]
}

/** Truth values as the query writes them: requests would write Python's. */
function query({ given }: Call): string[] {
  const named = given.filter((one) => one.in === 'query')
  const values = named.map(({ name, value }) => [name, typeof value === 'boolean' ? String(value) : value] as const)
  return values.length === 0 ? [] : [`params=${written(Object.fromEntries(values))}`]
}

function form({ fields, files }: Extract<Call['body'], { kind: 'form' }>): string[] {
  const opened = files.map(([name, file]) => `${pythonNotation.text(name)}: open(${pythonNotation.text(file)}, "rb")`)
  return [...(fields.length > 0 ? [`data=${written(Object.fromEntries(fields))}`] : []), `files={${opened.join(', ')}}`]
}

function ending(method: string, type: string | null): string {
  if (method === 'HEAD' || type === null) return 'print(answer.status_code, dict(answer.headers))'
  if (type === 'application/json') return 'print(answer.json())'
  if (type === 'text/event-stream') return 'for line in answer.iter_lines(decode_unicode=True):\n    print(line)'
  return 'with open("answer.bin", "wb") as file:\n    file.write(answer.content)'
}
