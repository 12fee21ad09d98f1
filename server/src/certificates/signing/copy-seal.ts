import { Utf8String } from 'asn1js'
import { Attribute } from 'pkijs'
import type { CmsSigner } from './cms-signer.js'

/** Returns the signature (CMS, DER) that seals a copy: of the SHA-256 of everything that it covers, under the copy's code. */
export type CopySeal = (digest: Buffer, code: string) => Promise<Buffer>

/** The signed attribute that names the code: UTF8String. An identifier from a UUID (ITU-T X.667) needs no registration. */
const stampedCopyCode = '2.25.251799650930788645003319422425335119894'

/**
 * Returns how copies are sealed. The code is part of what is signed, since the same key signs certificates: however a sealed document
 * looks, its signature says that it is a stamped copy, and of which stamp.
 */
export function copySeal(signer: CmsSigner): CopySeal {
  return (digest, code) =>
    signer.sign(digest, [new Attribute({ type: stampedCopyCode, values: [new Utf8String({ value: code })] })])
}
