import { readFileSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readSource, resolveImport, root, trackedFiles } from './sources.js'

const command = 'run: UPDATE_GOLDEN=1 npx vitest run test/rooms.test.ts'
const roomOf = (path: string) => /^server\/src\/([^/]+)\//.exec(path)?.[1]

/** For each room of the server, the rooms it imports. */
const uses = importsOfRooms()

function importsOfRooms(): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>()
  for (const { path, imports } of trackedFiles('server/src/*.ts').map(readSource)) {
    const room = roomOf(path)
    if (room === undefined) continue
    const own = found.get(room) ?? new Set()
    found.set(room, own)
    for (const specifier of imports) {
      const other = roomOf(resolveImport(path, specifier) ?? '')
      if (other !== undefined && other !== room) own.add(other)
    }
  }
  return found
}

/** Returns the rooms that a room reaches in any number of steps. */
function reach(room: string): Set<string> {
  const found = new Set<string>()
  const walk = (from: string) => {
    for (const other of uses.get(from) ?? []) {
      if (found.has(other)) continue
      found.add(other)
      walk(other)
    }
  }
  walk(room)
  return found
}

/** Draws the rooms, without imports that follow from others. */
function picture(): string {
  const lines = [...uses.keys()].sort().flatMap((room) => {
    const others = [...(uses.get(room) ?? [])].sort()
    const direct = others.filter((other) => !others.some((between) => reach(between).has(other)))
    return direct.map((other) => `  ${room} --> ${other}`)
  })
  return ['```mermaid', 'graph RL', ...lines, '```'].join('\n')
}

/** Compares the text between two comments of a document, or writes it. */
function expectPart(document: string, name: string, content: string): void {
  const path = `${root}${document}`
  const text = readFileSync(path, 'utf8')
  const expected = text.replace(
    new RegExp(`(<!-- ${name}:.*-->\n)[\\s\\S]*?(<!-- /${name} -->)`),
    (_, begin: string, end: string) => `${begin}\n${content}\n\n${end}`,
  )
  if (process.env.UPDATE_GOLDEN) writeFileSync(path, expected)
  else expect(text, command).toBe(expected)
  expect(text).toContain(`<!-- /${name} -->`)
}

test('docs/architecture.md draws the rooms as they import each other', () => {
  expectPart('docs/architecture.md', 'rooms', picture())
})

test('docs/architecture.md names modules that exist', () => {
  const modules = new Set(
    trackedFiles('server/src/*.ts').map((path) => path.slice('server/src/'.length, -'.ts'.length)),
  )
  const rooms = new Set([...modules].map((module) => module.split('/')[0]))
  const text = readFileSync(`${root}docs/architecture.md`, 'utf8')
  const named = [...text.matchAll(/`([a-z]+)\/([a-z0-9-]+)`/g)].filter(([, room]) => rooms.has(room))
  expect(named.length).toBeGreaterThan(20)
  expect(named.map(([, room, name]) => `${room}/${name}`).filter((module) => !modules.has(module))).toEqual([])
})

test('docs/extending.md names files that exist', () => {
  const files = trackedFiles('.')
  const text = readFileSync(`${root}docs/extending.md`, 'utf8')
  const named = [...text.matchAll(/`((?:server|web|proof|test)\/[\w./-]+)`/g)].map(([, path = '']) => path)
  const imagined = /^server\/src\/notes|NNNN/
  const missing = named.filter(
    (path) => !imagined.test(path) && !files.some((file) => file === path || file.startsWith(`${path}/`)),
  )
  expect(missing).toEqual([])
})

test('docs/extending.md shows the room for notes as it is tested', () => {
  const code = readFileSync(`${root}server/test/rooms/notes.ts`, 'utf8').trimEnd()
  expectPart('docs/extending.md', 'notes', `\`\`\`ts\n${code}\n\`\`\``)
})

test('server/src/rooms.ts opens each room after those it imports', () => {
  const opened = [...readFileSync(`${root}server/src/rooms.ts`, 'utf8').matchAll(/\.add\((\w+)Room\)/g)]
  const names = opened.map(([, name = '']) => name)
  expect(names).toContain('stamps')
  const early = names.filter((name, at) => names.slice(at + 1).some((later) => reach(name).has(later)))
  expect(early).toEqual([])
})
