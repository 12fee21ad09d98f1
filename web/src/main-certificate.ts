import { scriptHash } from '@tallystick/proof'
import { startVerifier } from './verifier/start.js'

/*
 * Entry of the script in every certificate: a classic one that loads nothing and works from disk. It leaves timestamp tokens unchecked, and
 * says so: their library is three times as large as all the rest, and a page that a forger made can leave out any check.
 */

startVerifier(scriptHash(document.currentScript?.textContent ?? ''), async () => [])
