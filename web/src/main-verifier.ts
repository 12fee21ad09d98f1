import { verifyWitnesses } from '@tallystick/proof/tsa'
import { startVerifier } from './verifier/start.js'

/*
 * Entry of the script of the verifier's page: a classic one that loads nothing and works from disk. A token that is forged refuses its
 * proof; one that is not stays open, since the page knows no authorities.
 */

/** SHA-256 of the script in certificates. */
declare const CERTIFICATE_SCRIPT_HASH: string

startVerifier(CERTIFICATE_SCRIPT_HASH, (proof) => verifyWitnesses(proof, []))
