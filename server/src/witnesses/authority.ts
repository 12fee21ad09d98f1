import { randomBytes } from 'node:crypto'
import type { StatedTime } from '@tallystick/proof'
import { verifyAnswer } from '@tallystick/proof/tsa'
import { fromBER, Integer, OctetString, Sequence } from 'asn1js'
import { AlgorithmIdentifier, MessageImprint, PKIStatusInfo, TimeStampReq } from 'pkijs'
import { withoutCredentials } from '../base/credentials.js'
import { direct, type Request } from './request.js'
import type { Witness } from './witness.js'

const sha256Id = '2.16.840.1.101.3.4.2.1'
const nonceBytes = 16
const granted = [0, 1]

/** A witness that answers at once, or not at all. */
interface Authority extends Witness {
  ask(root: Buffer, pending: Buffer | null, signal: AbortSignal): Promise<{ statement: Buffer; at: StatedTime }>
}

/** Returns a timestamping authority (RFC 3161) as a witness: its statement is a token about the root. */
export function authorityAt(address: string, request: Request = direct): Authority {
  return {
    kind: 'rfc3161',
    address: withoutCredentials(address),
    name: new URL(address).host,
    async ask(root, _pending, signal) {
      const nonce = newNonce()
      const { status, body } = await request(address, {
        method: 'POST',
        headers: { 'content-type': 'application/timestamp-query', accept: 'application/timestamp-reply' },
        body: query(root, nonce),
        signal,
      })
      if (status !== 200) throw new Error(`the authority answered with the HTTP status ${status}`)
      const statement = tokenIn(body)
      const { time, accuracyMs = 0 } = await verifyAnswer(statement, { digest: root }, nonce.toString('hex'))
      return { statement, at: { timeMs: Date.parse(time), accuracyMs } }
    },
  }
}

/** Draws a nonce that is a positive INTEGER without leading zeros, so that it has one form. */
function newNonce(): Buffer {
  const nonce = randomBytes(nonceBytes)
  nonce[0] = ((nonce[0] as number) & 0x7f) | 0x40
  return nonce
}

/** Encodes a request for a token that holds its certificates: without them readers could not verify it. */
function query(root: Buffer, nonce: Buffer): Buffer {
  const messageImprint = new MessageImprint({
    hashAlgorithm: new AlgorithmIdentifier({ algorithmId: sha256Id }),
    hashedMessage: new OctetString({ valueHex: root }),
  })
  const asked = new TimeStampReq({ version: 1, messageImprint, nonce: new Integer({ valueHex: nonce }), certReq: true })
  return Buffer.from(asked.toSchema().toBER())
}

/**
 * Cuts the token out of a response, byte for byte.
 *
 * @throws {Error} when the authority refused, with its words
 */
function tokenIn(response: Buffer): Buffer {
  const { offset, result } = fromBER(new Uint8Array(response))
  const [status, token] = result instanceof Sequence ? result.valueBlock.value : []
  if (offset !== response.length || !(status instanceof Sequence)) throw new Error('the answer is not a TimeStampResp')
  const info = new PKIStatusInfo({ schema: status })
  if (!granted.includes(info.status)) {
    const words = (info.statusStrings ?? []).map(({ valueBlock }) => valueBlock.value).join(' ')
    throw new Error(`the authority refused (status ${info.status})${words && `: ${words}`}`)
  }
  if (!token) throw new Error('the answer contains no token')
  return Buffer.from(token.valueBeforeDecodeView)
}
