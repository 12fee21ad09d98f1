import { firstUuid } from '../ids.js'
import type { Queryable } from './db.js'
import { searchKey } from './search-key.js'

const atOnce = 5000

/** Rows with a name of their own, after the last ones filled; and how to fill them. */
const tables = [
  {
    read: `SELECT id, account_id, name FROM stamps
            WHERE (account_id, id) > ($1, $2) ORDER BY account_id, id LIMIT $3`,
    write: `UPDATE stamps t SET search_key = n.key FROM unnest($1::uuid[], $2::uuid[], $3::text[]) AS n(account_id, id, key)
             WHERE t.account_id = n.account_id AND t.id = n.id AND t.name <> 'stamp-' || t.code`,
  },
  ...['folders', 'files'].map((table) => ({
    read: `SELECT id, id AS account_id, name FROM ${table} WHERE id > $2 AND $1::uuid IS NOT NULL ORDER BY id LIMIT $3`,
    write: `UPDATE ${table} t SET search_key = n.key FROM unnest($1::uuid[], $2::uuid[], $3::text[]) AS n(account_id, id, key)
             WHERE t.id = n.id`,
  })),
]

/** Gives the rows from before migration 0026 their search keys, in its transaction. */
export async function fillSearchKeys(tx: Queryable): Promise<void> {
  for (const { read, write } of tables) {
    type Named = { account_id: string; id: string; name: string }
    for (let last = { account_id: firstUuid, id: firstUuid }; ; ) {
      const rows: Named[] = await tx.query<Named>(read, [last.account_id, last.id, atOnce])
      const keys = rows.map(({ name }) => searchKey(name))
      await tx.execute(write, [rows.map((row) => row.account_id), rows.map((row) => row.id), keys])
      if (rows.length < atOnce) break
      last = rows.at(-1) as Named
    }
  }
}
