import { Integer, OctetString } from 'asn1js'
import { AlgorithmIdentifier, Extension, MessageImprint, TimeStampReq, TimeStampResp } from 'pkijs'
import { checkAnswer } from '../documented.js'
import type { TestService } from '../service.js'

export const digestIds = {
  'SHA-1': '1.3.14.3.2.26',
  'SHA-256': '2.16.840.1.101.3.4.2.1',
  'SHA-384': '2.16.840.1.101.3.4.2.2',
  'SHA-512': '2.16.840.1.101.3.4.2.3',
}

/** The parts of a request that tests choose. */
export interface Asked {
  hash: Uint8Array
  algorithm?: keyof typeof digestIds
  version?: number
  nonce?: string
  policy?: string
  withCertificates?: boolean
  withExtension?: boolean
}

/** Encodes a request for a timestamp. */
export function query(asked: Asked): Buffer {
  const { hash, algorithm = 'SHA-256', version = 1, nonce, policy, withCertificates = true, withExtension } = asked
  const request = new TimeStampReq({
    version,
    messageImprint: new MessageImprint({
      hashAlgorithm: new AlgorithmIdentifier({ algorithmId: digestIds[algorithm] }),
      hashedMessage: new OctetString({ valueHex: hash }),
    }),
    certReq: withCertificates,
    ...(policy !== undefined && { reqPolicy: policy }),
    ...(nonce !== undefined && { nonce: new Integer({ valueHex: Buffer.from(nonce, 'hex') }) }),
  })
  if (withExtension) request.extensions = [new Extension({ extnID: '1.2.3', extnValue: new OctetString().toBER() })]
  return Buffer.from(request.toSchema().toBER())
}

/** An answer of the authority. */
export interface Timestamped {
  status: number
  headers: Headers
  bytes: Buffer
}

/** Sends a request to the authority of a service. */
export async function timestamp(
  { url }: Pick<TestService, 'url'>,
  body: Uint8Array,
  headers: Record<string, string> = {},
): Promise<Timestamped> {
  const type = { 'content-type': 'application/timestamp-query' }
  const answer = await fetch(`${url}/tsa`, {
    method: 'POST',
    body: new Uint8Array(body),
    headers: { ...type, ...headers },
  })
  const { status, headers: answered } = answer
  const bytes = Buffer.from(await answer.arrayBuffer())
  const seen = {
    requestHeaders: headers,
    request: Buffer.from(body),
    status,
    headers: answered,
    body: undefined,
    bytes,
  }
  checkAnswer({ method: 'POST', path: '/tsa', ...seen })
  return { status, headers: answered, bytes }
}

/** Returns status, failure bit and words of an answer. */
export function statusOf({ bytes }: Timestamped) {
  const { status } = TimeStampResp.fromBER(bytes)
  const [first = 0, ...rest] = status.failInfo?.valueBlock.valueHexView ?? []
  const bits = [first, ...rest].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  const words = status.statusStrings?.map(({ valueBlock }) => valueBlock.value).join(' ')
  return { status: status.status, failure: bits.indexOf('1'), words }
}
