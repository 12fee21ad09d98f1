import { wallTime } from '../../../test/wall-time.js'
import * as devices from '../../src/accounts/clients/devices.js'
import * as emails from '../../src/accounts/email/sql.js'
import { recipientOf } from '../../src/accounts/mail/recipient.js'
import { accountSorts, accountWithUsage, listAccountsWithUsage } from '../../src/accounts/operators/accounts-sql.js'
import { interventionsOn } from '../../src/accounts/operators/interventions.js'
import { isOpenOperator } from '../../src/accounts/operators/operators.js'
import * as browsers from '../../src/accounts/portal/browsers-sql.js'
import { staleFactorOf } from '../../src/accounts/portal/factors-sql.js'
import * as accounts from '../../src/accounts/portal-sql.js'
import { deleteOldStepUps } from '../../src/accounts/proving/step-up.js'
import * as requests from '../../src/accounts/requests/sql.js'
import {
  accountNamed,
  anyAccount,
  anySealedSecret,
  encryptedSecretOf,
  openAccountNamed,
  tokenOwner,
} from '../../src/accounts/sql.js'
import type { Queryable } from '../../src/base/database/db.js'
import { firstUuid } from '../../src/base/ids.js'
import { eraseTokens, tokenBySerial, tokenOfStamp, tokensOf } from '../../src/certificates/tokens.js'
import * as clock from '../../src/clock/sql.js'
import * as scrub from '../../src/files/blobs/scrub-sql.js'
import { renewLeftovers } from '../../src/files/blobs/sql.js'
import * as files from '../../src/files/sql.js'
import * as deletions from '../../src/folders/deletion-sql.js'
import * as folders from '../../src/folders/sql.js'
import { readPage } from '../../src/http/paging/page-sql.js'
import { batchState } from '../../src/ledger/batch-state.js'
import { latestBlockMs } from '../../src/ledger/block-times.js'
import * as past from '../../src/ledger/chain-past-sql.js'
import { wholeBatches } from '../../src/ledger/proofs/proof-sql.js'
import * as ledger from '../../src/ledger/sql.js'
import { troubleOf } from '../../src/ledger/troubles.js'
import * as codes from '../../src/stamps/codes/sql.js'
import * as endUsers from '../../src/stamps/end-users/sql.js'
import { eraseLabels } from '../../src/stamps/erase.js'
import * as events from '../../src/stamps/events/sql.js'
import * as lists from '../../src/stamps/lookup/list-sql.js'
import * as receipts from '../../src/stamps/runs/receipt-sql.js'
import * as runs from '../../src/stamps/runs/sql.js'
import * as stamps from '../../src/stamps/sql.js'
import * as dispatch from '../../src/webhooks/deliveries/queue-sql.js'
import * as witnessChain from '../../src/witnesses/chain-sql.js'
import * as witnesses from '../../src/witnesses/sql.js'
import { trusted } from '../trusted.js'
import { reseal } from './resealing.js'
import type { SqlText } from './sources.js'

/** Rows to ask about. */
export interface Ids {
  large: string
  /** An account that owns nothing but what all small ones do. */
  small: string
  batches: readonly string[]
  trees: readonly string[]
  folder: string
  file: string
  version: string
  purged: string
  webhooks: readonly string[]
}

const hash = Buffer.alloc(32, 7)
const soon = wallTime(-30 * 86_400_000)
const bytes20 = Buffer.alloc(20, 0xcd)
const noId = '01900000-0000-7000-8000-000000000000'

/** Runs what ordinary traffic doesn't: what follows from a reorganisation, a deleted account, a witness. */
export async function runDirectly(db: Queryable, texts: readonly SqlText[], ids: Ids): Promise<void> {
  const { large, small, batches, trees, folder, file, version, purged } = ids
  const [batch = ''] = batches
  const [tree = ''] = trees
  /** Runs the one statement in our code that begins so. */
  const literal = (begins: string, ...values: unknown[]) => {
    const all = [
      ...new Set(texts.flatMap(({ parts }) => (parts.length === 1 && parts[0]?.startsWith(begins) ? parts : []))),
    ]
    const found = all.includes(begins) ? [begins] : all
    if (found.length !== 1) throw new Error(`${found.length} statements begin with ${begins}`)
    return db.query(found[0] ?? '', values)
  }
  const run = (text: string, ...values: unknown[]) => db.query(text, values)

  // Accounts, and what goes with one.
  await openAccountNamed(db, 'A5@example.net')
  await openAccountNamed(db, small)
  await accountNamed(db, 'A5@example.net')
  await accountNamed(db, small)
  await anyAccount(db)
  await accounts.portalTokenOwner(db, { accountId: small, accountEpoch: 0, family: 's5' })
  await tokenOwner(db, { accountId: small, clientId: 'client-5', accountEpoch: 0, clientEpoch: 0, family: noId })
  await accounts.portalSessions(db, small, 3_600_000)
  await accounts.sessionLeftS(db, 'unknown', 3_600_000)
  await accounts.replaceHash(db, 'unknown', 'unknown')
  await accounts.endSession(db, small, 's5')
  await accounts.endOtherSessions(db, small, 's6')
  await accounts.touchSession(db, 's7')
  await accounts.passwordOf(db, small)
  await accounts.setVerified(db, small)
  await literal(
    "UPDATE portal_credentials SET password = $2, updated_at = now() WHERE user_id = $1 AND provider_id = 'credential'",
    small,
    '',
  )
  await deleteOldStepUps(db, trusted())
  await requests.eraseOldRequests(db, 2, trusted())
  await requests.allRequests(db, 'client-5').next()
  await requests.eraseRequests(db, small)
  await devices.deleteExpiredDevices(db, trusted())
  const login = { accountId: small, sessionId: 's5', cookie: hash, userAgent: '', skipsCode: true }
  await browsers.rememberBrowser(db, login)
  await browsers.findBrowser(db, 'a5@example.net', hash)
  await browsers.knownBrowsers(db, small)
  await browsers.forgetBrowser(db, small, noId)
  await browsers.forgetBrowsers(db, small)
  await browsers.forgetOldBrowsers(db, trusted())
  const moving = { id: noId, accountId: small, oldEmail: 'old@example.net', newEmail: 'new@example.net' }
  await emails.insertWanted(db, { ...moving, tokenHash: hash })
  await emails.wantedEmail(db, small)
  await emails.lockWanted(db, hash)
  await emails.markMade(db, noId, hash)
  await emails.setEmail(db, small, 'new@example.net')
  const made = await emails.lockMade(db, hash)
  if (made === undefined) throw new Error('an address was not changed')
  await emails.keptUntil(db, 'old@example.net', null)
  await emails.changesOf(db, small)
  await emails.removeLaterFactors(db, made)
  await emails.deleteSince(db, made)
  await emails.dropWanted(db, small)
  await emails.deleteOldChanges(db, trusted())
  await accounts.useCode(db, small, '123456')
  await accounts.countAttempt(db, hash, 60)
  await accounts.resetAttempts(db, hash)
  await accounts.takeBackAttempt(db, hash)
  await devices.requestDevice(db, 'workbench')
  await devices.waitingDevice(db, 'BCDFGHJK')
  await literal('UPDATE device_requests SET account_id', 'BCDFGHJK', small, true)
  await literal('SELECT approved FROM device_requests', hash)
  await literal('UPDATE device_requests SET polled_at', hash, 5)
  await literal('UPDATE device_requests SET taken_at', hash)
  await accounts.deleteExpiredPortalRows(db, trusted(), 3_600_000)
  await literal('UPDATE accounts SET deletion_at = coalesce', small, 14)
  await literal('UPDATE accounts SET deletion_at = NULL', small)
  await literal('UPDATE accounts SET erasing = true, deletion_at', small)
  await literal('SELECT status FROM accounts', small)
  await literal('UPDATE accounts SET status = $2', small, 1)
  await literal('SELECT is_operator AS', small)
  await literal('UPDATE accounts SET is_operator', small, false)
  await literal('SELECT id AS "userId", email, name FROM accounts WHERE is_operator')
  await literal('INSERT INTO interventions', small, noId, 'enabled', null, 'root', 'Was a mistake')
  await interventionsOn(db, small, 20)
  await isOpenOperator(db, small)
  await accountWithUsage(db, small)
  const listed = { page: 1, limit: 100, after: null, search: 'example', state: 'open', order: 'asc' } as const
  for (const sort of accountSorts) await listAccountsWithUsage(db, { ...listed, sort })
  await listAccountsWithUsage(db, { ...listed, sort: 'created', order: 'desc', after: noId })
  await literal('DELETE FROM portal_credentials WHERE user_id', small)
  await literal('DELETE FROM step_ups WHERE account_id', small)
  await literal('DELETE FROM portal_two_factors WHERE user_id = $1', small)
  await literal('DELETE FROM portal_passkeys WHERE user_id = $1', small)
  await literal('UPDATE accounts SET two_factor_enabled = false', small)
  await anySealedSecret(db)
  await accounts.unnamedFactorSecret(db)
  await staleFactorOf(db, 1, small)
  await literal('UPDATE portal_two_factors SET secret = $4', 'f5', '', '', 'y', 'y')
  await reseal(db)
  await literal('UPDATE accounts SET erasing = true, is_access', trusted())
  await literal('SELECT id FROM accounts WHERE deletion_at IS NOT NULL', trusted())
  await literal('DELETE FROM portal_sessions WHERE user_id = $1', small)
  await literal('DELETE FROM refresh_tokens WHERE account_id = $1', small)
  await literal('DELETE FROM clients WHERE account_id = $1', small)
  await literal('DELETE FROM idempotency_keys WHERE account_id = $1', small)
  await literal('DELETE FROM account_bytes WHERE account_id = $1', small)
  await literal('DELETE FROM portal_mails WHERE account_id = $1', small)
  await literal('DELETE FROM portal_verifications WHERE value LIKE $1', `%${small}%`)
  await literal('DELETE FROM portal_mails WHERE created_at < ', trusted())
  await literal('UPDATE portal_mails SET attempts', 20)
  await literal('SELECT count(*) AS waiting, min(created_at)')
  await literal('DELETE FROM portal_mails WHERE id = $1', noId)
  await literal('SELECT id, sealed, created_at', 50)
  await run('DELETE FROM webhooks WHERE account_id = $1', small)
  await literal('DELETE FROM accounts WHERE id = $1', small)
  await literal('SELECT language FROM accounts', small)
  await literal('SELECT email, name, language FROM accounts', small)
  await literal('DELETE FROM revocations WHERE expires_at < ', trusted())
  await literal('DELETE FROM refresh_tokens WHERE expires_at < ', trusted())
  await literal('SELECT family FROM refresh_tokens', [hash])
  await literal('UPDATE refresh_tokens r SET consumed_at', [hash], hash)
  await literal('SELECT fingerprint, owner, status, body FROM idempotency_keys', small, 'k5')
  await literal('DELETE FROM idempotency_keys WHERE created_at < ', trusted())
  await literal('DELETE FROM idempotency_keys WHERE account_id = $1 AND key = $2', small, 'k5', noId)
  await literal('SELECT id FROM webhooks WHERE account_id = $1', large)
  await literal('SELECT id FROM uploads WHERE account_id = $1 AND lock_until', small, 100)
  await literal('SELECT 1 FROM uploads', small)
  await literal('UPDATE uploads SET lock_wanted', noId)
  await literal('UPDATE uploads u SET lock_until', [noId], [noId], 1000)
  await literal('SELECT id FROM uploads WHERE updated_at < ', soon, 100)
  await literal('WITH gone AS ( DELETE FROM stamps', large, firstUuid, 2000)
  for (const { statement, first } of eraseLabels) await run(statement, small, first, 2000)
  await literal('DELETE FROM export_links WHERE account_id = $1', small)
  await literal('DELETE FROM export_links WHERE expires_at', trusted())
  await run(codes.bind, small, 'R000000002', Buffer.alloc(32))
  await run(codes.spendExpired, trusted(), '-infinity', 1000)
  await run(codes.spendAll, small, '-infinity', 1000)
  await literal('SELECT coalesce(sum(stamps), 0)::int AS stamps FROM stamp_counts', large)
  await run(runs.ownIds, large, [noId])
  const due = await db.query<{ id: string }>(
    `UPDATE runs SET receipt_at = now()
      WHERE account_id = $1 AND id IN (SELECT id FROM runs WHERE account_id = $1 ORDER BY id LIMIT 20) RETURNING id`,
    [large],
  )
  await run(receipts.lookAtDue, trusted(), 20)
  // The oldest has most stamps.
  await run(receipts.failedStampsIn, large, due.map(({ id }) => id).sort()[0])
  await recipientOf(db, large)
  await run(endUsers.eraseAll, large)
  await literal('DELETE FROM stamp_counts', small)
  await literal('DELETE FROM stamp_days', small)
  await literal('SELECT id, purging FROM folders', large)
  await literal('SELECT id FROM folders WHERE account_id', large)
  await encryptedSecretOf(db, 'client-6')
  await eraseTokens(db, small)
  await tokenBySerial(db, noId)
  await tokenOfStamp(db, hash)
  await tokensOf(db, large, null, 500)

  // Files and folders.
  await run(files.publicFile, 'ABCDEFGHJK')
  await run(files.publicFileOfContent, hash)
  await run(files.readableVersion, file, large, version)
  await run(files.expiredFiles, soon, 200)
  await run(files.binnedFiles, large, new Date(), 200)
  await run(files.takeInspections, 20)
  await run(files.movedBlob, version, 'blob')
  await run(folders.expiredBins, soon, 20)
  await run(folders.markedFolders, 100)
  await run(folders.isUnder, noId, folder)
  await run(folders.deepest, folder)
  await run(deletions.deletionEntry, large, purged)
  await run(deletions.deletionEntries, large, null, 500)
  await run(deletions.isPurging, large, folder)
  await run(deletions.eraseExpired, noId, soon, firstUuid, 1000)
  await run(deletions.eraseOfAccount, large, firstUuid, 1000)
  await literal('INSERT INTO folders_to_encrypt', noId)
  await literal('UPDATE folders SET purging = true, purge_id = bin_id', large, new Date())
  await literal('UPDATE file_versions SET blob = $3, thumbnail', version, 'blob4', 'new', null, null)
  await renewLeftovers(db, ['gone5'], 1000)

  // The ledger after something went wrong, and in another process.
  await run(past.newestHeaders, 256)
  await run(past.newestRoots, 2000)
  await run(past.usedNonces)
  await run(past.createdContract)
  await run(past.blockByNumber, -5, true)
  await run(ledger.laneByAddress, bytes20)
  await run(ledger.takeLane, bytes20, 1, 0, false)
  await run(ledger.giveUpLane, 0, 0)
  await run(ledger.lockSubmitted, batch, 1, 5)
  const none = batches.map(() => null)
  await run(ledger.confirmBatches, hash, -5, 0, hash, batches, none, none, none, none)
  await run(ledger.confirmedBlocks, 1e9)
  await run(ledger.finalizeBatches, 1e9, [hash], 100)
  await run(ledger.failBatch, batch, 1, -5)
  await run(ledger.reopenBatches, 1e9, hash)
  await run(ledger.forgetBlocks, 1e9, hash)
  await run(ledger.blockBefore, 1e9, hash)
  await run(ledger.lockBlocks, [hash])
  await run(ledger.reopenIn, [hash])
  await run(ledger.forgetStrays, [hash])
  await run(ledger.replaceTransaction, batch, hash, hash)
  await run(ledger.moveBatch, batch, 1, -5, hash)
  await run(ledger.highestOffer, batch, 5)
  await run(ledger.recordRevert, hash, -5, hash)
  await run(ledger.revertsOf, batch)
  await run(ledger.transactionVersions, batches)
  const [filled] = await db.query<{ id: number }>(ledger.laneByAddress, [Buffer.alloc(20, 0xab)])
  const lane = filled?.id
  await run(ledger.storedTransactions, lane, [5, 6, 7])
  await run(ledger.submittedNonces, lane, 0, 100)
  await run(ledger.submittedIn, lane)
  await run(ledger.insertFill, noId, lane, 5, hash, hash, hash, 1, 1)
  await run(ledger.shownNonce, lane, 5)
  await run(ledger.blockBelow, lane, 5)
  await run(ledger.transactionIn, -5, hash)
  await run(wholeBatches, batches)
  for (const what of ['batch', 'chain']) await literal(`WITH gone AS (DELETE FROM ${what}_troubles`, [], [])
  await troubleOf(db, lane ?? 0)
  await run(clock.acceptTime, trusted())
  await run(clock.acceptBlocks, 1)
  await latestBlockMs(db, 0)
  await literal('INSERT INTO admin_commands (command', 'stamp list', 'operator', small, null)
  await run(stamps.copyByOriginal, hash, small)
  await run(stamps.giveWay, [hash], [large])
  await run(stamps.takenCodes, ['ABCDEFGHJK'])
  await run(stamps.countStamps, 1, 1_000_000, [large, small], [1, 1], [0, 0])
  await run(stamps.stampById, large, noId)
  await run(lists.bulkOfBatch, batch)
  await run(lists.stampOfLeaf, batch, 5)
  for (const isAll of [true, false]) {
    const list = lists.bulkList({ states: [batchState.confirmed, batchState.final], isPrivate: undefined }, isAll)
    await readPage(db, { ...list, values: [large, noId, noId, batch] }, { page: 1, limit: 20, after: null })
  }
  await run(stamps.findPublic, [hash])
  await run(stamps.findPrivate, [hash], [large])
  await run(events.clock)
  const lanes = await db.query<{ id: number; newest: number }>(events.newestNonces)
  await run(
    events.newBatches,
    lanes.map(({ id }) => id),
    lanes.map(({ newest }) => newest),
    100,
  )
  await run(events.batchesById, batches)
  await run(events.openBatches, large, 1000)
  await run(events.stampsOf, batches, [large], 100)
  await run(events.newestStamps, large, 1000)

  await run(dispatch.release, [noId], noId)
  await run(
    dispatch.disable,
    [ids.webhooks[1]].map(() => noId),
    ['gone'],
  )
  await run(dispatch.failed, [noId])
  await run(dispatch.failingSince, [ids.webhooks[0]])
  await literal('UPDATE batch_events SET cursor', 1, 5)

  await run(scrub.beginDue, 1)
  await run(scrub.currentPass)
  await run(scrub.advancePass, version, 1, 1)
  await run(scrub.endPass)
  await run(scrub.damagedVersions, 100)
  await literal('SELECT id, file_id, blob, is_encrypted, size, digest, thumbnail,', noId, 100)
  await literal('SELECT upload_id, start, size, blob FROM upload_parts WHERE (', noId, 0, 100)
  await literal('SELECT EXISTS (SELECT FROM file_versions WHERE blob = $1)', 'none')
  await literal('UPDATE file_versions v SET damage', 'none', 'missing')
  await literal('WITH cleared AS', 'none')
  await literal('UPDATE file_versions SET thumbnail = NULL', 'none')
  await literal('SELECT upload_id AS "uploadId" FROM upload_parts', 'none')
  await literal('SELECT file_id AS "fileId", id AS "versionId", damage', 3)
  await literal('SELECT count(*)::int AS count FROM file_versions WHERE damage')
  await literal('SELECT blob, is_encrypted, size, digest FROM file_versions WHERE digest = $1', hash, 1, 'none')
  await literal('UPDATE file_versions SET blob = $3, damage = NULL', version, 'none', 'another')

  await run(witnesses.latestTree)
  await run(witnesses.newBatches, 16_384)
  await run(witnesses.insertTree, noId, 1, hash, hash, hash)
  await run(witnesses.insertLeaves, noId, [noId])
  await run(witnesses.advanceLanes, [1], [5])
  await run(witnesses.insertStatements, noId, ['chain'], ['https://witness.example'])
  await run(witnesses.treesAfter, noId, 10)
  await run(witnesses.isUnrecorded)
  await run(witnesses.unrecorded, 2048)
  await run(witnesses.keepRecorded, [noId], ['https://witness.example'], noId, 0)
  await run(witnesses.recordedIn, noId)
  await run(witnesses.anyOther, [noId])
  await run(witnesses.claimDue, ['chain https://witness.example'], 8)
  for (const text of [witnesses.keepStatement, witnesses.keepFailure])
    await run(text, tree, 'chain', 'https://witness.example', text === witnesses.keepFailure ? '' : hash)
  await run(witnesses.keepPending, tree, 'chain', 'https://witness.example', hash, 600_000)
  await run(witnessChain.openTrees, 'https://witness.example', 50)
  await run(witnessChain.transactionsOf, 1, trees)
  await run(witnessChain.lastNonce, 1, bytes20)
  await run(witnessChain.transactionAt, 1, bytes20, 5)
  await run(witnessChain.keepFailures, 'https://witness.example', trees, '')
}

const from =
  (...files: readonly string[]) =>
  ({ file }: SqlText) =>
    files.includes(file)
const having =
  (...texts: readonly string[]) =>
  ({ parts }: SqlText) =>
    texts.some((text) => parts.join(' … ').startsWith(text))

/** Statements that aren't run, and why. */
export const notRun: readonly { is(sql: SqlText): boolean; why: string }[] = [
  {
    is: from('files/audit.ts', 'folders/audit.ts', 'uploads/audit.ts', 'witnesses/audit.ts'),
    why: 'an audit reads everything: a command',
  },
  {
    is: having(
      'SELECT leaf_index FROM erased_stamps',
      'SELECT s.leaf_index,',
      'SELECT code, batch_id FROM stamps',
      'SELECT account_id, coalesce(k.kept, 0)',
      'SELECT k.account_id, k.kept',
      'SELECT account_id, kind, coalesce(c.bytes, 0)',
      'SELECT number FROM (SELECT number, time, max(time)',
      'SELECT b.id, b.lane_id, l.address, b.nonce,',
      'SELECT number, hash, header FROM blocks',
      'SELECT hash FROM blocks WHERE number = $1',
    ),
    why: 'an audit reads everything: a command',
  },
  {
    is: ({ parts }) => parts.join(' ').includes('(SELECT count(*) FROM clients c'),
    why: 'lists all accounts: a command',
  },
  { is: from('backup/tables.ts', 'backup/backup.ts'), why: 'a backup reads everything: a command' },
  {
    is: having('SELECT blob FROM file_versions UNION ALL', 'SELECT c.key FROM unnest($1::text[], $2::text[])'),
    why: 'a backup reads everything: a command',
  },
  { is: from('roof/check.ts'), why: 'of the server, not of rows: a command' },
  {
    is: from(
      'base/database/migrate.ts',
      'base/database/fill-search-keys.ts',
      'base/database/respell-emails.ts',
      'embedded/postgres.ts',
    ),
    why: 'before the service runs',
  },
  { is: having('SELECT certificates, private_key', 'SELECT deployment_id, chain_id'), why: 'of one row, at the start' },
  { is: having('SELECT id, address, next_nonce FROM lanes', 'INSERT INTO lanes'), why: 'there are few lanes' },
]

/** Whether a statement can't read much: it writes rows that are given, or calls a function. */
export function readsNothing({ parts }: SqlText): boolean {
  const text = parts.join(' ')
  return (/^INSERT INTO/.test(text) && !/SELECT/.test(text)) || (/^SELECT/.test(text) && !/FROM/.test(text))
}
