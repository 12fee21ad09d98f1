import { parseArgs } from 'node:util'
import { benchBacklog } from './backlog.js'
import { benchBulks } from './bulks.js'
import { benchChain } from './chain.js'
import { benchCompare } from './compare/compare.js'
import { benchFiles } from './files.js'
import { benchGrowth } from './growth.js'
import { benchLarge } from './large.js'
import { load, requireSuccess } from './load.js'
import { benchMigrations } from './migrations.js'
import { benchMulti } from './multi.js'
import { benchPortal } from './portal.js'
import { startNoop } from './processes.js'
import { benchRestart } from './restart.js'
import { benchSoak } from './soak.js'
import { benchStamps } from './stamps.js'
import { decimals, table } from './table.js'
import { benchUpload } from './upload.js'
import { benchWebhooks } from './webhooks.js'

const usage = `Usage: npm run bench -- <name> [options]
       npm run bench -- compare <commit, or folder of a built checkout> [options]

  noop      the baseline alone
  stamps    single stamps against the baseline
  compare   this checkout against another commit, in turns: processor time of a stamp, by program
  multi     multi-stamps of 100,000 hashes, and single stamps alongside
  bulks     ten multi-stamps of one account at once, and single stamps of another account alongside
  large     single stamps beside 500 connections of another account, whose stamps have 60 KiB of metadata
  upload    uploads into a public and a private folder, against nginx PUT and openssl sha256
  files     listing a folder with many files, against one with few
  portal    lists and searches of the portal in a browser slowed down, and its memory
  growth    reading stamps: one, lists, searches, proofs, with 10,000 and with many
  migrations  each migration since 0045 over many stamps: its time, and the tables that it rewrites
  webhooks  delivering one batch of 100,000 stamps, and single stamps alongside
  backlog   delivering 1,000,000 waiting deliveries of one webhook, and another account's alongside
  soak      single stamps at half of capacity: latency and memory of every program over the time
  restart   starts after kill -9 under load
  chain     stamp to block; anchorings on a short and on a long chain

  --seconds <n>        duration of each measurement (default: 4; compare: 2)
  --rounds <n>         measurements of each kind (default: 3; compare: 4)
  --connections <a,b>  connections to measure (default: 1,16,64,256; webhooks: 1,16);
                       multi, bulks, soak, restart: connections of the single stamps (default: 16)
  --items <n>          hashes in a multi-stamp, or stamps in the batch of webhooks (default: 100000);
                       backlog: deliveries that wait (default: 1000000); growth: stamps (default: 10000000); migrations: stamps (default: 1000000)
  --mebibytes <n>      size of an upload (default: 1024)
  --files <n>          files in the large folder (default: 1000000; portal: 10000)
  --browser <path>     path of Chromium (default: chromium on PATH)
  --nginx <path>       path of nginx (default: nginx on PATH)
  --minutes <n>        soak: how long (default: 60)
  --blocks <n>         length of the long chain (default: 20000)
  --profile <folder>   stamps, upload: write a CPU profile of the service to this folder
`

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seconds: { type: 'string' },
    rounds: { type: 'string' },
    connections: { type: 'string' },
    items: { type: 'string' },
    mebibytes: { type: 'string', default: '1024' },
    files: { type: 'string' },
    browser: { type: 'string', default: 'chromium' },
    nginx: { type: 'string', default: 'nginx' },
    minutes: { type: 'string', default: '60' },
    blocks: { type: 'string', default: '20000' },
    profile: { type: 'string' },
  },
})

const warmupMs = 1_000
const isCompared = positionals[0] === 'compare'
const measureMs = Number(values.seconds ?? (isCompared ? 2 : 4)) * 1000
const rounds = Number(values.rounds ?? (isCompared ? 4 : 3))
const nodeOptions = values.profile === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${values.profile}`]
const items = Number(values.items ?? 100_000)
const connections = (values.connections ?? '1,16,64,256').split(',').map(Number)

async function benchNoop(): Promise<string> {
  const noop = await startNoop()
  try {
    const rows: string[][] = []
    for (const count of connections) {
      const result = requireSuccess(
        await load({ port: noop.port, token: noop.token, path: '/hash', connections: count, warmupMs, measureMs }),
      )
      rows.push([String(count), result.perSecond.toFixed(0), decimals(result.p50Ms), decimals(result.p99Ms)])
    }
    return table(['connections', 'no-op/s', 'p50 ms', 'p99 ms'], rows)
  } finally {
    await noop.stop()
  }
}

const benches: Record<string, () => Promise<string>> = {
  noop: benchNoop,
  upload: () => {
    const { nginx } = values
    return benchUpload({ mebibytes: Number(values.mebibytes), rounds, nginx, nodeOptions })
  },
  files: () => benchFiles({ files: Number(values.files ?? 1_000_000), rounds }),
  portal: () => benchPortal({ stamps: items, files: Number(values.files ?? 10_000), rounds, browser: values.browser }),
  stamps: () => benchStamps({ connections, rounds, warmupMs, measureMs, nodeOptions }),
  compare: () => {
    const commit = positionals[1]
    if (commit === undefined) throw new Error('name the commit to compare with: npm run bench -- compare HEAD~1')
    return benchCompare({ commit, connections, rounds, warmupMs: 500, measureMs })
  },
  multi: () => benchMulti({ items: items, rounds, connections: Number(values.connections ?? 16) }),
  bulks: () => {
    const single = Number(values.connections ?? 16)
    return benchBulks({ items: items, bulks: 10, connections: single, rounds, measureMs })
  },
  large: () => benchLarge({ metadataBytes: 61_440, connections: Number(values.connections ?? 500), rounds, measureMs }),
  webhooks: () => {
    const alongside = (values.connections ?? '1,16').split(',').map(Number)
    return benchWebhooks({ items, rounds, connections: alongside, measureMs })
  },
  backlog: () => benchBacklog({ items: Number(values.items ?? 1_000_000) }),
  restart: () => benchRestart({ rounds, connections: Number(values.connections ?? 16), measureMs }),
  soak: () => benchSoak({ minutes: Number(values.minutes), connections: Number(values.connections ?? 16) }),
  growth: () => benchGrowth({ stamps: Number(values.items ?? 10_000_000) }),
  migrations: () => benchMigrations({ stamps: Number(values.items ?? 1_000_000) }),
  chain: () => benchChain({ stamps: 20, blocks: Number(values.blocks) }),
}

const bench = benches[positionals[0] ?? '']
if (bench === undefined) {
  process.stderr.write(usage)
  process.exitCode = 2
} else {
  process.stdout.write(`${await bench()}\n`)
}
