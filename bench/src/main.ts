import { parseArgs } from 'node:util'
import { benchChain } from './chain.js'
import { benchFiles } from './files.js'
import { load, requireSuccess } from './load.js'
import { benchMulti } from './multi.js'
import { startNoop } from './processes.js'
import { benchStamps } from './stamps.js'
import { decimals, table } from './table.js'
import { benchUpload } from './upload.js'
import { benchWebhooks } from './webhooks.js'

const usage = `Usage: npm run bench -- <name> [options]

  noop      the baseline alone
  stamps    single stamps against the baseline
  multi     multi-stamps of 100,000 hashes, and single stamps alongside
  upload    uploads into a public and a private folder, against nginx PUT and openssl sha256
  files     listing a folder with many files, against one with few
  webhooks  delivering one batch of 100,000 stamps, and single stamps alongside
  chain     stamp to block; anchorings on a short and on a long chain

  --seconds <n>        duration of each measurement (default: 4)
  --rounds <n>         measurements of each kind (default: 3)
  --connections <a,b>  connections to measure (default: 1,16,64,256; webhooks: 1,16);
                       multi: connections of the single stamps (default: 16)
  --items <n>          hashes in a multi-stamp, or stamps in the batch of webhooks (default: 100000)
  --mebibytes <n>      size of an upload (default: 1024)
  --files <n>          files in the large folder (default: 1000000)
  --nginx <path>       path of nginx (default: nginx on PATH)
  --blocks <n>         length of the long chain (default: 20000)
  --profile <folder>   stamps, upload: write a CPU profile of the service to this folder
`

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seconds: { type: 'string', default: '4' },
    rounds: { type: 'string', default: '3' },
    connections: { type: 'string' },
    items: { type: 'string', default: '100000' },
    mebibytes: { type: 'string', default: '1024' },
    files: { type: 'string', default: '1000000' },
    nginx: { type: 'string', default: 'nginx' },
    blocks: { type: 'string', default: '20000' },
    profile: { type: 'string' },
  },
})

const warmupMs = 1_000
const measureMs = Number(values.seconds) * 1000
const rounds = Number(values.rounds)
const nodeOptions = values.profile === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${values.profile}`]
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
  files: () => benchFiles({ files: Number(values.files), rounds }),
  stamps: () => benchStamps({ connections, rounds, warmupMs, measureMs, nodeOptions }),
  multi: () => benchMulti({ items: Number(values.items), rounds, connections: Number(values.connections ?? 16) }),
  webhooks: () => {
    const alongside = (values.connections ?? '1,16').split(',').map(Number)
    return benchWebhooks({ items: Number(values.items), rounds, connections: alongside, measureMs })
  },
  chain: () => benchChain({ stamps: 20, blocks: Number(values.blocks) }),
}

const bench = benches[positionals[0] ?? '']
if (bench === undefined) {
  process.stderr.write(usage)
  process.exitCode = 2
} else {
  process.stdout.write(`${await bench()}\n`)
}
