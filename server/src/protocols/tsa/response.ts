import { BitString, Utf8String } from 'asn1js'
import { type ContentInfo, PKIStatusInfo, TimeStampResp } from 'pkijs'
import { failureBits, type Refusal } from './request.js'

const status = { granted: 0, rejection: 2 }

/** Encodes the answer with a token. */
export function granted(timeStampToken: ContentInfo): Buffer {
  return encode({ status: new PKIStatusInfo({ status: status.granted }), timeStampToken })
}

/** Encodes a refusal, which clients get with the HTTP status 200 (RFC 3161 §3.4). */
export function rejected({ failure, reason }: Refusal): Buffer {
  const bit = failureBits[failure]
  const bits = new Uint8Array((bit >> 3) + 1)
  bits[bit >> 3] = 0x80 >> (bit & 7)
  const failInfo = new BitString({ valueHex: bits.buffer, unusedBits: 7 - (bit & 7) })
  const statusStrings = [new Utf8String({ value: reason })]
  return encode({ status: new PKIStatusInfo({ status: status.rejection, statusStrings, failInfo }) })
}

function encode(response: ConstructorParameters<typeof TimeStampResp>[0]): Buffer {
  return Buffer.from(new TimeStampResp(response).toSchema().toBER())
}
