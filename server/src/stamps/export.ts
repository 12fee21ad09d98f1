import type { ProofDocument } from '@tallystick/proof'
import { ownersByIds } from '../accounts/owners.js'
import { jsonFile, linesFile } from '../base/archives/archive.js'
import type { Database } from '../base/database/db.js'
import { lastUuid } from '../base/ids.js'
import type { Exporter } from '../base/room.js'
import { type NetworkInfo, ProofMaker } from '../ledger/proofs/proof.js'
import { presentDetails } from './present.js'
import { proofSubject } from './room.js'
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
      'stamps.jsonl': 'your stamps, newest first: one JSON object per line, with its proof',
      'proofs/': 'the proofs of your newest stamps, one file each, named by code',
    },
    async *entries(accountId, now) {
      const [owner] = await ownersByIds(database, [accountId])
      const lines = linesOf(stampsOf(database, network, accountId), accountId, owner?.emailVerified ?? false)
      yield linesFile('stamps.jsonl', lines, now)
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
}

/** All stamps of an account, newest first; a few at a time are in memory. */
async function* stampsOf(database: Database, network: NetworkInfo, accountId: string): AsyncGenerator<ProvenStamp> {
  const maker = new ProofMaker(database, network)
  for (let before = lastUuid; ; ) {
    const rows: sql.StampRow[] = await database.query<sql.StampRow>(ownAfter, [accountId, before, atOnce])
    const proofs = await maker.proofs(rows.map(proofSubject), { withDetails: true })
    for (const [at, row] of rows.entries()) yield { row, proof: proofs[at] as ProofDocument }
    if (rows.length < atOnce) return
    before = (rows.at(-1) as sql.StampRow).id
  }
}

async function* linesOf(stamps: AsyncIterable<ProvenStamp>, accountId: string, emailVerified: boolean) {
  for await (const { row, proof } of stamps) {
    const shown = presentDetails(row, { accountId, version: row.version }, { emailVerified, otherCode: null })
    const details = { _id: row.id, clientId: row.client_id, ...shown }
    yield { ...details, proof }
  }
}
