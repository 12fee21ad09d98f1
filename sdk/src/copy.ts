/*
 * Entry point of stamped copies of PDFs. An own one: what reads and writes PDFs is larger than all the rest.
 */
export { CopyError, type CopyErrorCode, type CopyLanguage, copyProblem } from './copy/copy-error.js'
export { COPY_BYTES_MAX } from './copy/document.js'
export { type CopyOptions, makeCopy } from './copy/make-copy.js'
export { markArea } from './copy/mark-area.js'
export { hasMarkLetters } from './copy/mark-letters.js'
export type { MarkArea, MarkPlace, Size } from './copy/place.js'
export { type PdfPages, readPages } from './copy/read-pages.js'
export { type PdfCopy, type PdfCopyOptions, stampPdfCopy } from './copy/stamp-copy.js'
export { timestampQuery, timestampTokenOf } from './copy/timestamp.js'
