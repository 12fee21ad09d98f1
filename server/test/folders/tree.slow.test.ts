import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { runs, seeded, sized } from '../../../test/tier.js'
import { changeAuditor } from '../../src/folders/audit.js'
import { type TestAccount, useService } from '../service.js'
import { askDetails, askFolder, type Folder, newFolder } from './shapes.js'

const random = seeded('tree')
const service = useService()
let ada: TestAccount
beforeAll(async () => {
  ada = await service.account()
})

/** A folder in the model: what was done to it, without the consequences. */
interface Node {
  id: string
  name: string
  parent: Node | null
  ownPrivate: boolean
  /** The folder it was deleted with. */
  bin: Node | null
}

const levelOf = (node: Node): number => (node.parent ? levelOf(node.parent) + 1 : 1)
const isPrivate = (node: Node): boolean => node.ownPrivate || (node.parent !== null && isPrivate(node.parent))
const isUnder = (top: Node, node: Node | null): boolean => node !== null && (node === top || isUnder(top, node.parent))

/** The tree as it should be, by the simplest possible rules. */
class Model {
  nodes: Node[] = []

  under(top: Node): Node[] {
    return this.nodes.filter((node) => isUnder(top, node))
  }

  taken(name: string, parent: Node | null, except?: Node): boolean {
    const key = name.toLowerCase()
    return this.nodes.some(
      (node) => node !== except && !node.bin && node.parent === parent && node.name.toLowerCase() === key,
    )
  }

  /** Returns the status that a creation must get. */
  create(name: string, parent: Node | null): number {
    if (parent?.bin || (parent && levelOf(parent) >= 32)) return 409
    return this.taken(name, parent) ? 409 : 200
  }

  update(node: Node, name: string, parent: Node | null, ownPrivate: boolean | undefined): number {
    if (node.bin || parent?.bin || isUnder(node, parent)) return 409
    if (ownPrivate === false && parent && isPrivate(parent)) return 400
    if (this.taken(name, parent, node)) return 409
    Object.assign(node, { name, parent, ownPrivate: ownPrivate ?? node.ownPrivate })
    return 200
  }

  bin(node: Node): void {
    if (node.bin) return
    for (const one of this.under(node)) one.bin ??= node
  }

  restore(node: Node): number {
    const { bin } = node
    if (!bin) return 200
    const parent = node.parent?.bin ? null : node.parent
    if (this.taken(node.name, parent, node)) return 409
    const back = this.under(node).filter((one) => one.bin === bin)
    for (const one of back) one.bin = null
    node.parent = parent
    return 200
  }

  purge(node: Node): void {
    const gone = new Set(this.under(node))
    this.nodes = this.nodes.filter((one) => !gone.has(one))
  }
}

const name = fc.constantFrom('a', 'A', 'b', 'c', 'd', 'E', 'e')
const place = fc.nat(30)
const step = fc.oneof(
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('create' as const), name, place, closed: fc.boolean() }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('move' as const), of: place, place }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('rename' as const), of: place, name }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('type' as const), of: place, closed: fc.boolean() }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('bin' as const), of: place }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('restore' as const), of: place }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('purge' as const), of: place }) },
)
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

/** Runs the service and the model side by side. */
class Pair {
  readonly model = new Model()
  /** Details of each folder when they were last looked at. */
  private readonly seen = new Map<string, string>()
  readonly by: TestAccount
  readonly root: string

  constructor(by: TestAccount, root: string) {
    this.by = by
    this.root = root
  }

  /** Takes one step on both; they must agree. */
  async take(step: Step): Promise<void> {
    const { model, by } = this
    const at = <T>(list: readonly T[], place: number): T | null => list[place % (list.length + 1)] ?? null
    if (step.kind === 'create') {
      const parent = at(model.nodes, step.place)
      const folderType = step.closed ? 'private' : 'public'
      const more = { folderName: step.name, folderType, parentFolderId: parent?.id ?? this.root }
      const answer = await askFolder(service, by, more)
      expect(answer.status, answer.text).toBe(model.create(step.name, parent))
      if (answer.status !== 200) return
      // A folder created in a private one is private by itself, too.
      const ownPrivate = step.closed || (parent !== null && isPrivate(parent))
      model.nodes.push({ id: answer.body.data._id, name: step.name, parent, ownPrivate, bin: null })
      return
    }
    const node = model.nodes[step.of % Math.max(model.nodes.length, 1)]
    if (!node) return
    const path = `/api/folders/${node.id}`
    const patch = async (body: object, wanted: number) => {
      const answer = await service.call('PATCH', path, body, by.auth)
      expect(answer.status, answer.text).toBe(wanted)
    }
    if (step.kind === 'move') {
      const parent = at(model.nodes, step.place)
      const parentFolderId = parent?.id ?? this.root
      await patch({ parentFolderId }, model.update(node, node.name, parent, undefined))
    } else if (step.kind === 'rename') {
      await patch({ folderName: step.name }, model.update(node, step.name, node.parent, undefined))
    } else if (step.kind === 'type') {
      const folderType = step.closed ? 'private' : 'public'
      await patch({ folderType }, model.update(node, node.name, node.parent, step.closed))
    } else if (step.kind === 'restore') {
      const answer = await service.call('POST', `${path}/restore`, undefined, by.auth)
      expect(answer.status, answer.text).toBe(model.restore(node))
    } else {
      const query = step.kind === 'purge' ? '?permanent=true' : ''
      expect((await service.call('DELETE', path + query, undefined, by.auth)).status).toBe(200)
      if (step.kind === 'purge') model.purge(node)
      else model.bin(node)
    }
  }

  /** A folder as the lists show it. */
  private item(node: Node) {
    return {
      _id: node.id,
      folderName: node.name,
      parentFolderId: node.parent?.id ?? this.root,
      folderLevel: levelOf(node),
      isBin: node.bin !== null,
    }
  }

  /** Its details have more. */
  private details(node: Node) {
    const item = this.item(node)
    const folderType = isPrivate(node) ? 'private' : 'public'
    return { ...item, previousFolderId: node.bin ? item.parentFolderId : null, folderType }
  }

  /** Expects that lists show each folder as the model has it, with exact counts, and details those that have changed. */
  async compareChanged(): Promise<void> {
    const { model, by } = this
    for (const node of model.nodes) {
      const text = JSON.stringify(this.details(node))
      if (this.seen.get(node.id) !== text) await this.compareDetails(node)
      this.seen.set(node.id, text)
    }
    for (const isBin of [false, true]) {
      const shown = model.nodes.filter((node) => (node.bin !== null) === isBin)
      const query = `page=1&limit=100&isBin=${isBin}&organizationId=${by.userId}`
      const answer = await service.call('GET', `/api/folders?${query}`, undefined, by.auth)
      const { count, data } = answer.body.data
      expect(count).toBe(shown.length)
      expect(data).toMatchObject(shown.map((node) => this.item(node)).reverse())
    }
  }

  /** Expects that the details of each folder are as the model has it. */
  async compareAll(): Promise<void> {
    for (const node of this.model.nodes) await this.compareDetails(node)
  }

  private async compareDetails(node: Node): Promise<void> {
    const wanted = this.details(node)
    const answer = await askDetails(service, this.by, wanted)
    expect(answer.body.data, answer.text).toMatchObject(wanted)
  }
}

describe('the tree', () => {
  it('matches a plain model after every step', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 40 }), async (steps) => {
        const by = await service.account()
        const first = await newFolder(service, by, { folderName: 'first' })
        const pair = new Pair(by, first.parentFolderId)
        pair.model.nodes.push({ id: first._id, name: 'first', parent: null, ownPrivate: false, bin: null })
        for (const one of steps) {
          await pair.take(one)
          await pair.compareChanged()
        }
        await pair.compareAll()
      }),
      { numRuns: runs(20) },
    )
    await changeAuditor(service.database.db).totals()
  })

  it('never gets a cycle from concurrent moves', async () => {
    const folders: Folder[] = []
    for (let at = 0; at < 8; at++) folders.push(await newFolder(service, ada))
    const pick = () => folders[Math.floor(random() * folders.length)] as Folder
    for (let round = 0; round < sized({ short: 2, long: 5 }); round++) {
      const answers = await Promise.all(
        Array.from({ length: 60 }, () =>
          service.call('PATCH', `/api/folders/${pick()._id}`, { parentFolderId: pick()._id }, ada.auth),
        ),
      )
      expect([...new Set(answers.map(({ status }) => status))].every((status) => [200, 409].includes(status))).toBe(
        true,
      )
    }
    // A folder in a cycle would be unreachable from the root, and every level would be wrong.
    const reached = await service.database.db.query<{ id: string; level: number; depth: number }>(
      `WITH RECURSIVE down AS (
         SELECT id, level, 0 AS depth FROM folders WHERE account_id = $1 AND parent_id IS NULL
         UNION ALL SELECT f.id, f.level, d.depth + 1 FROM down d JOIN folders f ON f.parent_id = d.id)
       SELECT id, level, depth FROM down`,
      [ada.userId],
    )
    expect(reached.map(({ id }) => id)).toEqual(expect.arrayContaining(folders.map(({ _id }) => _id)))
    for (const { level, depth } of reached) expect(level).toBe(depth)
    await changeAuditor(service.database.db).totals()
  })

  it('stays consistent under concurrent operations of all kinds', async () => {
    const top = await newFolder(service, ada)
    const ids = [top._id]
    const pick = () => ids[Math.floor(random() * ids.length)] as string
    const statuses = new Set<number>()
    const worker = async (seed: number) => {
      for (let at = 0; at < sized({ short: 12, long: 30 }); at++) {
        const path = `/api/folders/${pick()}`
        const kind = (seed * 7 + at) % 6
        const answer =
          kind < 2
            ? await askFolder(service, ada, { parentFolderId: pick() })
            : kind === 2
              ? await service.call('PATCH', path, { parentFolderId: pick() }, ada.auth)
              : kind === 3
                ? await service.call('DELETE', path, undefined, ada.auth)
                : kind === 4
                  ? await service.call('POST', `${path}/restore`, undefined, ada.auth)
                  : await service.call('PATCH', path, { folderType: at % 2 ? 'public' : 'private' }, ada.auth)
        statuses.add(answer.status)
        if (kind < 2 && answer.status === 200) ids.push(answer.body.data._id)
      }
    }
    await Promise.all(Array.from({ length: 12 }, (_, seed) => worker(seed)))
    expect([...statuses].every((status) => [200, 400, 409].includes(status))).toBe(true)
    await changeAuditor(service.database.db).totals()
  })
})
