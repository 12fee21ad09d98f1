// Tags and notes of stamps, and the run of each. Parameter $1 is the account.

/** Tags, note and run of a stamp. */
export interface LabelsRow {
  id: string
  tags: string[]
  note: string | null
  run: { id: string; name: string; folder: string } | null
}

/** Of these stamps; of the run $3 if they are in it, else of the newest. Each part is a look into an index. */
export const labelsOfStamps = `
SELECT a.id, ARRAY(SELECT t.tag FROM stamp_tags t WHERE t.account_id = $1 AND t.stamp_id = a.id ORDER BY t.tag) AS tags,
       (SELECT n.note FROM stamp_notes n WHERE n.account_id = $1 AND n.stamp_id = a.id) AS note,
       (SELECT json_build_object('id', m.run_id, 'name', r.name, 'folder', m.folder)
          FROM (SELECT run_id, folder FROM run_stamps WHERE account_id = $1 AND stamp_id = a.id
                 ORDER BY run_id = $3::uuid DESC NULLS LAST, run_id DESC LIMIT 1) m,
               LATERAL (SELECT name FROM runs WHERE account_id = $1 AND id = m.run_id LIMIT 1) r) AS run
  FROM unnest($2::uuid[]) AS a(id)`

/** Labels of an account change one after another: then a tag's row goes with its last stamp, and no stamp has too many. */
export const lockLabels = 'SELECT FROM accounts WHERE id = $1 FOR NO KEY UPDATE'

/** Adds tags that the account hasn't had. */
export const addTags = `INSERT INTO tags (account_id, tag, search_key) SELECT $1, * FROM unnest($2::text[], $3::text[]) ON CONFLICT DO NOTHING`

export const tagStamps = `
INSERT INTO stamp_tags (account_id, tag, stamp_id)
SELECT $1, a.tag, b.id FROM unnest($2::text[]) AS a(tag), unnest($3::uuid[]) AS b(id) ON CONFLICT DO NOTHING
RETURNING stamp_id`

export const untagStamps = `
DELETE FROM stamp_tags t USING unnest($2::text[]) AS a(tag), unnest($3::uuid[]) AS b(id)
 WHERE t.account_id = $1 AND t.tag = a.tag AND t.stamp_id = b.id
RETURNING t.stamp_id`

/** Of these tags, those without a stamp. */
export const forgetTags = `
DELETE FROM tags d USING unnest($2::text[]) AS a(tag)
 WHERE d.account_id = $1 AND d.tag = a.tag
   AND NOT EXISTS (SELECT FROM stamp_tags t WHERE t.account_id = $1 AND t.tag = d.tag)`

export const countTags = 'SELECT count(*)::int AS tags FROM tags WHERE account_id = $1'

/** Whether one of these stamps has more than $3 tags. */
export const overTagged = `
SELECT EXISTS (SELECT FROM unnest($2::uuid[]) AS a(id)
                WHERE (SELECT count(*) FROM stamp_tags t WHERE t.account_id = $1 AND t.stamp_id = a.id) > $3) AS over`

export const writeNote = `
INSERT INTO stamp_notes AS n (account_id, stamp_id, note, search_key) VALUES ($1, $2, $3, $4)
ON CONFLICT (account_id, stamp_id) DO UPDATE SET note = excluded.note, search_key = excluded.search_key
 WHERE n.note <> excluded.note
RETURNING stamp_id`

export const deleteNote = 'DELETE FROM stamp_notes WHERE account_id = $1 AND stamp_id = $2 RETURNING stamp_id'

/** Each tag with its stamps, in the order of Unicode. */
export const tagsOfAccount = `
SELECT d.tag, (SELECT count(*)::int FROM stamp_tags t WHERE t.account_id = $1 AND t.tag = d.tag) AS count
  FROM tags d WHERE d.account_id = $1 ORDER BY d.tag COLLATE "C"`
