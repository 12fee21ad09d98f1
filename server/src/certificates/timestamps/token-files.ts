import { X509Certificate } from 'node:crypto'
import { readToken } from '@tallystick/proof/tsa'
import { Certificate, TimeStampReq } from 'pkijs'
import { type RootAbove, rootAbove } from './root-above.js'

/** A token as the files that other programs verify it with. */
export interface TokenFiles {
  time: Date
  /** TimeStampReq that the token answers, DER. */
  query: Buffer
  /** TimeStampResp, DER. */
  response: Buffer
  /** Those in the token. */
  certificates: readonly X509Certificate[]
  root: RootAbove | undefined
}

/** `SEQUENCE { INTEGER 0 }`: granted. */
const granted = Buffer.of(0x30, 0x03, 0x02, 0x01, 0x00)

/**
 * Returns a token, bare or in a response, as files.
 *
 * @throws {ProofError} `malformed`
 */
export function tokenFiles(statement: Buffer): TokenFiles {
  const { signed, info, time, isBare } = readToken(statement)
  const certificates = (signed.certificates ?? [])
    .filter((one) => one instanceof Certificate)
    .map((one) => new X509Certificate(Buffer.from(one.toSchema().toBER())))
  const { messageImprint, nonce } = info
  const asked = new TimeStampReq({ version: 1, messageImprint, ...(nonce && { nonce }), certReq: true })
  return {
    time,
    query: Buffer.from(asked.toSchema().toBER()),
    response: isBare ? sequence(granted, statement) : statement,
    certificates,
    root: rootAbove(certificates),
  }
}

/** Encodes a SEQUENCE of values in DER. */
function sequence(...values: readonly Buffer[]): Buffer {
  const content = Buffer.concat(values)
  if (content.length < 0x80) return Buffer.concat([Buffer.of(0x30, content.length), content])
  const length = Buffer.from(
    content.length
      .toString(16)
      .padStart(8, '0')
      .replace(/^(00)+/, ''),
    'hex',
  )
  return Buffer.concat([Buffer.of(0x30, 0x80 | length.length), length, content])
}
