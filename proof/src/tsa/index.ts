/*
 * Entry point of @tallystick/proof/tsa: timestamp tokens of RFC 3161. Apart from the rest, because it needs an ASN.1 library.
 */

export { readCertificates, signerProblem } from './certificates.js'
export { readToken, type Token } from './token.js'
export { type TimestampFacts, type TimestampSubject, verifyAnswer, verifyTimestamp } from './verify.js'
export { verifyWitnesses } from './witnesses.js'
