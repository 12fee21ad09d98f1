import type { FastifyInstance, onRequestHookHandler } from 'fastify'
import { Type } from 'typebox'
import { v7 as uuidv7 } from 'uuid'
import { linesFile } from '../../src/base/archives/archive.js'
import type { Database } from '../../src/base/database/db.js'
import type { Auditor, Exporter, Ground, Room } from '../../src/base/room.js'
import type { Recorder } from '../../src/ledger/batches/recorder.js'
import { type Entry, entryLeaf, random16, sha256 } from '../../src/ledger/entry.js'
import type { Ledger } from '../../src/ledger/ledger.js'
import { AuditError } from '../../src/ledger/proofs/audit.js'
import { type NetworkInfo, proofOf } from '../../src/ledger/proofs/proof.js'

/** The SQL of its migration. An erased note keeps only its place in the batch. */
export const notesTable = `
CREATE TABLE notes (
  id uuid PRIMARY KEY, account_id uuid REFERENCES accounts, text text, salt bytea,
  batch_id uuid NOT NULL, leaf_index integer NOT NULL)`

interface Note {
  id: string
  account_id: string
  text: string
  salt: Uint8Array
}

type NoteRow = Note & { batch_id: string; leaf_index: number }

/** Records short texts. */
export const notes: Room<'notes', Ground & { ledger: Ledger }, unknown, undefined> = {
  name: 'notes',
  auditor: noteAuditor,
  open: async ({ database, ledger }) => ({
    shared: undefined,
    routes: (app, onRequest) => noteRoutes(app, ledger.recorder, onRequest),
    exporter: noteExporter(database, ledger.network),
    eraser: (accountId) => eraseNotes(database, accountId),
  }),
}

/** Returns the entry of a note: its leaf commits to the text, the id and the owner. */
function entryOf({ id, account_id, text, salt }: Note): Entry {
  return { digest: sha256(Buffer.from(text)), salt, details: { id, userId: account_id } }
}

const insert = 'INSERT INTO notes (id, account_id, text, salt, batch_id, leaf_index) VALUES ($1, $2, $3, $4, $5, $6)'

async function noteRoutes(app: FastifyInstance, recorder: Recorder, onRequest: onRequestHookHandler): Promise<void> {
  app.route<{ Body: { text: string } }>({
    method: 'POST',
    url: '/notes',
    onRequest,
    schema: { tags: ['Notes'], operationId: 'addNote', body: Type.Object({ text: Type.String({ maxLength: 1000 }) }) },
    handler: async ({ body: { text }, session: { accountId } }) => {
      const note: Note = { id: uuidv7(), account_id: accountId, text, salt: random16() }
      const { anchor } = await recorder.record(async (tx, { batchId, leafIndex }) => {
        await tx.execute(insert, [note.id, accountId, text, Buffer.from(note.salt), batchId, leafIndex])
        return { leaves: [entryLeaf(entryOf(note))], result: undefined }
      })
      return { status: 200, message: 'Note recorded', data: { id: note.id, txid: anchor?.transactionId } }
    },
  })
}

function noteAuditor(database: Database): Auditor {
  const strayNote = 'SELECT id FROM notes n WHERE NOT EXISTS (SELECT FROM batches b WHERE b.id = n.batch_id) LIMIT 1'
  return {
    async leaves(batchId) {
      const rows = await database.query<NoteRow>('SELECT * FROM notes WHERE batch_id = $1', [batchId])
      return new Map(rows.map((row) => [row.leaf_index, row.salt && entryLeaf(entryOf(row))]))
    },
    async totals() {
      const [stray] = await database.query<Note>(strayNote)
      if (stray) throw new AuditError(`note ${stray.id}: its batch is missing`)
    },
  }
}

function noteExporter(database: Database, network: NetworkInfo): Exporter {
  async function* notesOf(accountId: string) {
    for (const row of await database.query<NoteRow>('SELECT * FROM notes WHERE account_id = $1', [accountId])) {
      const location = { code: row.id, batchId: row.batch_id, leafIndex: row.leaf_index }
      const proof = await proofOf(
        database,
        network,
        { kind: 'stamp', ...location, ...entryOf(row) },
        { withDetails: true },
      )
      yield { id: row.id, text: row.text, proof }
    }
  }
  return {
    guide: { 'notes.jsonl': 'your notes: one JSON object in each line, with its proof' },
    async *entries(accountId, now) {
      yield linesFile('notes.jsonl', notesOf(accountId), now)
    },
  }
}

/** Erases text and salt; the leaf stays in its batch and reveals nothing without them. */
async function eraseNotes(database: Database, accountId: string): Promise<boolean> {
  const erase = 'UPDATE notes SET account_id = NULL, text = NULL, salt = NULL WHERE account_id = $1'
  await database.execute(erase, [accountId])
  return true
}
