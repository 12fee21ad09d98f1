import type { Logger } from 'pino'
import type { Database, Tx } from '../../base/database/db.js'
import type { Damage } from '../../storage/damage.js'
import { addLeftovers } from './sql.js'

/** A content that is not what was recorded. */
export interface DamagedContent {
  fileId: string
  versionId: string
  damage: Damage
}

interface MarkedContent {
  fileId: string
  versionId: string
  /** Nothing was known to be wrong with it. */
  isNew: boolean
}

const markContent = `
UPDATE file_versions v SET damage = $2
  FROM (SELECT id, damage FROM file_versions WHERE blob = $1 FOR UPDATE) AS was
 WHERE v.id = was.id RETURNING v.file_id AS "fileId", v.id AS "versionId", was.damage IS NULL AS "isNew"`

/** A plain content that couldn't be read couldn't be encrypted either when its folder became private. */
const clearContent = `
WITH cleared AS (UPDATE file_versions SET damage = NULL WHERE blob = $1 AND damage IS NOT NULL RETURNING file_id, is_encrypted)
INSERT INTO folders_to_encrypt (folder_id)
SELECT d.id FROM cleared c JOIN files f ON f.id = c.file_id JOIN folders d ON d.id = f.folder_id
 WHERE d.is_private AND NOT c.is_encrypted
ON CONFLICT (folder_id) DO UPDATE SET due_at = now()`

/** The inspection makes another one. */
const dropThumbnail = `
UPDATE file_versions SET thumbnail = NULL, thumbnail_size = NULL, thumbnail_digest = NULL, look_at = now(), looks = 0
 WHERE thumbnail = $1 RETURNING file_id AS "fileId"`

const partOfUpload = 'SELECT upload_id AS "uploadId" FROM upload_parts WHERE blob = $1'

const damagedContents = `
SELECT file_id AS "fileId", id AS "versionId", damage FROM file_versions WHERE damage IS NOT NULL ORDER BY id LIMIT $1`

const countDamaged = 'SELECT count(*)::int AS count FROM file_versions WHERE damage IS NOT NULL'

/** Files that a warning names. */
const namedMax = 3

/**
 * Remembers which contents are damaged. A range of a plain content can't be compared with a digest, so what is known to be changed isn't
 * served at all.
 */
export class Damages {
  /** Called when a content that was thought to be right is damaged. */
  onContent: () => void = () => undefined
  private readonly database: Database
  private readonly logger: Logger

  constructor(database: Database, logger: Logger) {
    this.database = database
    this.logger = logger
  }

  /**
   * Notes that an object is damaged, and logs which file it belongs to. A damaged thumbnail is made again.
   *
   * @returns false when no row claims the object any more: it was purged, or moved to another one
   */
  async note(key: string, damage: Damage, error: unknown): Promise<boolean> {
    const [content] = await this.database.query<MarkedContent>(markContent, [key, damage])
    if (content) {
      const { isNew, fileId, versionId } = content
      if (isNew) {
        this.logger.error({ err: error, key, damage, fileId, versionId }, 'the stored content of a file is damaged')
        this.onContent()
      }
      return true
    }
    const thumbnail = await this.database.transaction((tx) => dropped(tx, key))
    if (thumbnail) {
      this.logger.warn({ err: error, key, damage, ...thumbnail }, 'a thumbnail is damaged, making another one')
      return true
    }
    const [part] = await this.database.query<{ uploadId: string }>(partOfUpload, [key])
    if (part) this.logger.error({ err: error, key, damage, ...part }, 'a stored part of an upload is damaged')
    return part !== undefined
  }

  /** Notes that an object holds what was recorded. */
  async clear(key: string): Promise<void> {
    await this.database.execute(clearContent, [key])
  }

  /** Lists damaged contents, at most so many. */
  list(max: number): Promise<DamagedContent[]> {
    return this.database.query<DamagedContent>(damagedContents, [max])
  }

  /** Returns the number of damaged contents. */
  async count(): Promise<number> {
    return (await this.database.query<{ count: number }>(countDamaged))[0]?.count ?? 0
  }

  /** Returns what an operator should know: which files can't be served, and what to do. */
  async warnings(): Promise<string[]> {
    const found = await this.list(namedMax + 1)
    if (found.length === 0) return []
    const named = found.slice(0, namedMax).map(({ fileId, damage }) => `file ${fileId} (${damage})`)
    const more = found.length > namedMax ? ' and others' : ''
    return [
      `Degraded: the stored content of ${named.join(', ')}${more} is damaged and not served. Restore the objects that \`tallystick admin audit --contents\` names from a backup`,
    ]
  }
}

async function dropped(tx: Tx, key: string): Promise<{ fileId: string } | undefined> {
  const [found] = await tx.query<{ fileId: string }>(dropThumbnail, [key])
  if (found) await addLeftovers(tx, [key], 0)
  return found
}
