import { createHash, randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { v7 as uuidv7 } from 'uuid'
import { searchKey } from '../../src/base/database/search-key.js'
import type { Ground, Room } from '../../src/base/room.js'
import { insertChanges, newChange } from '../../src/folders/changes.js'
import type { Recorder } from '../../src/ledger/batches/recorder.js'
import type { Ledger } from '../../src/ledger/ledger.js'
import { rooms } from '../../src/rooms.js'
import { newCode } from '../../src/stamps/code.js'
import { filesOf, objectPath } from '../files/objects.js'
import type { TestAccount, TestService } from '../service.js'

const insertFiles = `
INSERT INTO files (id, account_id, folder_id, name, search_key, description, code, uploaded_by, version_id, updated_at)
SELECT f.id, $5, $6, $7, $8, '', f.code, 'Ada', f.version_id, now() FROM unnest($1::uuid[], $2::text[], $3::uuid[], $4::int[])
    AS f(id, code, version_id, number) WHERE f.number = 1`

const insertVersions = `
INSERT INTO file_versions (id, file_id, number, blob, is_encrypted, size, digest, filename, mimetype, change_id)
SELECT v.id, v.file_id, v.number, v.blob, false, $7, $6, $8, 'application/pdf', v.change_id
  FROM unnest($1::uuid[], $2::uuid[], $3::int[], $4::text[], $5::uuid[]) AS v(id, file_id, number, blob, change_id)`

const insertFolders = `
INSERT INTO folders (id, account_id, parent_id, name, name_key, own_private, is_private, level, updated_at, search_key)
SELECT f.id, $4, f.parent_id, 'Folder ' || f.id, 'folder ' || f.id, false, false, f.level, now(), 'folder ' || f.id
  FROM unnest($1::uuid[], $2::uuid[], $3::int[]) AS f(id, parent_id, level)`

/** Fills folders with more than a test could upload: through the recorder, as the service does, but many at a time. */
export class Filler {
  private recorder!: Recorder
  /** The rooms of the service, with one that gives access to its recorder. */
  readonly rooms = rooms.add(this.room())

  private room(): Room<'filler', Ground & { ledger: Ledger }, unknown, undefined> {
    return {
      name: 'filler',
      open: async ({ ledger }) => {
        this.recorder = ledger.recorder
        return { shared: undefined }
      },
    }
  }

  /**
   * Adds files of one name and content, in batches of `perBatch`.
   *
   * @returns their IDs
   */
  async files(
    service: TestService,
    owner: TestAccount,
    folderId: string,
    { count, perBatch, versions = 1 }: { count: number; perBatch: number; versions?: number },
  ): Promise<string[]> {
    const [name, content] = ['Scan.pdf', Buffer.from('%PDF-1.7')]
    const digest = createHash('sha256').update(content).digest()
    const accountId = owner.userId
    const ids = Array.from({ length: count }, () => uuidv7())
    for (let from = 0; from < count; from += perBatch) {
      const files = ids.slice(from, from + perBatch).flatMap((id) => {
        const code = newCode()
        return Array.from({ length: versions }, (_, at) => {
          const [number, versionId] = [at + 1, uuidv7()]
          const more = { code, name, owner: 'Ada', version: number, versionId, size: content.length }
          const [subject, action] = ['file', number === 1 ? 'created' : 'content'] as const
          const change = newChange({ accountId, subject, subjectId: id, action, more, digest })
          return { id, code, number, versionId, change, blob: `scan-${randomUUID()}` }
        })
      })
      for (const { blob } of files) writeFileSync(objectPath(filesOf(service), blob), content)
      const column = <Key extends keyof (typeof files)[number]>(key: Key) => files.map((file) => file[key])
      await this.recorder.record(async (tx, first) => {
        const shown = [column('id'), column('code'), column('versionId'), column('number')]
        await tx.execute(insertFiles, [...shown, accountId, folderId, name, searchKey(name)])
        const changeIds = files.map(({ change }) => change.id)
        const placed = [column('versionId'), column('id'), column('number'), column('blob'), changeIds]
        await tx.execute(insertVersions, [...placed, digest, content.length, name])
        return { leaves: await insertChanges(tx, first, column('change')), result: undefined }
      })
    }
    return ids
  }

  /** Adds folders: chains of `depth` levels side by side. @returns their IDs */
  async folders(
    owner: TestAccount,
    parent: { _id: string; folderLevel: number },
    { count, depth }: { count: number; depth: number },
  ): Promise<string[]> {
    const ids = Array.from({ length: count }, () => uuidv7())
    const parents = ids.map((_, at) => (at % depth === 0 ? parent._id : ids[at - 1]!))
    const levels = ids.map((_, at) => parent.folderLevel + 1 + (at % depth))
    await this.recorder.record(async (tx, first) => {
      await tx.execute(insertFolders, [ids, parents, levels, owner.userId])
      const changes = ids.map((subjectId, at) => {
        const more = { folderName: `Folder ${subjectId}`, folderType: 'public', parentFolderId: parents[at]! }
        return newChange({ accountId: owner.userId, subject: 'folder', subjectId, action: 'created', more })
      })
      return { leaves: await insertChanges(tx, first, changes), result: undefined }
    })
    return ids
  }
}
