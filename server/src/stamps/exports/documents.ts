import { type ProofDocument, portableNameBytesMax, proofEndings } from '@tallystick/proof'
import { spelledPortably } from '../../base/archives/taken-names.js'
import type { Database } from '../../base/database/db.js'
import { Turn } from '../../base/turns/turn.js'
import { type NetworkInfo, ProofMaker } from '../../ledger/proofs/proof.js'
import { type Labels, readLabels } from '../labels/read.js'
import { proofSubject } from '../room.js'
import { columns, joined, type StampRow } from '../sql.js'
import { type Named, Paths } from './paths.js'
import type { ExportLink } from './wanted.js'

const atOnce = 200
/** Leaves room for the longest ending of a proof. */
const nameBytesMax = portableNameBytesMax - proofEndings.html.length

/** Where a document is: its folder as given, and its path in an archive, without the ending of its proof. */
export interface Place {
  folder: string
  path: string
}

/** A stamp of an export, with what its owner keeps about it. */
export interface ExportedStamp {
  row: StampRow
  labels: Labels
  place: Place
}

// A run's folder goes first; a stamp that isn't in that run has the folder of its newest.
const places = `
SELECT s.id, s.name, coalesce((SELECT m.folder FROM run_stamps m WHERE m.account_id = $1 AND m.stamp_id = s.id
                                ORDER BY m.run_id = $3::uuid DESC NULLS LAST, m.run_id DESC LIMIT 1), '') AS folder
  FROM unnest($2::uuid[]) AS a(id), LATERAL (SELECT id, name FROM stamps WHERE account_id = $1 AND id = a.id LIMIT 1) AS s`

const rowsOf = `${columns}${joined} WHERE s.account_id = $1 AND s.id = ANY($2::uuid[])`

/** The stamps of an export in its order, some at a time: thousands don't take more memory than hundreds. */
export class Documents {
  private readonly database: Database
  private readonly network: NetworkInfo
  private readonly link: ExportLink
  /** By the stamp's ID. */
  readonly places: ReadonlyMap<string, Place>

  private constructor(database: Database, network: NetworkInfo, link: ExportLink, places: ReadonlyMap<string, Place>) {
    this.database = database
    this.network = network
    this.link = link
    this.places = places
  }

  /** Reads the names of the documents, which are short, and gives each a place of its own. */
  static async open(database: Database, network: NetworkInfo, link: ExportLink): Promise<Documents> {
    const { accountId, ids, run } = link
    const rows = await database.query<{ id: string } & Named>(places, [accountId, ids, run])
    const byId = new Map(rows.map((row) => [row.id, row]))
    const portable = new Paths(spelledPortably, rows, nameBytesMax)
    const found = new Map<string, Place>()
    const turn = new Turn()
    for (const id of ids) {
      if (turn.isOver()) await turn.next()
      const row = byId.get(id)
      if (row !== undefined) found.set(id, { folder: row.folder, path: portable.take(row) })
    }
    return new Documents(database, network, link, found)
  }

  /** Yields the stamps. */
  async *stamps(): AsyncGenerator<ExportedStamp, void> {
    for await (const { rows, labels } of this.chunks())
      for (const row of rows) yield { row, labels, place: this.placeOf(row) }
  }

  /** Yields the stamps with their proofs; those of a batch are made together. */
  async *proven(): AsyncGenerator<ExportedStamp & { proof: ProofDocument }, void> {
    const maker = new ProofMaker(this.database, this.network)
    for await (const { rows, labels } of this.chunks()) {
      const proofs = await maker.proofs(rows.map(proofSubject), { withDetails: true })
      for (const [at, row] of rows.entries())
        yield { row, labels, place: this.placeOf(row), proof: proofs[at] as ProofDocument }
    }
  }

  /** Yields rows of these stamps, in their order. */
  async *rowsOf(ids: readonly string[]): AsyncGenerator<StampRow[], void> {
    for (let from = 0; from < ids.length; from += atOnce) {
      const some = ids.slice(from, from + atOnce)
      const rows = await this.database.query<StampRow>(rowsOf, [this.link.accountId, some])
      const byId = new Map(rows.map((row) => [row.id, row]))
      yield some.flatMap((id) => byId.get(id) ?? [])
    }
  }

  private async *chunks() {
    const { accountId, ids, run } = this.link
    for await (const rows of this.rowsOf(ids.filter((id) => this.places.has(id))))
      yield { rows, labels: await readLabels(this.database, accountId, rows, run ?? undefined) }
  }

  private placeOf({ id }: StampRow): Place {
    return this.places.get(id) as Place
  }
}
