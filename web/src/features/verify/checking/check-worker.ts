import { compareFolder } from '@tallystick/proof'
import type { Order, Orders, Reply } from './checker.js'
import { judgeByManifest, judgeManifest } from './judge-manifest.js'
import { judgeOts } from './judge-ots.js'
import { judgeProof } from './judge-proof.js'
import { readEvidence, readJson } from './read-evidence.js'

// Everything these pages prove is proven here, by package `proof`: the page stays responsive and small.

type Answer = Orders[keyof Orders]['answer']

async function answer(order: Order): Promise<Answer> {
  switch (order.kind) {
    case 'read':
      return readEvidence(order.file)
    case 'json':
      return readJson(order.file)
    case 'proof':
      return judgeProof(order.json, order.digest, order.home)
    case 'ots':
      return judgeOts(order.bytes, order.digest, order.home)
    case 'manifest':
      return judgeManifest(await readJson(order.file), order.home)
    case 'member':
      return judgeByManifest(await readJson(order.manifest), order.digest, order.name, order.home)
    case 'compare': {
      const compared = order.found.map((found) => compareFolder(order.files, found))
      return compared.reduce((best, one) => (one.problems.length < best.problems.length ? one : best))
    }
  }
}

const reply = (message: Reply) => postMessage(message)

addEventListener('message', ({ data }: MessageEvent<Order>) => {
  answer(data).then(
    (answer) => reply({ id: data.id, answer }),
    (error: unknown) => reply({ id: data.id, error: error instanceof Error ? error.message : String(error) }),
  )
})
