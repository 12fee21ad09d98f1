import { answer } from '../base/thread.js'
import { certificatePdf } from './pdf.js'

const methods = { draw: certificatePdf }

/** The methods of the drawing thread. */
export type PdfMethods = typeof methods

answer(methods)
