import { parentPort } from 'node:worker_threads'
import type { Certificate } from './certificate.js'
import { certificatePdf } from './pdf.js'

/** What a drawing thread is told. */
export interface DrawOrder {
  id: number
  certificate: Certificate
}

/** What it answers. */
export interface DrawAnswer {
  id: number
  pdf?: Uint8Array
  problem?: string
}

parentPort?.on('message', async ({ id, certificate }: DrawOrder) => {
  try {
    parentPort?.postMessage({ id, pdf: await certificatePdf(certificate) } satisfies DrawAnswer)
  } catch (error) {
    parentPort?.postMessage({ id, problem: String((error as Error).stack) } satisfies DrawAnswer)
  }
})
