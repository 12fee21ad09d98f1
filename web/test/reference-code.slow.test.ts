import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import ts from 'typescript'
import { expect, it } from 'vitest'
import { findPython } from '../../test/python.js'
import { root } from '../../test/sources.js'
import { curl } from '../src/features/reference/code/curl.js'
import { python } from '../src/features/reference/code/python.js'
import { typescript } from '../src/features/reference/code/typescript.js'
import { type Call, callOf, exampleOf } from '../src/features/reference/model/call.js'
import { type ApiDocument, found, operationsOf } from '../src/features/reference/model/document.js'

const document = JSON.parse(readFileSync(`${root}docs/openapi.json`, 'utf8')) as ApiDocument
const operations = operationsOf(document)
const calls = operations
  .filter(({ isSent }) => !isSent)
  .map((operation) => callOf(document, operation, exampleOf(document, operation)))
const origin = 'https://notary.example'
const named = (id: string) => calls.find(({ operation }) => operation.id === id) as Call

it('writes commands that a shell reads, for every operation', () => {
  const script = calls.map((call) => curl(call, origin)).join('\n')
  expect(() => execFileSync('sh', ['-n'], { input: script })).not.toThrow()
  expect(curl(named('addStamp'), origin)).toContain(
    `curl 'https://notary.example/hash' \\\n  -H "Authorization: Bearer $TOKEN" \\\n  -H 'Content-Type: application/json' \\\n  -d '{`,
  )
})

it('writes Python that compiles, for every operation', async ({ skip }) => {
  const interpreter = await findPython()
  if (interpreter === null) return skip('needs Python')
  const modules = JSON.stringify(calls.map((call) => python(call, origin)))
  const check = 'import json, sys\nfor one in json.load(sys.stdin): compile(one, "example", "exec")'
  expect(() => execFileSync(interpreter, ['-c', check], { input: modules })).not.toThrow()
  expect(python(named('getStampOrListStamps'), origin)).toContain('params={\n        "id": "7G4K9XWQ20",\n    }')
})

it('writes TypeScript that the client and Node have types for, for every operation', () => {
  const options: ts.CompilerOptions = {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    target: ts.ScriptTarget.ES2022,
    lib: ['lib.es2022.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    types: ['node'],
  }
  const examples = new Map(calls.map((call) => [`${root}web/test/${call.operation.id}.mts`, typescript(call, origin)]))
  const host = ts.createCompilerHost(options)
  const { fileExists, readFile } = host
  host.fileExists = (path) => examples.has(path) || fileExists(path)
  host.readFile = (path) => examples.get(path) ?? readFile(path)
  const sources = new Map<string, ts.SourceFile | undefined>()
  host.getSourceFile = (path, version) => {
    const text = host.readFile(path)
    if (!sources.has(path)) sources.set(path, text === undefined ? text : ts.createSourceFile(path, text, version))
    return sources.get(path)
  }
  const program = ts.createProgram([...examples.keys()], options, host)
  const problems = ts.getPreEmitDiagnostics(program).map(({ file, messageText }) => {
    return `${file?.fileName.slice(root.length)}: ${ts.flattenDiagnosticMessageText(messageText, '\n')}`
  })
  expect(problems).toEqual([])
})

it('finds operations by all words of a search, in any order', () => {
  expect(found(operations, 'POST stamp hash').map(({ id }) => id)).toContain('addStamp')
  expect(found(operations, 'addstampv2')).toHaveLength(1)
  expect(new Set(operations.map(({ id }) => id)).size).toBe(operations.length)
  expect(found(operations, '')).toHaveLength(operations.length)
  expect(found(operations, 'no such thing')).toEqual([])
})
