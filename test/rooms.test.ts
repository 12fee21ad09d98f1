import { readFileSync, writeFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { readSource, resolveImport, root, trackedFiles } from './sources.js'

const command = 'run: UPDATE_GOLDEN=1 npx vitest run test/rooms.test.ts'
/** The roof joins the rooms, and is none. */
const roomOf = (path: string) => /^server\/src\/(?!roof\/)([^/]+)\//.exec(path)?.[1]

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
  const named = [...text.matchAll(/`([a-z]+)((?:\/[a-z0-9-]+)+)`/g)].filter(([, room]) => rooms.has(room))
  expect(named.length).toBeGreaterThan(20)
  expect(named.map(([, room, name]) => `${room}${name}`).filter((module) => !modules.has(module))).toEqual([])
})

/** A room's README: what it is for, how its thing lives, and its door, the modules that others may import. */
function readmeOf(room: string): { text: string; names: string[]; door: Set<string> | 'all' } {
  const text = readFileSync(`${root}server/src/${room}/README.md`, 'utf8')
  const [story = '', door = ''] = text.split('**Door:**')
  const named = (part: string) => [...part.matchAll(/`([a-z0-9-]+(?:\/[a-z0-9-]+)*)`/g)].map(([, name]) => `${name}`)
  return { text, names: named(story), door: /^ all of it$/m.test(door) ? 'all' : new Set(named(door)) }
}

describe.each([...uses.keys()].sort())('room %s', (room) => {
  const { text, names, door } = readmeOf(room)
  const modules = new Set(
    trackedFiles(`server/src/${room}/*.ts`).map((path) => path.slice(`server/src/${room}/`.length, -'.ts'.length)),
  )

  test('is described in a README of at most 25 lines, which names modules that exist', () => {
    expect(text).toMatch(new RegExp(`^# ${room}\n\n[A-Z].*[.:,]`))
    expect(text.split('\n').length - 1).toBeLessThanOrEqual(25)
    expect(names.length).toBeGreaterThan(1)
    expect([...names, ...(door === 'all' ? [] : door)].filter((name) => !modules.has(name))).toEqual([])
  })

  test('is imported through its door alone', () => {
    const entered = trackedFiles('server/src/*.ts')
      .filter((path) => roomOf(path) !== room)
      .flatMap((path) =>
        readSource(path).imports.map((specifier) => [path, resolveImport(path, specifier) ?? ''] as const),
      )
      .filter(([, to]) => roomOf(to) === room)
      .map(([from, to]) => ({ from, name: to.slice(`server/src/${room}/`.length, -'.ts'.length) }))
    const broken = door === 'all' ? [] : entered.filter(({ name }) => !door.has(name))
    expect(broken).toEqual([])
    const unused = door === 'all' ? [] : [...door].filter((name) => !entered.some((one) => one.name === name))
    expect(unused, 'named in the door, and imported by no other room').toEqual([])
  })
})

test('docs/extending.md names files that exist', () => {
  const files = trackedFiles('.')
  const text = readFileSync(`${root}docs/extending.md`, 'utf8')
  const named = [...text.matchAll(/`((?:server|web|sdk|command|proof|deploy|test)\/[\w./-]+)`/g)].map(
    ([, path = '']) => path,
  )
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
  const opened = [...readFileSync(`${root}server/src/rooms.ts`, 'utf8').matchAll(/\.add\((\w+)\)/g)]
  const names = opened.map(([, name = '']) => name)
  expect(names).toContain('stamps')
  const early = names.filter((name, at) => names.slice(at + 1).some((later) => reach(name).has(later)))
  expect(early).toEqual([])
})
