/*
 * Entry point of stamped copies of PDFs. An own one: what reads and writes PDFs is larger than all the rest.
 */
export { CopyError, type CopyErrorCode, type CopyLanguage, copyProblem } from './copy/copy-error.js'
export { COPY_BYTES_MAX } from './copy/document.js'
export { type CopyOptions, makeCopy } from './copy/make-copy.js'
export type { MarkPlace } from './copy/place.js'
export { type PdfCopy, type PdfCopyOptions, stampPdfCopy } from './copy/stamp-copy.js'
