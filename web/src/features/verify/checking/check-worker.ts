import { compareFolder } from '@tallystick/proof'
import type { Job, Jobs, Reply } from './checker.js'
import { judgeByManifest, judgeManifest } from './judge-manifest.js'
import { judgeOts } from './judge-ots.js'
import { judgeProof, refused } from './judge-proof.js'
import { readEvidence, readJson } from './read-evidence.js'

// Everything these pages prove is proven here, by package `proof`: the page stays responsive and small.

type Answer = Jobs[keyof Jobs]['answer']

async function answer(job: Job): Promise<Answer> {
  switch (job.kind) {
    case 'read':
      return readEvidence(job.file)
    case 'json':
      return readJson(job.file)
    case 'proof':
      return judgeProof(job.json, job.digest, job.around, job.binding)
    case 'ots':
      return judgeOts(job.bytes, job.digest, job.around)
    case 'refused':
      return refused('notProof', job.reason, { hash: null, digest: job.digest })
    case 'manifest':
      return judgeManifest(await readJson(job.file), job.around)
    case 'member':
      return judgeByManifest(await readJson(job.manifest), job.digest, job.name, job.around)
    case 'compare': {
      const compared = job.found.map((found) => compareFolder(job.files, found))
      return compared.reduce((best, one) => (one.problems.length < best.problems.length ? one : best))
    }
  }
}

const reply = (message: Reply) => postMessage(message)

addEventListener('message', ({ data }: MessageEvent<Job>) => {
  // An answer that cannot be sent is an error, too: without a reply the page would wait forever.
  answer(data)
    .then((answer) => reply({ id: data.id, answer }))
    .catch((error: unknown) => reply({ id: data.id, error: error instanceof Error ? error.message : String(error) }))
})
