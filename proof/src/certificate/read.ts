/*
 * Reads certificates. A module of its own, which `evidenceIn` imports when a file looks like one: it draws the certificate again to
 * compare it, so it is as large as all other verifying, and most proofs come as JSON.
 */

export { readPage } from './page-words.js'
export { readCombined, readPdf } from './pdf-words.js'
