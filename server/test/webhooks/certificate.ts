import { createSign, generateKeyPairSync, randomBytes } from 'node:crypto'
import { wallTime } from '../../../test/wall-time.js'

/** A self-signed certificate with its key, in PEM. */
export interface Certificate {
  key: string
  cert: string
}

/** Makes a certificate for a host name (X.509 v3, RFC 5280), valid for a day around now, or expired long ago. */
export function certificate(name: string, { expired = false }: { expired?: boolean } = {}): Certificate {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const algorithm = sequence(oid(0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02)) // ecdsa-with-SHA256
  const subject = sequence(tag(0x31, sequence(oid(0x55, 0x04, 0x03), tag(0x0c, Buffer.from(name)))))
  const dayMs = 86_400_000
  const middleMs = expired ? -30 * dayMs : 0
  const validity = sequence(time(wallTime(middleMs - dayMs / 2)), time(wallTime(middleMs + dayMs / 2)))
  const names = sequence(tag(0x82, Buffer.from(name)))
  const extensions = tag(0xa3, sequence(sequence(oid(0x55, 0x1d, 0x11), tag(0x04, names))))
  const body = sequence(
    tag(0xa0, tag(0x02, Buffer.from([2]))),
    tag(0x02, Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    algorithm,
    subject,
    validity,
    subject,
    publicKey.export({ type: 'spki', format: 'der' }),
    extensions,
  )
  const signature = createSign('sha256').update(body).sign(privateKey)
  const bits = tag(0x03, Buffer.concat([Buffer.from([0]), signature]))
  const lines = sequence(body, algorithm, bits).toString('base64').replace(/.{64}/g, '$&\n')
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
  }
}

/** Encodes an element in DER. */
function tag(kind: number, content: Buffer): Buffer {
  const { length } = content
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255]
  return Buffer.concat([Buffer.from([kind, ...size]), content])
}

function sequence(...parts: readonly Buffer[]): Buffer {
  return tag(0x30, Buffer.concat(parts))
}

function oid(...bytes: readonly number[]): Buffer {
  return tag(0x06, Buffer.from(bytes))
}

function time(at: Date): Buffer {
  return tag(0x17, Buffer.from(`${at.toISOString().replace(/[-:T]/g, '').slice(2, 14)}Z`))
}
