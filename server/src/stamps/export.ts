import type { ProofDocument } from '@tallystick/proof'
import { ownersByIds } from '../accounts/owners.js'
import { jsonFile, linesFile } from '../base/archives/archive.js'
import type { Database } from '../base/database/db.js'
import { lastUuid } from '../base/ids.js'
import type { Exporter } from '../base/room.js'
import type { Page } from '../http/paging/paging.js'
import { type NetworkInfo, ProofMaker } from '../ledger/proofs/proof.js'
import { endUsersOf } from './end-users/end-users.js'
import { presentEndUser } from './end-users/routes.js'
import { type Labels, presentLabels, readLabels } from './labels/read.js'
import { presentDetails } from './present.js'
import { proofSubject } from './room.js'
import { presentWithFailures } from './runs/present.js'
import { type CountedRun, listRuns } from './runs/run.js'
import * as sql from './sql.js'

const atOnce = 200
/** Newest stamps whose proofs get a file each; all proofs are in stamps.jsonl. */
const proofFilesMax = 20_000

const ownAfter = `${sql.columns}${sql.joined}
 WHERE s.account_id = $1 AND s.id < $2 ORDER BY s.id DESC LIMIT $3`

/** Exports the stamps of an account, newest first, with their proofs. */
export function stampExporter(database: Database, network: NetworkInfo): Exporter {
  return {
    guide: {
      'end-users.jsonl': 'the end users that you enrolled: one JSON object per line',
      'stamps.jsonl': 'your stamps, newest first: one JSON object per line, with its proof, your tags and your note',
      'runs.jsonl': 'your runs, newest first: one JSON object per line, with the documents that have no stamp',
      'proofs/': 'the proofs of your newest stamps, one file each, named by code',
    },
    async *entries(accountId, now) {
      const [owner] = await ownersByIds(database, [accountId])
      yield linesFile('stamps.jsonl', linesOf(database, network, accountId, owner?.emailVerified ?? false), now)
      yield linesFile('runs.jsonl', runsOf(database, accountId), now)
      yield linesFile('end-users.jsonl', presentedEndUsers(database, accountId), now)
      let proofs = 0
      for await (const { row, proof } of stampsOf(database, network, accountId)) {
        if (++proofs > proofFilesMax) break
        yield jsonFile(`proofs/${row.code}.json`, proof, now)
      }
    },
  }
}

interface ProvenStamp {
  row: sql.StampRow
  proof: ProofDocument
  labels: Labels
}

/** All stamps of an account, newest first; a few at a time are in memory. */
async function* stampsOf(database: Database, network: NetworkInfo, accountId: string): AsyncGenerator<ProvenStamp> {
  const maker = new ProofMaker(database, network)
  for (let before = lastUuid; ; ) {
    const rows: sql.StampRow[] = await database.query<sql.StampRow>(ownAfter, [accountId, before, atOnce])
    const proofs = await maker.proofs(rows.map(proofSubject), { withDetails: true })
    const labels = await readLabels(database, accountId, rows)
    for (const [at, row] of rows.entries()) yield { row, proof: proofs[at] as ProofDocument, labels }
    if (rows.length < atOnce) return
    before = (rows.at(-1) as sql.StampRow).id
  }
}

async function* linesOf(database: Database, network: NetworkInfo, accountId: string, emailVerified: boolean) {
  for await (const { row, proof, labels } of stampsOf(database, network, accountId)) {
    const shown = presentDetails(row, { accountId, version: row.version }, { emailVerified, otherCode: null })
    const details = { _id: row.id, clientId: row.client_id, ...shown, ...presentLabels(row, labels) }
    yield { ...details, proof }
  }
}

async function* runsOf(database: Database, accountId: string) {
  for (let after: string | null = null; ; ) {
    const { rows, nextAfter }: Page<CountedRun> = await listRuns(database, accountId, { page: 1, limit: 100, after })
    for (const run of rows) yield await presentWithFailures(database, accountId, run)
    if (nextAfter === null) return
    after = nextAfter
  }
}

async function* presentedEndUsers(database: Database, accountId: string) {
  for await (const row of endUsersOf(database, accountId)) yield presentEndUser(row)
}
