import { answerType, type Call, headersOf, targetOf } from '../model/call.js'
import { literal, typescriptNotation } from './literal.js'

const written = (value: unknown, depth = 0) => literal(typescriptNotation, value, depth)

// biome-ignore lint/suspicious/noTemplateCurlyInString: a template of the code that is written
const bearer = 'authorization: `Bearer ${process.env.TALLYSTICK_TOKEN}`'

/** Methods of the client. */
const methods = new Set(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'])

/** Writes a request in TypeScript: with our client where it has types for both ways, else with `fetch`. */
export function typescript(call: Call, origin: string): string {
  const { operation, body } = call
  const isTyped = methods.has(operation.method) && (body === null || body.kind === 'json')
  return isTyped && answerType(operation) === 'application/json' ? withClient(call, origin) : withFetch(call, origin)
}

function withClient({ operation, given, body }: Call, origin: string): string {
  const { access, method, path } = operation
  const groups = (['path', 'query', 'header'] as const).flatMap((where) => {
    const here = given.filter((one) => one.in === where).map(({ name, value }) => [name, value] as const)
    return here.length === 0 ? [] : [[where, Object.fromEntries(here)] as const]
  })
  const init = {
    ...(groups.length > 0 && { params: Object.fromEntries(groups) }),
    ...(body?.kind === 'json' && { body: body.value }),
  }
  const ending = `${method.toLowerCase()}('${path}'${Object.keys(init).length > 0 ? `, ${written(init)}` : ''})`
  const client =
    access === 'token'
      ? `import { Tallystick } from '@tallystick/sdk'

const { client } = new Tallystick({
  baseUrl: ${written(origin)},
  clientId: process.env.TALLYSTICK_CLIENT_ID ?? '',
  secretKey: process.env.TALLYSTICK_SECRET_KEY ?? '',
})`
      : `import { createClient } from '@tallystick/sdk'

const client = createClient({ baseUrl: ${written(origin)} })`
  return `${client}

const data = await client.${ending}
console.log(data)
`
}

function withFetch(call: Call, origin: string): string {
  const { operation, body } = call
  const headers = [
    ...(operation.access === 'token' ? [bearer] : []),
    ...headersOf(call).map(([name, value]) => `${typescriptNotation.key(name)}: ${written(value)}`),
    ...(body?.kind === 'json' ? ["'content-type': 'application/json'"] : []),
    ...(body?.kind === 'bytes' ? [`'content-type': ${written(body.mediaType)}`] : []),
  ]
  const init = [
    ...(operation.method === 'GET' ? [] : [`method: '${operation.method}'`]),
    ...(headers.length > 0 ? [`headers: { ${headers.join(', ')} }`] : []),
    ...(body ? [bodyOf(body)] : []),
  ]
  const { ending, imports } = endingOf(call)
  const needed = [...imports, ...(body === null || body.kind === 'json' ? [] : blobImports)]
  const parts = [
    importsOf(needed),
    body?.kind === 'form' ? formOf(body) : '',
    `const answer = await fetch(${written(origin + targetOf(call))}`,
    init.length > 0 ? `, {\n${init.map((line) => `  ${line},\n`).join('')}}` : '',
    `)\nif (!answer.ok) throw new Error(\`\${answer.status} \${await answer.text()}\`)\n${ending}\n`,
  ]
  return parts.join('')
}

type Import = readonly [name: string, from: string]

const blobImports: readonly Import[] = [['openAsBlob', 'node:fs']]

function importsOf(imports: readonly Import[]): string {
  const sources = [...new Set(imports.map(([, from]) => from))].sort()
  const lines = sources.map((source) => {
    const names = imports.flatMap(([name, from]) => (from === source ? [name] : []))
    return `import { ${names.sort().join(', ')} } from '${source}'\n`
  })
  return lines.length > 0 ? `${lines.join('')}\n` : ''
}

function bodyOf(body: NonNullable<Call['body']>): string {
  if (body.kind === 'json') return `body: JSON.stringify(${written(body.value, 1)})`
  return body.kind === 'form' ? 'body: form' : "body: await openAsBlob('request.bin')"
}

function formOf({ fields, files }: Extract<Call['body'], { kind: 'form' }>): string {
  const lines = [
    ...fields.map(([name, value]) => `form.set(${written(name)}, ${written(value)})`),
    ...files.map(([name, file]) => `form.set(${written(name)}, await openAsBlob(${written(file)}), ${written(file)})`),
  ]
  return `const form = new FormData()\n${lines.join('\n')}\n\n`
}

function endingOf({ operation }: Call): { ending: string; imports: readonly Import[] } {
  const type = answerType(operation)
  if (operation.method === 'HEAD' || type === null)
    return { ending: 'console.log(answer.status, Object.fromEntries(answer.headers))', imports: [] }
  if (type === 'application/json') return { ending: 'console.log(await answer.json())', imports: [] }
  if (type === 'text/event-stream') {
    const reader = 'const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader()'
    const next = 'part = await reader?.read()'
    const loop = `for (let ${next}; part && !part.done; ${next}) process.stdout.write(part.value)`
    return { ending: `${reader}\n${loop}`, imports: [] }
  }
  return {
    ending: "await writeFile('answer.bin', Buffer.from(await answer.arrayBuffer()))",
    imports: [['writeFile', 'node:fs/promises']],
  }
}
