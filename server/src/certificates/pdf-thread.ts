import { parentPort } from 'node:worker_threads'
import type { Certificate } from '@tallystick/proof/certificate'
import { certificatePdf, type PdfOptions } from './pdf.js'

/** Request to the drawing thread. */
export interface DrawRequest {
  id: number
  certificate: Certificate
  options: PdfOptions
}

/** Its reply: the PDF, or the problem. */
export interface DrawReply {
  id: number
  pdf?: Uint8Array
  problem?: string
}

parentPort?.on('message', async ({ id, certificate, options }: DrawRequest) => {
  try {
    parentPort?.postMessage({ id, pdf: await certificatePdf(certificate, options) } satisfies DrawReply)
  } catch (error) {
    parentPort?.postMessage({ id, problem: String((error as Error).stack) } satisfies DrawReply)
  }
})
