import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

// Records what a built checkout of some version keeps, for upgrade.slow.test.ts:
//   node server/test/upgrade/record.js CHECKOUT server/test/upgrade/VERSION
// Runs its service in an empty data folder, uses it as people do, and writes the rows, the stored files, the secrets and what clients
// were answered. All secrets in there are of this recording alone.

const [checkout, target] = process.argv.slice(2)
const dataDir = join(mkdtempSync(join(tmpdir(), 'tallystick-record-')), 'data')
const env = {
  PATH: process.env.PATH,
  DATA_DIR: dataDir,
  PORT: '0',
  LOG_LEVEL: 'warn',
  WEBHOOK_ALLOW_HTTP: 'true',
  WEBHOOK_ALLOW_NETWORKS: '127.0.0.0/8',
}
const sha256 = (text) => createHash('sha256').update(text).digest('hex')

const service = spawn(process.execPath, [join(checkout, 'server/dist/main.js')], { env })
const ended = new Promise((resolve) => service.once('close', resolve))
let output = ''
const url = await new Promise((resolve, reject) => {
  const onOutput = (chunk) => {
    output += chunk
    const found = /ready: (http:\/\/\S+)[\s\S]*(?:password .+\n|delete it)/.exec(output)
    if (found) resolve(found[1])
  }
  service.stdout.on('data', onOutput)
  service.stderr.on('data', onOutput)
  service.once('close', (code) => reject(new Error(`the service ended with ${code}: ${output}`)))
})
let answers
let rows
try {
  answers = await use()
  rows = await dump()
} finally {
  service.kill('SIGTERM')
  await ended
}

rmSync(target, { recursive: true, force: true })
mkdirSync(target, { recursive: true })
writeFileSync(join(target, 'rows.sql'), rows)
writeFileSync(join(target, 'answers.json'), `${JSON.stringify(answers, null, 2)}\n`)
cpSync(join(dataDir, 'secrets.json'), join(target, 'secrets.json'))
const objects = join(dataDir, 'files/objects')
for (const path of readdirSync(objects, { recursive: true })) {
  if (statSync(join(objects, path)).isFile()) cpSync(join(objects, path), join(target, 'objects', path))
}
rmSync(dataDir, { recursive: true, force: true })

/** Sends one request. @throws unless it is answered with success */
async function call(method, path, body, auth = {}) {
  const isForm = body instanceof FormData
  const headers = { ...auth, ...(body !== undefined && !isForm && { 'content-type': 'application/json' }) }
  const sent = body === undefined || isForm ? body : JSON.stringify(body)
  const response = await fetch(url + path, { method, headers, body: sent })
  const text = await response.text()
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`)
  return JSON.parse(text).data
}

/** Returns what the first start printed, or wrote into a file. */
function firstAccount() {
  const file = join(dataDir, 'first-account.txt')
  const text = existsSync(file) ? readFileSync(file, 'utf8') : output
  return ['user id', 'client id', 'secret key', 'e-mail', 'password'].map((name) => {
    return new RegExp(`^ +${name} +(\\S+)`, 'm').exec(text)[1]
  })
}

/** Uses the service, and returns what it answered. */
async function use() {
  const [userId, clientId, secretKey, email, password] = firstAccount()
  const { token } = await call('POST', '/authenticate', undefined, { 'client-id': clientId, 'secret-key': secretKey })
  const auth = { authorization: `Bearer ${token}` }

  const hashes = [1, 2, 3].map((number) => sha256(`stamp ${number}`))
  await call('POST', '/hash', { hash: hashes[0], filename: 'deed.pdf' }, auth)
  await call('POST', '/hash', { hash: hashes[1], filename: 'will.pdf', isPrivate: true }, auth)
  await call(
    'POST',
    '/v2/hash',
    { hash: hashes[2], userId, isPrivate: true, metadata: { kind: 'invoice', total: 12.5 } },
    auth,
  )
  const many = Array.from({ length: 20 }, (_, at) => ({ hash: sha256(`item ${at}`), filename: `item ${at}` }))
  await call('POST', '/multi-stamp', many, auth)
  hashes.push(many[0].hash, many[19].hash)

  const folder = async (folderName, folderType, parentFolderId) =>
    (await call('POST', '/api/folders', { folderName, folderType, organizationId: userId, parentFolderId }, auth))._id
  const upload = async (folderId, fileName, text) => {
    const form = new FormData()
    for (const [name, value] of Object.entries({ fileName, folderId, organizationId: userId })) form.set(name, value)
    form.set('attachments', new Blob([text], { type: 'text/plain' }), fileName)
    const { fileId, uniqueId } = await call('POST', '/api/files', form, auth)
    return { fileId, code: uniqueId, folderId, name: fileName, sha256: sha256(text) }
  }
  const open = await folder('Published', 'public')
  const closed = await folder('Contracts', 'private')
  const inner = await folder('2026', 'private', closed)
  const files = [
    await upload(open, 'statutes.txt', 'Anyone may read this.\n'),
    await upload(closed, 'offer.txt', 'Only the owner may read this.\n'),
    await upload(inner, 'contract.txt', 'Nor this.\n'),
  ]
  const binned = await upload(closed, 'draft.txt', 'In the bin.\n')
  await call('DELETE', `/api/files/${binned.fileId}`, undefined, auth)
  const purged = await upload(closed, 'mistake.txt', 'Gone.\n')
  await call('DELETE', `/api/files/${purged.fileId}?permanent=true`, undefined, auth)

  const receiver = { redirectUrl: 'http://127.0.0.1:9/hook', action: ['hash.succeed'] }
  const { id: webhookId } = await call('POST', '/v2/webhooks', receiver, auth)
  const last = sha256('stamp for the webhook')
  await call('POST', '/hash', { hash: last, filename: 'notified.pdf' }, auth)
  hashes.push(last)

  const stamps = []
  for (const hash of hashes) {
    const { code, txid } = await finalStamp(hash, auth)
    stamps.push({ hash, code, txid })
  }
  return {
    account: { userId, email, password, clientId, secretKey },
    stamps,
    folders: { open, closed, inner },
    files,
    binned,
    purged,
    webhookId,
  }
}

/** Waits until a stamp is final, and returns it. */
async function finalStamp(hash, auth) {
  for (;;) {
    const stamp = await call('GET', `/hash?id=${hash}`, undefined, auth)
    if (stamp.state === 'final') return stamp
    await sleep(200)
  }
}

/** Returns statements that insert all rows into a database that has had the same migrations. */
async function dump() {
  const { databaseUrl } = JSON.parse(readFileSync(join(dataDir, 'embedded.json'), 'utf8'))
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const query = async (text, values) => (await client.query(text, values)).rows
  // One moment for all tables.
  await query('BEGIN ISOLATION LEVEL REPEATABLE READ')
  const lines = await query('SELECT name FROM migrations ORDER BY name')
  const statements = lines.map(({ name }) => {
    const file = join(checkout, 'server/migrations', name)
    return `-- ${sha256(readFileSync(file))} ${name}`
  })
  statements.push('SET session_replication_role = replica;')
  const tables = await query(
    `SELECT c.relname AS name, array_agg(quote_ident(a.attname) ORDER BY a.attnum) AS columns
       FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
      WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace AND c.relname <> 'migrations'
        AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = '' GROUP BY c.relname ORDER BY c.relname`,
  )
  for (const { name, columns } of tables) {
    const values = columns.map((column) => `quote_nullable(${column}::text)`).join(", ', ', ")
    const found = await query(`SELECT concat(${values}) AS values FROM ${name} ORDER BY ${name}::text`)
    const into = `INSERT INTO ${name} (${columns.join(', ')}) OVERRIDING SYSTEM VALUE VALUES`
    if (found.length > 0) statements.push(`${into}\n${found.map((row) => `  (${row.values})`).join(',\n')};`)
  }
  for (const { name, value } of await query(
    'SELECT sequencename AS name, last_value AS value FROM pg_sequences WHERE last_value IS NOT NULL ORDER BY 1',
  )) {
    statements.push(`SELECT setval('${name}', ${value});`)
  }
  statements.push('RESET session_replication_role;')
  await client.end()
  return `${statements.join('\n')}\n`
}
