import { linesFile } from '../../base/archives/archive.js'
import type { Database } from '../../base/database/db.js'
import type { Exporter } from '../../base/room.js'
import { clientsOf } from '../sql.js'
import { presentRequest } from './routes.js'
import { allRequests } from './sql.js'

/** Exports the request log of an account's clients. */
export function requestExporter(database: Database): Exporter {
  async function* requests(accountId: string) {
    for (const { id: clientId } of await clientsOf(database, accountId)) {
      for await (const line of allRequests(database, clientId)) yield { clientId, ...presentRequest(line) }
    }
  }
  return {
    guide: { 'requests.jsonl': 'the request log of your API clients, oldest first: one JSON object per line' },
    async *entries(accountId, now) {
      yield linesFile('requests.jsonl', requests(accountId), now)
    },
  }
}
